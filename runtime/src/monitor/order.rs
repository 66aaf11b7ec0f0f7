//! Finds the lightest counter.

/// Orders counters by weight, lightest first, according to their last known weights: a heap whose nodes have four
/// children.
///
/// When a counter grows, its weight in the heap is corrected only when it reaches the top. So counting a key that has a
/// counter costs only the search for it, and each correction is paid for by an earlier addition. With four children
/// there are half as many levels as with two.
#[derive(Debug)]
pub(super) struct Order(Vec<u64>);

/// The lowest bits of an entry are the slot of the counter, the others its weight, so that entries compare like pairs.
const SLOT_BITS: u32 = 16;

impl Order {
    pub(super) fn new(counters: u16) -> Self {
        Self(Vec::with_capacity(usize::from(counters)))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a counter of weight 0. Slots are added in ascending order before any has a weight, so appending keeps the
    /// heap valid.
    pub(super) fn push(&mut self, slot: u16) {
        self.0.push(u64::from(slot));
    }

    /// The counter at the top, and its last known weight.
    pub(super) fn top(&self) -> Option<(u32, u16)> {
        let top = *self.0.first()?;
        Some(((top >> SLOT_BITS) as u32, top as u16))
    }

    /// Corrects the weight of the counter at the top, which has grown.
    pub(super) fn correct_top(&mut self, weight: u32) {
        let Some((_, slot)) = self.top() else { return };
        let entry = u64::from(weight) << SLOT_BITS | u64::from(slot);
        let mut at = 0;
        while let Some((child, least)) = self.least_child(at)
            && least < entry
        {
            self.set(at, least);
            at = child;
        }
        self.set(at, entry);
    }

    fn least_child(&self, at: usize) -> Option<(usize, u64)> {
        let first = 4 * at + 1;
        let children = self.0.get(first..)?;
        if let Some(&[a, b, c, d]) = children.first_chunk() {
            let (left, right) = (if b < a { (1, b) } else { (0, a) }, if d < c { (3, d) } else { (2, c) });
            let (place, least) = if right.1 < left.1 { right } else { left };
            return Some((first + place, least));
        }
        let (place, least) = children.iter().enumerate().min_by_key(|(_, entry)| **entry)?;
        Some((first + place, *least))
    }

    fn set(&mut self, at: usize, entry: u64) {
        if let Some(place) = self.0.get_mut(at) {
            *place = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Compares the top with a search of all counters.
        #[test]
        fn the_top_is_the_lightest(counters in 1_u16..40, steps in proptest::collection::vec(0_u32..9, 0..300)) {
            let mut order = Order::new(counters);
            let mut weights: Vec<(u32, u16)> = (0..counters).map(|slot| (0, slot)).collect();
            (0..counters).for_each(|slot| order.push(slot));
            for step in steps {
                let (weight, slot) = order.top().unwrap();
                prop_assert_eq!(Some(&(weight, slot)), weights.iter().min());
                weights[usize::from(slot)].0 += step;
                order.correct_top(weight + step);
            }
            order.clear();
            prop_assert_eq!(order.top(), None);
        }
    }

    #[test]
    fn the_greatest_weight_and_slot_fit() {
        let mut order = Order::new(1);
        order.push(u16::MAX);
        order.correct_top(u32::MAX);
        assert_eq!(order.top(), Some((u32::MAX, u16::MAX)));
    }
}
