//! Counters together with other writes, all or nothing.

use keywright::{Entity, ErrorKind, Handle, Outcome, Table, client::CancellationReason as Reason};
use keywright_local::{Failure, Faults, Local, Rule};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Vote, Votes, Seats)]
struct Poll;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Poll)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTE#<voter>")]
struct Vote {
    poll: String,
    voter: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Poll)]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 10)]
#[sk(template = "COUNT")]
struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Poll)]
#[pk(template = "SEATS#<poll>")]
#[sk(template = "COUNT")]
struct Seats {
    poll: String,
    #[entity(counter)]
    seats: u8,
}

async fn poll() -> (Local, Handle<Poll>) {
    let local = Local::start();
    let poll = local.open::<Poll>("poll").await.unwrap();
    (local, poll)
}

fn vote(voter: &str) -> Vote {
    Vote { poll: "p".into(), voter: voter.into() }
}

#[tokio::test]
async fn increments_in_transactions_count_once() {
    let (local, poll) = poll().await;
    for (voter, is_new) in [("ann", true), ("bob", true), ("ann", false), ("eve", true)] {
        let vote = vote(voter);
        let sent =
            poll.transaction().create(&vote).increment(Votes::votes("p"), 1).increment(Seats::seats("p"), 1).await;
        assert_eq!(sent.is_ok(), is_new, "{sent:?}");
    }
    assert_eq!(poll.total(Votes::votes("p")).await.unwrap().value, 3);
    assert_eq!(poll.total(Seats::seats("p")).await.unwrap().value, 3);
    let lost = Failure::Disconnected { carried_out: true };
    local.set_faults(Faults::seeded(1).rule(Rule::on(["TransactWriteItems"]).unwrap().first(2).fail(lost)));
    let report = poll.transaction().increment(Votes::votes("p"), 1).await.unwrap();
    let shard = report.written(0).unwrap().shard().unwrap();
    let total = poll.total(Votes::votes("p")).await.unwrap();
    assert_eq!(total.value, 4);
    assert!(total.shards.iter().any(|of| of.shard == Some(shard) && of.value > 0));
}

#[tokio::test]
async fn out_of_range_increment_cancels_the_transaction() {
    let (_local, poll) = poll().await;
    poll.increment(Seats::seats("p"), 255).await.unwrap();
    let vote = vote("ann");
    let error = poll.transaction().create(&vote).increment(Seats::seats("p"), 1).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::TransactionCancelled, Outcome::NotApplied));
    let cancelled = &error.cancellations()[0];
    assert_eq!((cancelled.position, &cancelled.reason), (1, &Reason::ConditionFailed));
    assert!(cancelled.text.contains("adding 1 to 255 leaves the range of counter `seats`"), "{error}");
    assert_eq!(poll.get(Vote::key("p", "ann")).await.unwrap(), None);
    let error = poll.transaction().increment(Votes::votes("p"), -1).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::InvalidArgument, Some("Votes")));
}
