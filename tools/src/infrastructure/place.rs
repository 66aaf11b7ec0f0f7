//! The parts with their own throughput: the table, and each global index.

use keywright::{
    load::{WarmThroughput, peak_units, warm_throughput},
    schema::EntitySchema,
    throttling::Throughput,
};

/// The table or a global index.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    /// The index, or `None` for the table.
    pub(crate) index: Option<String>,
    /// The warm throughput that the declared peaks need.
    pub(crate) warm: WarmThroughput,
    /// The units per second at the declared peaks.
    pub(crate) peak: Peak,
    /// The suffix of the identifiers of its resources, in letters and digits. Empty for the table.
    pub(crate) camel: String,
    /// The suffix for Terraform, with underscores in place of other characters.
    pub(crate) snake: String,
}

/// How a table or an index behaves whose warm throughput does not serve its launch.
pub(crate) const THROTTLES_AT_LAUNCH: &str = "throttles for minutes when it is launched at its peak";

/// Units per second at the declared peaks.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Peak {
    pub(crate) read_units: u64,
    pub(crate) write_units: u64,
}

impl Peak {
    pub(crate) fn of(&self, throughput: Throughput) -> u64 {
        match throughput {
            Throughput::Read => self.read_units,
            Throughput::Write => self.write_units,
        }
    }
}

impl Place {
    /// Returns the places with these names.
    pub(crate) fn of_all<'a>(names: impl Iterator<Item = Option<&'a str>>, entities: &[&EntitySchema]) -> Vec<Self> {
        let mut places = Vec::new();
        for index in names {
            let peak = peak_units(entities, index);
            let peak = Peak { read_units: peak.read_units.ceil() as u64, write_units: peak.write_units };
            let place = Self { warm: warm_throughput(entities, index), peak, ..Self::named(index, &places) };
            places.push(place);
        }
        places
    }

    /// Makes a place without load, with identifiers that no other place has.
    pub(crate) fn named(index: Option<&str>, others: &[Self]) -> Self {
        let name = index.unwrap_or_default();
        Self {
            index: index.map(str::to_owned),
            camel: unique_suffix(others.iter().map(|other| &other.camel), identifier(name, "")),
            snake: unique_suffix(others.iter().map(|other| &other.snake), identifier(name, "_")),
            ..Self::default()
        }
    }

    /// Returns its name in descriptions.
    pub(crate) fn described(&self) -> String {
        self.index.as_ref().map_or_else(|| "the table".to_owned(), |index| format!("the index {index}"))
    }

    /// Returns a sentence about the launch of the table, if the requested warm throughput does not serve it.
    pub(crate) fn launch(&self) -> Option<String> {
        self.warm.throttles_at_launch().then(|| format!("{} {THROTTLES_AT_LAUNCH}.", capitalized(&self.described())))
    }

    /// Returns its name in titles.
    pub(crate) fn title(&self) -> &str {
        self.index.as_deref().unwrap_or("table")
    }

    /// Returns the warm throughput that the declared peaks need.
    pub(crate) fn warm_units(&self, throughput: Throughput) -> Option<u64> {
        match throughput {
            Throughput::Read => self.warm.read_units,
            Throughput::Write => self.warm.write_units,
        }
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

/// Returns the word for reading or writing in texts.
pub(crate) fn word(throughput: Throughput) -> &'static str {
    match throughput {
        Throughput::Read => "read",
        Throughput::Write => "write",
    }
}

/// Replaces each character that an identifier cannot have.
fn identifier(name: &str, replacement: &str) -> String {
    let part = |char: char| if char.is_ascii_alphanumeric() { char.to_string() } else { replacement.to_owned() };
    name.chars().map(part).collect()
}

/// Makes a suffix unique. Names such as `a.b` and `a-b` differ only in characters that an identifier cannot have.
fn unique_suffix<'a>(taken: impl Iterator<Item = &'a String> + Clone, mut suffix: String) -> String {
    while taken.clone().any(|taken| *taken == suffix) {
        suffix.push('2');
    }
    suffix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_unique_identifiers() {
        let names = [None, Some("a.b"), Some("a-b"), Some("ab"), Some("...")];
        let places = Place::of_all(names.into_iter(), &[]);
        let camel: Vec<_> = places.iter().map(|place| place.camel.as_str()).collect();
        assert_eq!(camel, ["", "ab", "ab2", "ab22", "2"]);
        let snake: Vec<_> = places.iter().map(|place| place.snake.as_str()).collect();
        assert_eq!(snake, ["", "a_b", "a_b2", "ab", "___"]);
        assert_eq!(identifier("By-State.v2", "_"), "By_State_v2");
    }
}
