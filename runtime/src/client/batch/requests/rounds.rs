//! Groups items into requests: no key twice in one request, and items of one key in their order.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::WriteRequest;

use crate::{key::ItemKey, physics::limits::BATCH_WRITE_ITEMS};

/// A write ready to be sent.
pub(crate) struct Prepared {
    /// Its position in the batch.
    pub(crate) at: usize,
    pub(crate) key: ItemKey,
    pub(crate) request: WriteRequest,
}

/// Groups items into requests of up to 25. The requests of one round may run concurrently; rounds run one after the
/// other.
///
/// The n-th item of a key is in the n-th round.
pub(crate) fn rounds(items: Vec<Prepared>) -> Vec<Vec<Vec<Prepared>>> {
    let mut rounds: Vec<Vec<Vec<Prepared>>> = Vec::new();
    let mut seen = BTreeMap::<ItemKey, usize>::new();
    for item in items {
        let before = seen.entry(item.key.clone()).or_default();
        let round = *before;
        *before += 1;
        if round == rounds.len() {
            rounds.push(Vec::new());
        }
        let Some(chunks) = rounds.get_mut(round) else { continue };
        match chunks.last_mut() {
            Some(chunk) if chunk.len() < BATCH_WRITE_ITEMS => chunk.push(item),
            _ => chunks.push(vec![item]),
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::key::KeyScalar;

    fn prepared(keys: &[u8]) -> Vec<Prepared> {
        let item = |(at, key): (usize, &u8)| Prepared {
            at,
            key: ItemKey { partition: KeyScalar::S(format!("k{key}")), sort: None },
            request: WriteRequest::builder().build(),
        };
        keys.iter().enumerate().map(item).collect()
    }

    proptest! {
        #[test]
        fn every_item_is_sent_once_and_in_order_per_key(keys in proptest::collection::vec(0u8..40, 0..200)) {
            let mut last = BTreeMap::new();
            let mut count = 0;
            for round in rounds(prepared(&keys)) {
                let mut in_round = std::collections::BTreeSet::new();
                for chunk in round {
                    prop_assert!(!chunk.is_empty() && chunk.len() <= BATCH_WRITE_ITEMS);
                    for item in chunk {
                        count += 1;
                        prop_assert!(in_round.insert(item.key.clone()), "twice in one round");
                        let before = last.insert(item.key, item.at);
                        prop_assert!(before.is_none_or(|before| before < item.at), "out of order");
                    }
                }
            }
            prop_assert_eq!(count, keys.len());
        }
    }
}
