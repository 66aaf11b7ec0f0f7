//! Encodes ranks of lanes in few bytes: runs of consecutive ranks, each as the number of omitted ranks before it and
//! its length.
//!
//! Both are little-endian numbers of 7 bits per byte. Every run except the last is marked as having a successor.

/// The maximum number of ranks that are read, so that the ranks of a forged cursor take at most 4 MB.
pub(super) const MAX: usize = 1 << 20;

/// Writes ranks in any order. There must be at least one.
pub(super) fn write(out: &mut Vec<u8>, ranks: &[u32]) {
    let mut ranks = ranks.to_vec();
    ranks.sort_unstable();
    ranks.dedup();
    let mut next = 0;
    let mut runs = ranks.chunk_by(|a, b| a.abs_diff(*b) == 1).peekable();
    while let Some(run) = runs.next() {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let is_last = runs.peek().is_none();
        number(out, first.abs_diff(next).into());
        number(out, (u64::from(last.abs_diff(*first)) << 1) | u64::from(is_last));
        next = last.saturating_add(1);
    }
}

/// Reads ranks in ascending order, and removes their bytes. `None` if there are none, or more than `room`.
pub(super) fn read(from: &mut &[u8], room: usize) -> Option<Vec<u32>> {
    let mut ranks = Vec::new();
    let mut next = 0_u64;
    loop {
        let first = next.checked_add(take(from)?)?;
        let more = take(from)?;
        let last = first.checked_add(more >> 1)?;
        let (first, end) = (u32::try_from(first).ok()?, u32::try_from(last).ok()?);
        if usize::try_from(end.checked_sub(first)?).ok()? >= room.checked_sub(ranks.len())? {
            return None;
        }
        ranks.extend(first..=end);
        if more & 1 == 1 {
            return Some(ranks);
        }
        next = last + 1;
    }
}

fn number(out: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        out.push(0x80 | (number & 0x7f) as u8);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number of at most 5 bytes.
fn take(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..5 {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn written(ranks: &[u32]) -> Vec<u8> {
        let mut out = Vec::new();
        write(&mut out, ranks);
        out
    }

    fn all(bytes: &[u8]) -> Option<Vec<u32>> {
        let mut from = bytes;
        read(&mut from, MAX).filter(|_| from.is_empty())
    }

    proptest! {
        #[test]
        fn ranks_round_trip_in_order(ranks in prop::collection::vec(prop_oneof![0..30_u32, any::<u32>()], 1..60)) {
            let sorted: Vec<u32> = ranks.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
            prop_assert_eq!(all(&written(&ranks)), Some(sorted));
        }

        #[test]
        fn any_bytes_decode_to_sorted_ranks_or_nothing(bytes: Vec<u8>, room in 0..100_usize) {
            if let Some(ranks) = read(&mut &bytes[..], room) {
                prop_assert!(!ranks.is_empty() && ranks.len() <= room);
                prop_assert!(ranks.is_sorted_by(|a, b| a < b));
            }
        }
    }

    #[test]
    fn runs_of_ranks_are_encoded_as_one_range() {
        assert_eq!(written(&[0]), [0, 1]);
        assert_eq!(written(&[7, 5, 6]), [5, 5]);
        assert_eq!(written(&(0..1_000).collect::<Vec<_>>()).len(), 3);
        assert_eq!(written(&(0..1_000).map(|rank| 2 * rank).collect::<Vec<_>>()).len(), 2_000);
        assert_eq!(all(&written(&[0, u32::MAX])), Some(vec![0, u32::MAX]));
    }

    #[test]
    fn oversized_runs_are_rejected() {
        let mut bytes = Vec::new();
        number(&mut bytes, 0);
        number(&mut bytes, (u64::from(u32::MAX) << 1) | 1);
        assert_eq!(all(&bytes), None);
        bytes.clear();
        number(&mut bytes, 0);
        number(&mut bytes, (MAX as u64 - 1) << 1 | 1);
        assert_eq!(all(&bytes).map(|ranks| ranks.len()), Some(MAX));
        assert_eq!(all(&[]), None);
    }
}
