use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::key::Timestamp;

fn sharding(count: u32, first: u32) -> Sharding {
    Sharding { count, first, by: ShardBy::Random, grow: &[] }
}

#[test]
fn turns_visit_every_shard() {
    let shards: HashSet<_> = (0..10).map(|_| number(&sharding(10, 1), 10, turn::next("a table", "Log"))).collect();
    assert_eq!(shards, (1..=10).collect());
}

#[test]
fn entities_written_alternately_each_visit_every_shard() {
    let mut shards = HashSet::new();
    for _ in 0..10 {
        shards.insert(turn::next("a table", "First") % 10);
        turn::next("a table", "Second");
    }
    assert_eq!(shards.len(), 10);
}

#[test]
fn canonical_texts() {
    let text = |value| canonical(value).map(Cow::into_owned);
    assert_eq!(text(KeyValue::Text("A#%".into())).unwrap(), "A#%");
    assert_eq!(text(KeyValue::Integer(i128::MIN.into())).unwrap(), "-170141183460469231731687303715884105728");
    let time = Timestamp { seconds: 0, nanos: 5 };
    assert_eq!(text(KeyValue::Time(time)).unwrap(), "1970-01-01T00:00:00.000000005Z");
    assert_eq!(text(KeyValue::Time(Timestamp { seconds: i64::MAX, nanos: 0 })), None);
    assert_eq!(text(KeyValue::Binary(vec![0, 0xAB].into())).unwrap(), "00ab");
}

proptest! {
    #[test]
    fn a_shard_is_in_its_range(value in any::<u32>(), count in any::<u32>(), first in 0..1_000u32) {
        let shard = number(&sharding(count, first), count, value);
        prop_assert!(shard >= first);
        prop_assert!(u64::from(shard) < u64::from(first) + u64::from(count.max(1)));
    }

    #[test]
    fn joined_texts_are_unambiguous(a in ["[#%23ab]{0,4}", "[#%23ab]{0,4}"], b in ["[#%23ab]{0,4}", "[#%23ab]{0,4}"]) {
        let joined = |texts: &[String; 2]| join(&texts.clone().map(Cow::Owned), b'#').into_owned();
        prop_assert_eq!(joined(&a) == joined(&b), a == b);
    }
}
