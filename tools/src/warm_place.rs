//! The table and the indexes whose warm throughput is a parameter of a template.

use keywright::{Schema, Table};

use keywright::load::{WarmThroughput, warm_throughput};

/// The table or an index that asks for warm throughput.
#[derive(Debug, Clone)]
pub(crate) struct WarmPlace {
    /// The index, or `None` for the table.
    pub(crate) index: Option<&'static str>,
    /// What its parameters' names end with: nothing for the table, and the index's name, in characters that an
    /// identifier can have, for an index.
    pub(crate) suffix: String,
    /// The design's figures, of which one at least is not `None`.
    pub(crate) figures: WarmThroughput,
}

impl WarmPlace {
    /// How a description names it.
    pub(crate) fn described(&self) -> String {
        self.index.map_or_else(|| "the table".to_owned(), |index| format!("the index {index}"))
    }
}

/// The places that ask for warm throughput, the table first. `replacement` stands for each character of an index's name
/// that an identifier cannot have.
pub(crate) fn warm_places<S: Schema>(replacement: &str) -> Vec<WarmPlace> {
    let indexes = <S::Table as Table>::SCHEMA.indexes.iter().map(|index| Some(index.name));
    let names = std::iter::once(None).chain(indexes);
    let mut taken = Vec::new();
    let places = names.map(|index| {
        let suffix = unique_suffix(&taken, identifier(index.unwrap_or_default(), replacement));
        taken.push(suffix.clone());
        WarmPlace { index, suffix, figures: warm_throughput(S::ENTITIES, index) }
    });
    places.filter(|place| place.figures.is_needed()).collect()
}

fn identifier(name: &str, replacement: &str) -> String {
    let part = |char: char| if char.is_ascii_alphanumeric() { char.to_string() } else { replacement.to_owned() };
    name.chars().map(part).collect()
}

/// Index names may differ in nothing but characters that an identifier cannot have, such as `a.b` and `a-b`.
fn unique_suffix(taken: &[String], mut suffix: String) -> String {
    while taken.contains(&suffix) {
        suffix.push('2');
    }
    suffix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_unique_identifiers() {
        let mut taken = vec![String::new()];
        for index in ["a.b", "a-b", "ab", "..."] {
            let suffix = unique_suffix(&taken, identifier(index, ""));
            taken.push(suffix);
        }
        assert_eq!(taken, ["", "ab", "ab2", "ab22", "2"]);
        assert_eq!(identifier("By-State.v2", "_"), "By_State_v2");
    }
}
