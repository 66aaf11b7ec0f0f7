//! Counts which features schemas had together.

use std::{collections::BTreeMap, fmt};

/// How many schemas that compiled and ran had both features.
#[derive(Debug, Default)]
pub struct Coverage(BTreeMap<(&'static str, &'static str), usize>);

impl Coverage {
    /// Counts a schema with these features.
    pub fn count(&mut self, features: &[&'static str]) {
        for (place, one) in features.iter().enumerate() {
            for other in &features[place..] {
                *self.0.entry((one, other)).or_default() += 1;
            }
        }
    }
}

impl fmt::Display for Coverage {
    /// Writes a line for each feature: how many schemas had it, and how many had it with each other feature.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut features: Vec<_> = self.0.keys().map(|(one, _)| *one).collect();
        features.dedup();
        for (place, one) in features.iter().enumerate() {
            write!(f, "{:>3} {one:<24}", place + 1)?;
            for other in &features[..=place] {
                write!(f, "{:>5}", self.0.get(&(*other, *one)).copied().unwrap_or_default())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
