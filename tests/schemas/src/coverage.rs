//! Counts which features schemas had together.

mod possible;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs, io,
    path::Path,
};

use crate::schema::Schema;
use possible::{features, may_meet};

/// How many schemas had both features on one field, in one key or in one operation.
#[derive(Debug, Default)]
pub struct Coverage {
    ran: BTreeMap<(&'static str, &'static str), usize>,
    drawn: BTreeMap<(&'static str, &'static str), usize>,
}

impl Coverage {
    /// Counts a schema that was drawn.
    pub fn count_drawn(&mut self, schema: &Schema) {
        for pair in pairs(schema) {
            *self.drawn.entry(pair).or_default() += 1;
        }
    }

    /// Counts a schema that compiled and ran.
    pub fn count_ran(&mut self, schema: &Schema) {
        for pair in pairs(schema) {
            *self.ran.entry(pair).or_default() += 1;
        }
    }

    /// Returns how rare the pairs of a schema are. A pair that has often been drawn and has not run is perhaps refused.
    pub fn rarity(&self, schema: &Schema) -> f64 {
        let of = |counts: &BTreeMap<_, usize>, pair| counts.get(pair).copied().unwrap_or_default() as f64;
        pairs(schema).iter().map(|pair| 1.0 / (1.0 + of(&self.ran, pair) + of(&self.drawn, pair)).powi(2)).sum()
    }

    /// Returns the pairs that may meet and that fewer schemas had than this, each with the number of schemas that were
    /// drawn and of those that ran.
    pub fn below(&self, least: usize) -> Vec<(&'static str, &'static str, usize, usize)> {
        let features: Vec<_> = self.features();
        let mut below = Vec::new();
        for (place, one) in features.iter().enumerate() {
            for other in &features[place + 1..] {
                let of = |counts: &BTreeMap<_, usize>| counts.get(&(*one, *other)).copied().unwrap_or_default();
                if of(&self.ran) < least && may_meet(one, other) {
                    below.push((*one, *other, of(&self.drawn), of(&self.ran)));
                }
            }
        }
        below
    }

    /// Reads counts that [`save`](Self::save) has written.
    pub fn load(path: &Path) -> io::Result<Self> {
        let mut coverage = Self::default();
        let known: BTreeMap<&str, &'static str> = features().map(|feature| (feature, feature)).collect();
        for line in fs::read_to_string(path)?.lines() {
            let words: Vec<&str> = line.split('\t').collect();
            let [one, other, drawn, ran] = words.as_slice() else { continue };
            if let (Some(one), Some(other), Ok(drawn), Ok(ran)) =
                (known.get(one), known.get(other), drawn.parse(), ran.parse())
            {
                coverage.drawn.insert((*one, *other), drawn);
                coverage.ran.insert((*one, *other), ran);
            }
        }
        Ok(coverage)
    }

    /// Writes all counts, so that another run can go on with them.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let lines = self.drawn.iter().map(|((one, other), drawn)| {
            let ran = self.ran.get(&(*one, *other)).copied().unwrap_or_default();
            format!("{one}\t{other}\t{drawn}\t{ran}\n")
        });
        fs::write(path, lines.collect::<String>())
    }

    fn features(&self) -> Vec<&'static str> {
        self.drawn.keys().flat_map(|(one, other)| [*one, *other]).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// Returns the pairs of features that a schema has together, each feature with itself included.
fn pairs(schema: &Schema) -> BTreeSet<(&'static str, &'static str)> {
    let mut pairs = BTreeSet::new();
    for features in schema.together() {
        for one in &features {
            pairs.extend(features.range::<&str, _>(one..).map(|other| (*one, *other)));
        }
    }
    pairs
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
