//! Counts distinct values: exactly if they are few, by HyperLogLog if they are many.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::hash::hash;

/// The number of values up to which the count is exact.
const EXACT: usize = 512;

/// Bits of the hash that select a register.
const INDEX_BITS: u32 = 12;

const REGISTERS: usize = 1 << INDEX_BITS;

/// Estimates the number of distinct values.
///
/// The count is exact up to 512. Above, HyperLogLog (Flajolet, Fusy, Gandouet, Meunier 2007) with 4,096 registers
/// estimates it with a standard error of 1.04 / sqrt(4,096), which is 1.6 %. Uses at most 4 KB.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Distinct {
    /// The hashes themselves.
    Exact(BTreeSet<u64>),
    /// For each register, the longest run of zeros.
    Registers(Vec<u8>),
}

impl Default for Distinct {
    fn default() -> Self {
        Self::Exact(BTreeSet::new())
    }
}

impl Distinct {
    /// Counts a value.
    pub(crate) fn add(&mut self, value: &str) {
        self.add_hash(hash(value));
    }

    fn add_hash(&mut self, hash: u64) {
        match self {
            Self::Exact(hashes) => {
                hashes.insert(hash);
                if hashes.len() > EXACT {
                    let mut registers = vec![0; REGISTERS];
                    hashes.iter().for_each(|hash| put(&mut registers, *hash));
                    *self = Self::Registers(registers);
                }
            }
            Self::Registers(registers) => put(registers, hash),
        }
    }

    /// Adds the values of another count. The result is the same as if all values had been counted by one.
    pub(crate) fn merge(&mut self, other: Self) {
        match (&mut *self, other) {
            (_, Self::Exact(hashes)) => hashes.into_iter().for_each(|hash| self.add_hash(hash)),
            (Self::Registers(registers), Self::Registers(others)) => {
                registers.iter_mut().zip(others).for_each(|(own, other)| *own = other.max(*own));
            }
            (Self::Exact(hashes), Self::Registers(mut registers)) => {
                hashes.iter().for_each(|hash| put(&mut registers, *hash));
                *self = Self::Registers(registers);
            }
        }
    }

    /// Returns whether the number is exact, provided that no two values share a 64-bit hash.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }

    /// Returns the number of distinct values.
    pub(crate) fn estimate(&self) -> u64 {
        match self {
            Self::Exact(hashes) => hashes.len() as u64,
            Self::Registers(registers) => estimate(registers),
        }
    }
}

fn put(registers: &mut [u8], hash: u64) {
    let index = (hash >> (u64::BITS - INDEX_BITS)) as usize;
    // The bit set at the end limits the run.
    let run = ((hash << INDEX_BITS) | (1 << (INDEX_BITS - 1))).leading_zeros() as u8 + 1;
    if let Some(register) = registers.get_mut(index) {
        *register = run.max(*register);
    }
}

fn estimate(registers: &[u8]) -> u64 {
    let count = registers.len() as f64;
    let alpha = 0.7213 / (1.0 + 1.079 / count);
    let sum: f64 = registers.iter().map(|register| 0.5_f64.powi(i32::from(*register))).sum();
    let raw = alpha * count * count / sum;
    let empty = registers.iter().filter(|register| **register == 0).count();
    // Up to 2.5 values per register, counting the empty registers is more accurate.
    let linear = raw <= 2.5 * count && empty > 0;
    let number = if linear { count * (count / empty as f64).ln() } else { raw };
    number.round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl Iterator<Item = String>) -> Distinct {
        let mut distinct = Distinct::default();
        values.for_each(|value| distinct.add(&value));
        distinct
    }

    #[test]
    fn up_to_512_values_are_counted_exactly() {
        for count in [0, 1, 2, 100, 512] {
            let twice = (0..count).chain(0..count).map(|n| format!("CUSTOMER#{n}"));
            let distinct = of(twice);
            assert!(distinct.is_exact());
            assert_eq!(distinct.estimate(), count);
        }
    }

    #[test]
    fn merged_counts_equal_one_count() {
        for (one, two) in [(0..100, 50..200), (0..400, 300..700), (0..400, 0..9_000), (0..9_000, 5_000..5_100)] {
            let value = |n: u64| format!("CUSTOMER#{n}");
            let all = of(one.clone().chain(two.clone()).map(value));
            let mut merged = of(one.map(value));
            merged.merge(of(two.map(value)));
            assert_eq!(merged, all);
        }
    }

    /// Allows four standard errors, for keys that differ in one number only.
    #[test]
    fn more_than_512_values_are_estimated_within_7_per_cent() {
        for count in [513_u64, 1_000, 5_000, 10_000, 11_000, 100_000] {
            for prefix in ["", "2026-06-22T14:00:00Z#"] {
                let distinct = of((0..count).map(|n| format!("{prefix}{n}")));
                let error = (distinct.estimate() as f64 / count as f64 - 1.0).abs();
                assert!(!distinct.is_exact() && error < 0.07, "{prefix}: {count}, {}", distinct.estimate());
            }
        }
    }
}
