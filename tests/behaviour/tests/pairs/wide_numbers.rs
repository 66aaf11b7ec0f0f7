//! Integers of 128 bits, and numbers with more digits than a `u64`.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use futures_util::TryStreamExt as _;
use keywright::{Attribute, Attributes, Conditional, Entity, ErrorKind, Handle, Outcome, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_peak = "allow")]
#[gsi(name = "ByTotal", pk = "GSI1PK", sk(name = "total", type = "N"))]
#[gsi(name = "ByText", pk = "GSI2PK", sk = "GSI2SK")]
#[entities(Account, Loose, Nested)]
struct Bank;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "<sequence>")]
#[gsi(index = "ByTotal", query = by_total, pk = "TOTAL", sk = "<total>", allow_hot = "a test")]
#[gsi(index = "ByText", query = by_change, pk = "CHANGE", sk = "<change>", allow_hot = "a test")]
struct Account {
    id: u128,
    sequence: i128,
    total: u128,
    change: i128,
    limit: Option<u128>,
    free: i128,
    log: Vec<u128>,
    named: BTreeMap<String, i128>,
    raw: Attribute,
    all: Vec<Attribute>,
    by_name: HashMap<String, Attribute>,
}

#[derive(Debug, Clone, PartialEq, Projection, Deserialize)]
#[projection(of = Account)]
struct Part {
    id: u128,
    total: u128,
    limit: Option<u128>,
    raw: Attribute,
    by_name: HashMap<String, Attribute>,
}

/// The greatest number of which DynamoDB keeps every digit.
const MOST: u128 = 99_999_999_999_999_999_999_999_999_999_999_999_999;

fn n(digits: &str) -> Attribute {
    Attribute::N(digits.to_owned())
}

fn account() -> Account {
    let digits = "-12345678901234567890123456789012345.678";
    let set = Attribute::Ns(["1".to_owned(), "98765432109876543210".to_owned(), "0.5".to_owned()].into());
    let nested = Attribute::M([("deep".to_owned(), Attribute::L(vec![n(digits), set.clone()]))].into());
    let blobs = Attribute::Bs([vec![0, 1], vec![255]].into());
    let texts = Attribute::Ss(["a".to_owned(), "b".to_owned()].into());
    Account {
        id: u128::from(u64::MAX) + 1,
        sequence: -i128::from(i64::MAX) - 7,
        total: MOST,
        change: -5,
        limit: Some(MOST - 1),
        free: -(MOST as i128),
        log: vec![0, MOST],
        named: [("a".to_owned(), i128::from(i64::MIN) - 1)].into(),
        raw: n("12345678901234567890"),
        all: vec![n(digits), n("7"), set, blobs, texts, Attribute::Null, Attribute::B(vec![1]), Attribute::Bool(true)],
        by_name: [("nested".to_owned(), nested)].into(),
    }
}

async fn bank() -> Handle<Bank> {
    Local::start().open::<Bank>("bank").await.unwrap()
}

async fn stored(bank: &Handle<Bank>) -> HashMap<String, AttributeValue> {
    bank.client().scan().table_name("bank").send().await.unwrap().items()[0].clone()
}

async fn assert_read(bank: &Handle<Bank>, account: &Account) {
    let all = std::slice::from_ref(account);
    let key = || Account::key(account.id, account.sequence);
    let part = Part {
        id: account.id,
        total: account.total,
        limit: account.limit,
        raw: account.raw.clone(),
        by_name: account.by_name.clone(),
    };
    assert_eq!(Account::from_item(stored(bank).await).unwrap(), *account);
    for bank in [bank.clone(), bank.clone().parse_items_with_sdk()] {
        assert_eq!(bank.get(key()).await.unwrap().as_ref(), Some(account));
        assert_eq!(bank.batch_get([key()]).await.unwrap(), [Some(account.clone())]);
        assert_eq!(bank.scan::<Account>().await.unwrap().items, all);
        assert_eq!(Account::query(account.id).send(&bank).await.unwrap().items, all);
        assert_eq!(Account::query(account.id).stream(&bank).try_collect::<Vec<_>>().await.unwrap(), all);
        let by_total = Account::by_total().between(account.total - 1..=account.total);
        assert_eq!(by_total.send(&bank).await.unwrap().items, all);
        let by_change = Account::by_change().between(account.change - 1..=account.change);
        assert_eq!(by_change.clone().send(&bank).await.unwrap().items, all);
        assert_eq!(by_change.project::<Part>().send(&bank).await.unwrap().items, std::slice::from_ref(&part));
        assert_eq!(bank.get(key()).project::<Part>().await.unwrap(), Some(part.clone()));
    }
}

#[tokio::test]
async fn every_read_returns_every_digit_and_every_set() {
    let (bank, account) = (bank().await, account());
    bank.put(&account).await.unwrap();
    assert_read(&bank, &account).await;
    let item = stored(&bank).await;
    assert_eq!(item["PK"].as_s().unwrap(), "ACCOUNT#18446744073709551616");
    assert_eq!(item["total"].as_n().unwrap(), &MOST.to_string());
    assert_eq!(item["raw"].as_n().unwrap(), "12345678901234567890");
    let AttributeValue::L(all) = &item["all"] else { panic!("{item:?}") };
    assert_eq!(all[0].as_n().unwrap(), "-12345678901234567890123456789012345.678");
    assert!(all[2].is_ns() && all[3].is_bs() && all[4].is_ss());
    let read = bank.get(Account::key(account.id, account.sequence)).await.unwrap().unwrap();
    bank.put(&read).await.unwrap();
    assert_eq!(stored(&bank).await, item);
}

