//! A counter stays within its type, so that its item can always be read.

use keywright::{ErrorKind, Outcome};
use keywright_local::Local;

use super::design::*;

#[tokio::test]
async fn counter_stays_within_its_type() {
    let (_local, platform) = platform_on(Local::builder()).await;
    let add = async |amount| platform.increment(Stock::pieces("s", 7_u32), amount).await;
    let refused = async |amount| {
        let error = add(amount).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::OutOfRange, Outcome::NotApplied), "{error}");
        assert_eq!((error.entity(), error.operation_name()), (Some("Stock"), Some("increment")));
        error.to_string()
    };
    let text = refused(-1).await;
    assert!(text.contains("adding -1 to 0 leaves the range of counter `pieces`, 0 to 255; add less"), "{text}");
    add(250).await.unwrap();
    let text = refused(6).await;
    assert!(text.contains("adding 6 to 250 leaves the range of counter `pieces`, 0 to 255; add less"), "{text}");
    add(5).await.unwrap();
    refused(1).await;
    add(-255).await.unwrap();
    refused(-1).await;
    for far in [256, -256, i64::MAX, i64::MIN] {
        let text = refused(far).await;
        assert!(text.contains("to any value leaves the range"), "{text}");
    }
    let stock = Stock { shelf: "s".into(), article: 7, pieces: 0 };
    assert_eq!(platform.get(Stock::key("s", 7_u32)).await.unwrap(), Some(stock));
}

#[tokio::test]
async fn signed_counter_is_bounded_at_both_ends() {
    let (_local, platform) = platform_on(Local::builder()).await;
    let add = async |amount| platform.increment(Seen::seen(1_u64), amount).in_shard(2).await;
    for (amount, fits) in [(-128, true), (-1, false), (255, true), (1, false), (-200, true), (200, true), (256, false)]
    {
        let added = add(amount).await;
        assert_eq!(added.is_ok(), fits, "{amount}");
        assert!(added.is_ok_and(|()| true) || !fits);
    }
    assert_eq!(platform.total(Seen::seen(1_u64)).await.unwrap().value, 127);
}

#[tokio::test]
async fn the_widest_types_reach_their_ends() {
    let (_local, platform) = platform_on(Local::builder()).await;
    let votes = async |amount| platform.increment(Votes::votes("p-1"), amount).in_shard(0).await;
    votes(i64::MAX).await.unwrap();
    votes(i64::MAX).await.unwrap();
    votes(1).await.unwrap();
    assert_eq!(platform.total(Votes::votes("p-1")).await.unwrap().value, u64::MAX);
    assert_eq!(votes(1).await.unwrap_err().kind(), ErrorKind::OutOfRange);
    let ups = async |amount| platform.increment(Opinion::ups("post"), amount).await;
    ups(i64::MIN).await.unwrap();
    assert_eq!(ups(-1).await.unwrap_err().kind(), ErrorKind::OutOfRange);
    ups(i64::MAX).await.unwrap();
    assert_eq!(platform.total(Opinion::ups("post")).await.unwrap().value, -1);
}

#[tokio::test]
async fn a_sum_beyond_the_type_is_an_error() {
    let (_local, platform) = platform_on(Local::builder()).await;
    for shard in 1..4 {
        platform.increment(Seen::seen(1_u64), 100).in_shard(shard).await.unwrap();
    }
    let error = platform.total(Seen::seen(1_u64)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange);
    assert!(error.to_string().contains("counter `seen` is 300, and its type holds -128 to 127"), "{error}");
}

#[tokio::test]
async fn unsigned_sharded_counter_rejects_decrements() {
    let (local, platform) = platform_on(Local::builder()).await;
    let error = platform.increment(Votes::votes("p-1"), -1).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied));
    assert!(error.to_string().contains("such as `i64`"), "{error}");
    assert_eq!(local.requests(), 0);
}
