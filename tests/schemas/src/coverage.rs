//! Counts which features schemas had together.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use crate::schema::Schema;

/// How many schemas had both features on one field, in one key or in one operation.
#[derive(Debug, Default)]
pub struct Coverage {
    ran: BTreeMap<(&'static str, &'static str), usize>,
    drawn: BTreeMap<(&'static str, &'static str), usize>,
}

impl Coverage {
    /// Counts a schema that was drawn, and whether it compiled and ran.
    pub fn count(&mut self, schema: &Schema, ran: bool) {
        let mut pairs = BTreeSet::new();
        for features in schema.together() {
            for one in &features {
                pairs.extend(features.iter().filter(|other| *other >= one).map(|other| (*one, *other)));
            }
        }
        for pair in pairs {
            *self.drawn.entry(pair).or_default() += 1;
            *self.ran.entry(pair).or_default() += usize::from(ran);
        }
    }

    /// Returns the pairs that fewer schemas had than this, with the number of those that were drawn and of those that
    /// ran.
    pub fn below(&self, least: usize) -> Vec<(&'static str, &'static str, usize, usize)> {
        let features: Vec<_> = self.features();
        let mut below = Vec::new();
        for (place, one) in features.iter().enumerate() {
            for other in &features[place + 1..] {
                let of = |counts: &BTreeMap<_, usize>| counts.get(&(*one, *other)).copied().unwrap_or_default();
                if of(&self.ran) < least {
                    below.push((*one, *other, of(&self.drawn), of(&self.ran)));
                }
            }
        }
        below
    }

    fn features(&self) -> Vec<&'static str> {
        self.drawn.keys().flat_map(|(one, other)| [*one, *other]).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

impl fmt::Display for Coverage {
    /// Writes a line for each feature: how many schemas had it, and how many had it with each feature before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let features = self.features();
        for (place, one) in features.iter().enumerate() {
            write!(f, "{:>3} {one:<24}", place + 1)?;
            for other in &features[..=place] {
                write!(f, "{:>5}", self.ran.get(&(*other, *one)).copied().unwrap_or_default())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
