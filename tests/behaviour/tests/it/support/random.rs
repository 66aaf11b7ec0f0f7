//! Reproducible random choices.

/// A generator of random numbers (SplitMix64). Equal seeds give equal numbers.
pub struct Random(pub u64);

impl Random {
    /// Returns a number below the bound.
    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    /// Returns `true` with a probability of one in this many.
    pub fn is(&mut self, one_in: u32) -> bool {
        self.below(one_in) == 0
    }

    /// Returns one of these choices.
    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
