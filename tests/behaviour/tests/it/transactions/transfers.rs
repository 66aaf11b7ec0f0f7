//! Money that 50 tasks move concurrently, with lost responses: none is created and none is lost.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use keywright::{Entity, ErrorKind, Handle, Outcome, Table};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};
use serde::{Deserialize, Serialize};

use crate::support::time::millis;

const ACCOUNTS: u32 = 6;
const TASKS: u32 = 50;
const CENTS: i64 = 10_000;

#[derive(Table)]
#[entities(Account, Transfer)]
struct Bank;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "ACCOUNT#<number>")]
#[sk(template = "BALANCE")]
struct Account {
    number: u32,
    cents: i64,
    turn: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "TRANSFER#<id>")]
#[sk(template = "TRANSFER")]
struct Transfer {
    id: u32,
    from: u32,
    to: u32,
    cents: i64,
}

impl Account {
    fn moved(&self, cents: i64) -> Self {
        Self { cents: self.cents + cents, turn: self.turn + 1, ..self.clone() }
    }
}

/// Moves the money, with any number of attempts. Returns how often other tasks were first.
async fn carry_out(bank: &Handle<Bank>, transfer: &Transfer) -> u64 {
    let mut refused = 0;
    loop {
        let keys = (Account::key(transfer.from), Account::key(transfer.to));
        let (from, to) = match bank.transaction_get(keys).await {
            Ok((from, to)) => (from.unwrap(), to.unwrap()),
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::Service | ErrorKind::Throttled), "{error}");
                continue;
            }
        };
        let (less, more) = (from.moved(-transfer.cents), to.moved(transfer.cents));
        let token = format!("{}-{}", transfer.id, from.turn + to.turn);
        let send = || async {
            let transaction = bank.transaction().replace_if(&less, Account::TURN.eq(from.turn));
            let transaction = transaction.replace_if(&more, Account::TURN.eq(to.turn)).create(transfer);
            transaction.token(token.as_str()).await
        };
        let mut sent = send().await;
        while sent.as_ref().is_err_and(|error| error.outcome() == Outcome::Unknown) {
            sent = send().await;
        }
        match sent {
            Ok(_) => return refused,
            Err(error) if error.kind() == ErrorKind::TransactionCancelled => {
                let positions: Vec<_> = error.cancellations().iter().map(|cancelled| cancelled.position).collect();
                assert!(!positions.contains(&2), "it had been carried out, and this was not said: {error}");
                refused += 1;
                tokio::time::sleep(millis(u64::from(transfer.id) % 7 * refused)).await;
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Throttled, "{error}"),
        }
    }
}

/// Reads all balances in one transaction, repeatedly.
async fn audit(bank: &Handle<Bank>, rounds: usize) {
    let mut read = 0;
    while read < rounds {
        let keys: Vec<_> = (0..ACCOUNTS).map(Account::key).collect();
        if let Ok(accounts) = bank.transaction_get(keys).await {
            let cents: i64 = accounts.into_iter().map(|account| account.unwrap().cents).sum();
            assert_eq!(cents, i64::from(ACCOUNTS) * CENTS);
            read += 1;
        }
        tokio::time::sleep(millis(20)).await;
    }
}

fn faults(seed: u64) -> Faults {
    let fault = |share, failure| {
        let rule = Rule::on(["TransactWriteItems", "TransactGetItems"]).unwrap();
        rule.probability(share).unwrap().fail(failure)
    };
    Faults::seeded(seed)
        .rule(fault(0.1, Failure::Disconnected { carried_out: true }))
        .rule(fault(0.1, Failure::InternalServerError { carried_out: true }))
        .rule(fault(0.1, Failure::ServiceUnavailable { carried_out: false }))
        .rule(fault(0.1, Failure::Throttled(Throttle::throttling())))
}

#[tokio::test(start_paused = true)]
async fn sum_is_constant_and_each_transfer_is_executed_once() {
    for seed in 0..2 {
        let local = Local::builder().answer_inline().start();
        let bank = local.open::<Bank>("bank").await.unwrap();
        let mut expected: BTreeMap<u32, i64> = BTreeMap::new();
        for number in 0..ACCOUNTS {
            bank.create(&Account { number, cents: CENTS, turn: 0 }).await.unwrap();
            expected.insert(number, CENTS);
        }
        let transfers: Vec<_> = (0..TASKS)
            .map(|id| Transfer {
                id,
                from: id % ACCOUNTS,
                to: (id / ACCOUNTS + id + 1) % ACCOUNTS,
                cents: i64::from(id) + 1,
            })
            .filter(|transfer| transfer.from != transfer.to)
            .collect();
        for transfer in &transfers {
            *expected.get_mut(&transfer.from).unwrap() -= transfer.cents;
            *expected.get_mut(&transfer.to).unwrap() += transfer.cents;
        }
        local.set_faults(faults(seed));
        let all = join_all(transfers.iter().map(|transfer| {
            let (bank, transfer) = (bank.clone(), transfer.clone());
            tokio::spawn(async move { carry_out(&bank, &transfer).await })
        }));
        let (refused, ()) = tokio::join!(all, audit(&bank, 20));
        local.clear_faults();
        let refused: u64 = refused.into_iter().map(Result::unwrap).sum();
        assert!(refused > 0, "the tasks have met");
        for (number, cents) in expected {
            assert_eq!(bank.get(Account::key(number)).await.unwrap().unwrap().cents, cents, "seed {seed}");
        }
        let keys: Vec<_> = transfers.iter().map(|transfer| Transfer::key(transfer.id)).collect();
        let stored = bank.batch_get(keys).await.unwrap();
        assert!(stored.iter().all(Option::is_some));
        let turns: u64 = super::design::items(&bank)
            .await
            .iter()
            .filter_map(|item| item.get("turn"))
            .map(|turn| turn.as_n().unwrap().parse::<u64>().unwrap())
            .sum();
        assert_eq!(turns, 2 * transfers.len() as u64, "each was carried out once");
    }
}
