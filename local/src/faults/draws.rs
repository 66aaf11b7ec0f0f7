//! Random numbers that depend on what they are drawn for, but not on when.

use crate::hash::{hash, mix};
use crate::random::Random;
use crate::request::Target;

/// The random numbers of one request under one rule.
#[derive(Debug)]
pub(super) struct Draws(Random);

impl Draws {
    pub(super) fn new(seed: u64, rule: usize, lane: &[Target], number: u64) -> Self {
        let texts = |target: &Target| {
            [Some(&target.table), target.index.as_ref(), target.lane.as_ref()]
                .map(|text| text.cloned().unwrap_or_default())
        };
        let lane: Vec<String> = lane.iter().flat_map(texts).collect();
        let start = mix(mix(seed).wrapping_add(rule as u64)).wrapping_add(number);
        Self(Random::new(hash(mix(start), lane.iter().map(String::as_str))))
    }

    /// Draws a number between 0 and 1, both excluded.
    pub(super) fn uniform(&mut self) -> f64 {
        self.0.uniform()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(name: &str) -> Vec<Target> {
        vec![Target { table: "t".into(), index: None, lane: Some(name.into()) }]
    }

    #[test]
    fn draws_spread_evenly_within_and_across_requests() {
        let mut tenths = [[0_u32; 10]; 2];
        for number in 0..50_000 {
            let mut draws = Draws::new(1, 0, &lane("a"), number);
            for tenths in &mut tenths {
                let drawn = draws.uniform();
                assert!(drawn > 0.0 && drawn < 1.0);
                tenths[(drawn * 10.0) as usize] += 1;
            }
        }
        // Binomial with mean 5,000 and standard deviation 67.
        assert!(tenths.as_flattened().iter().all(|count| count.abs_diff(5_000) < 300), "{tenths:?}");
    }

    #[test]
    fn draws_depend_on_seed_rule_lane_index_and_request_number() {
        let first = |seed, rule, lane: &[Target], number| Draws::new(seed, rule, lane, number).uniform();
        let drawn = first(1, 0, &lane("a"), 0);
        assert_eq!(drawn, first(1, 0, &lane("a"), 0));
        let index = vec![Target { table: "t".into(), index: Some("a".into()), lane: None }];
        for other in [
            first(2, 0, &lane("a"), 0),
            first(1, 1, &lane("a"), 0),
            first(1, 0, &lane("b"), 0),
            first(1, 0, &index, 0),
            first(1, 0, &lane("a"), 1),
        ] {
            assert_ne!(drawn, other);
        }
    }
}