#[tokio::test]
async fn updates_and_conditions_use_every_digit() {
    let (bank, mut account) = (bank().await, account());
    bank.put(&account).await.unwrap();
    let key = || Account::key(account.id, account.sequence);
    let conditions = [
        Account::TOTAL.eq(MOST),
        Account::LIMIT.eq(Some(MOST - 1)),
        Account::LIMIT.lt(Some(MOST)),
        Account::FREE.between(-(MOST as i128)..0),
        Account::RAW.eq(n("12345678901234567890")),
        Account::LOG.contains(MOST),
    ];
    for condition in conditions {
        let shown = format!("{condition:?}");
        let update = bank.update(key()).set(Account::CHANGE, -6).when(condition.clone()).await.unwrap();
        assert!(matches!(update, Conditional::Applied(_)), "{shown}");
        let found = Account::by_change().filter(condition).send(&bank).await.unwrap().items;
        assert_eq!(found.len(), 1, "{shown}");
    }
    let refused = bank.update(key()).set(Account::CHANGE, 1).when(Account::LIMIT.eq(Some(MOST))).await.unwrap();
    assert!(matches!(refused, Conditional::Refused(_)));
    let updated = bank
        .update(key())
        .set(Account::TOTAL, MOST - 9)
        .set(Account::RAW, n("98765432109876543210.5"))
        .add(Account::FREE, 1)
        .add(Account::LIMIT, 1)
        .append(Account::LOG, [MOST - 2])
        .set(Account::NAMED.at::<i128>("a"), -(MOST as i128))
        .returning()
        .await
        .unwrap();
    account.total = MOST - 9;
    account.change = -6;
    account.raw = n("98765432109876543210.5");
    account.free += 1;
    account.limit = Some(MOST);
    account.log.push(MOST - 2);
    account.named.insert("a".into(), -(MOST as i128));
    assert_eq!(updated, account);
    assert_read(&bank, &account).await;
    let error = bank.update(Account::key(account.id, account.sequence)).add(Account::LIMIT, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange);
}

#[tokio::test]
async fn number_with_more_digits_than_dynamodb_keeps_is_refused_before_it_is_sent() {
    let local = Local::start();
    let bank = local.open::<Bank>("bank").await.unwrap();
    local.clear_operations();
    let key = || Account::key(1, 2);
    let wide = [
        Account { limit: Some(u128::MAX), ..account() },
        Account { total: u128::MAX, ..account() },
        Account { log: vec![u128::MAX], ..account() },
        Account { raw: n(&u128::MAX.to_string()), ..account() },
        Account { id: u128::MAX, ..account() },
    ];
    for account in wide {
        let error = bank.put(&account).await.unwrap_err();
        assert_eq!(error.outcome(), Outcome::NotApplied);
        assert!(error.to_string().contains("38 digits"), "{error}");
    }
    let updates = [
        bank.update(key()).set(Account::FREE, i128::MIN).await,
        bank.update(key()).set(Account::TOTAL, u128::MAX).await,
    ];
    for error in updates.map(Result::unwrap_err) {
        assert_eq!(error.outcome(), Outcome::NotApplied);
        assert!(error.to_string().contains("38 digits"), "{error}");
    }
    assert_eq!(local.operations().len(), 0);
    // Zeros at the end are not significant.
    let zeros = Account { limit: Some(300_000_000_000_000_000_000_000_000_000_000_000_000), ..account() };
    bank.put(&zeros).await.unwrap();
    assert_read(&bank, &zeros).await;
}

/// A struct whose fields serde buffers when it reads them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Inner {
    wide: u128,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "LOOSE#<id>")]
#[sk(template = "LOOSE")]
struct Loose {
    id: u128,
    #[serde(flatten)]
    inner: Inner,
}

#[tokio::test]
async fn integer_of_128_bits_in_a_flattened_field_is_refused_before_it_is_sent() {
    let local = Local::start();
    let bank = local.open::<Bank>("bank").await.unwrap();
    local.clear_operations();
    let error = bank.put(&Loose { id: 1, inner: Inner { wide: 1 } }).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Encode, Outcome::NotApplied));
    assert!(error.to_string().contains("`wide`, an integer of 128 bits"), "{error}");
    assert_eq!(local.operations().len(), 0);
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "NESTED#<id>")]
#[sk(template = "NESTED")]
struct Nested {
    id: u128,
    #[serde(flatten)]
    others: Attributes,
}

#[tokio::test]
async fn attributes_of_other_writers_keep_every_digit_and_every_set() {
    let bank = bank().await;
    let others = [
        ("wide", n("12345678901234567890123.5")),
        ("list", Attribute::L(vec![n("98765432109876543210"), Attribute::Bs([vec![7]].into())])),
        ("set", Attribute::Ns(["98765432109876543210".to_owned()].into())),
    ];
    let nested = Nested { id: MOST, others: others.into_iter().collect() };
    bank.put(&nested).await.unwrap();
    assert_eq!(bank.get(Nested::key(MOST)).await.unwrap(), Some(nested.clone()));
    assert_eq!(bank.clone().parse_items_with_sdk().get(Nested::key(MOST)).await.unwrap(), Some(nested));
    let AttributeValue::L(list) = &stored(&bank).await["list"] else { panic!("not a list") };
    assert_eq!(list[1], AttributeValue::Bs(vec![Blob::new([7])]));
}
