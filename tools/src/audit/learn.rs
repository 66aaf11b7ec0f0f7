//! Learns patterns from a sample of keys.
//!
//! Keys with the same numbers of parts are compared part by part. At each part, words that name a kind of item
//! (`ORDER`, `PROFILE`) divide the keys; every other text is a value. A word names a kind of item if it is the first
//! part of its attribute, or if items with another word have other attributes.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    kind::Kind,
    pattern::{KeyPattern, Part},
};

/// The number of items below which a text that they share may still differ in the next item.
const MIN_SHARED_ITEMS: usize = 20;

/// The maximum number of words that can name kinds of items at the beginning of a key, and after a value.
const MAX_FIRST_WORDS: usize = 64;
const MAX_FOLLOWING_WORDS: usize = 16;

/// Up to this number of words at the beginning of a key name kinds of items, whatever they look like.
const FEW: usize = 8;

/// Items are of several kinds if those with one word have, on average, less than this share of the attributes of all of
/// them.
const SHARED_ATTRIBUTES_SHARE: f64 = 0.6;

/// A key of the sample.
#[derive(Debug, Clone)]
pub(crate) struct Sampled<'a> {
    /// The parts of each attribute of the key.
    pub(crate) key: Vec<Vec<&'a str>>,
    /// The names of the item's other attributes.
    pub(crate) others: BTreeSet<&'a str>,
}

/// Learns the patterns of these keys. Each key matches one of them.
pub(crate) fn learn(sample: &[Sampled<'_>]) -> Vec<KeyPattern> {
    let mut by_lengths = BTreeMap::<Vec<usize>, Vec<&Sampled<'_>>>::new();
    for sampled in sample {
        by_lengths.entry(sampled.key.iter().map(Vec::len).collect()).or_default().push(sampled);
    }
    let mut patterns = BTreeSet::new();
    for (lengths, keys) in by_lengths {
        let positions =
            lengths.iter().enumerate().flat_map(|(attribute, length)| (0..*length).map(move |at| (attribute, at)));
        let pattern = KeyPattern { attributes: vec![Vec::new(); lengths.len()] };
        divide(&keys, &positions.collect::<Vec<_>>(), pattern, &mut patterns);
    }
    patterns.into_iter().collect()
}

fn divide(
    keys: &[&Sampled<'_>],
    positions: &[(usize, usize)],
    pattern: KeyPattern,
    patterns: &mut BTreeSet<KeyPattern>,
) {
    let Some((&(attribute, at), rest)) = positions.split_first() else {
        patterns.insert(pattern);
        return;
    };
    let before = pattern.attributes.get(attribute).map(Vec::as_slice).unwrap_or_default();
    let position =
        Position { attribute, at, is_only: length(keys, attribute) == 1, is_behind_word: ends_with_word(before) };
    let tags = position.tags(keys);
    let (mut by_tag, mut values) = (BTreeMap::<&str, Vec<&Sampled<'_>>>::new(), Vec::new());
    for key in keys {
        match position.text(key) {
            text if tags.contains(text) => by_tag.entry(text).or_default().push(key),
            _ => values.push(*key),
        }
    }
    let mut resume_after = |keys: &[&Sampled<'_>], part: Part| {
        let mut pattern = pattern.clone();
        if let Some(parts) = pattern.attributes.get_mut(attribute) {
            parts.push(part);
        }
        divide(keys, rest, pattern, patterns);
    };
    for (tag, keys) in by_tag {
        resume_after(&keys, Part::Literal(tag.to_owned()));
    }
    if !values.is_empty() {
        resume_after(&values, Part::Value);
    }
}

fn length(keys: &[&Sampled<'_>], attribute: usize) -> usize {
    keys.first().and_then(|key| key.key.get(attribute)).map_or(0, Vec::len)
}

fn ends_with_word(before: &[Part]) -> bool {
    matches!(before.last(), Some(Part::Literal(literal)) if !literal.is_empty())
}

/// A part at which keys are divided.
struct Position {
    attribute: usize,
    at: usize,
    /// Whether the part is the whole attribute.
    is_only: bool,
    is_behind_word: bool,
}

impl Position {
    fn text<'a>(&self, key: &Sampled<'a>) -> &'a str {
        key.key.get(self.attribute).and_then(|parts| parts.get(self.at)).copied().unwrap_or_default()
    }

    /// Returns the texts at this part that name kinds of items.
    fn tags<'a>(&self, keys: &[&Sampled<'a>]) -> BTreeSet<&'a str> {
        let mut counts = BTreeMap::<&str, usize>::new();
        let mut all = BTreeSet::new();
        for key in keys {
            let text = self.text(key);
            all.insert(text);
            if matches!(Kind::of(text), Kind::Word | Kind::Empty) {
                *counts.entry(text).or_default() += 1;
            }
        }
        if let (1, Some(only)) = (all.len(), all.first()) {
            return if self.is_constant(only, keys.len()) { all } else { BTreeSet::new() };
        }
        let most = if self.at == 0 { MAX_FIRST_WORDS } else { MAX_FOLLOWING_WORDS };
        let words = counts.values().sum::<usize>();
        if counts.len() > most {
            // With too many words, only frequent uppercase words name kinds of items.
            let enough = MIN_SHARED_ITEMS.max(keys.len() / MAX_FIRST_WORDS);
            counts.retain(|text, count| self.at == 0 && *count >= enough && is_upper(text));
            return counts.into_keys().collect();
        }
        // A partition key that consists of one word may be a name.
        let may_be_name = self.attribute == 0 && self.is_only && !counts.keys().all(|text| is_upper(text));
        let is_several = words == keys.len() && !may_be_name && self.has_several_kinds(keys);
        let are_tags = match (self.at, self.is_only, self.is_behind_word) {
            _ if is_several => true,
            (_, _, true) => false,
            // A single word among other values is a literal of its own, such as `PROFILE` among dates.
            (1.., _, _) if words < keys.len() => false,
            _ if words < keys.len() => {
                counts.retain(|text, count| text.is_empty() || is_upper(text) || *count >= MIN_SHARED_ITEMS);
                true
            }
            (0, false, _) if counts.len() <= FEW => {
                words >= 2 * counts.len() || counts.keys().all(|text| is_upper(text))
            }
            (0, false, _) => words >= MIN_SHARED_ITEMS * counts.len() && counts.keys().all(|text| is_upper(text)),
            (0, true, _) => has_only_keys(keys) && counts.len() <= FEW && counts.keys().all(|text| is_upper(text)),
            _ => has_only_keys(keys) && counts.len() <= FEW / 2,
        };
        if are_tags { counts.into_keys().collect() } else { BTreeSet::new() }
    }

    /// Returns whether the only text at this part will be in every key to come.
    fn is_constant(&self, text: &str, count: usize) -> bool {
        let is_word = matches!(Kind::of(text), Kind::Word | Kind::Empty);
        match () {
            () if count >= MIN_SHARED_ITEMS => true,
            () if self.is_behind_word || !is_word => text.is_empty(),
            () => !self.is_only || is_upper(text) || text.is_empty() || count > 1 && self.attribute > 0,
        }
    }

    /// Returns whether items with different texts at this part have different attributes.
    fn has_several_kinds(&self, keys: &[&Sampled<'_>]) -> bool {
        let mut by_text = BTreeMap::<&str, BTreeSet<&str>>::new();
        for key in keys {
            by_text.entry(self.text(key)).or_default().extend(&key.others);
        }
        let union: BTreeSet<_> = by_text.values().flatten().collect();
        let shares = by_text.values().map(|names| names.len() as f64 / union.len().max(1) as f64);
        !union.is_empty() && shares.sum::<f64>() / (by_text.len() as f64) < SHARED_ATTRIBUTES_SHARE
    }
}

/// Returns whether the sample has keys only.
fn has_only_keys(keys: &[&Sampled<'_>]) -> bool {
    keys.iter().all(|key| key.others.is_empty())
}

fn is_upper(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| !byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(items: &[(&str, &str, &[&'static str])]) -> Vec<String> {
        let sample: Vec<_> = items
            .iter()
            .map(|(partition, sort, others)| Sampled {
                key: vec![partition.split('#').collect(), sort.split('#').collect()],
                others: others.iter().copied().collect(),
            })
            .collect();
        learn(&sample).iter().map(text).collect()
    }

    fn text(pattern: &KeyPattern) -> String {
        let part = |part: &Part| match part {
            Part::Literal(literal) => literal.clone(),
            Part::Value => "<>".to_owned(),
        };
        let attribute = |parts: &Vec<Part>| parts.iter().map(part).collect::<Vec<_>>().join("#");
        pattern.attributes.iter().map(attribute).collect::<Vec<_>>().join(" | ")
    }

    /// A published design: recurring payments.
    #[test]
    fn two_items_of_different_entities_form_two_patterns() {
        let items: [(&str, &str, &[&str]); 2] = [
            ("ACC#123", "SUB#123#SKU#999", &["Email", "PaymentDay", "SKU"]),
            ("ACC#123", "REC#2023-05-28T14:15:39.247Z#SKU#999", &["ProcessedAmount", "TTL"]),
        ];
        assert_eq!(learned(&items), ["ACC#<> | REC#<>#SKU#<>", "ACC#<> | SUB#<>#SKU#<>"]);
    }

    /// A published design: a social network.
    #[test]
    fn a_word_after_a_value_is_a_tag_if_attributes_differ() {
        let items: [(&str, &str, &[&str]); 4] = [
            ("u#12345", "info", &["name", "content", "imageUrl"]),
            ("u#12345#follower", "u#23456", &[]),
            ("u#12345#follower", "u#34567", &[]),
            ("u#12345#post", "p#67890", &["content", "imageUrl", "timestamp"]),
        ];
        assert_eq!(learned(&items), ["u#<> | <>", "u#<>#follower | u#<>", "u#<>#post | p#<>"]);
    }

    #[test]
    fn names_and_codes_are_values() {
        let airports = ["EWR", "JFK", "LGA"];
        let items: Vec<(String, String)> = (0..60)
            .map(|n| (format!("ROUTE#{}#{}", airports[n % 3], airports[(n + 1) % 3]), format!("DAY#2013-07-{n:02}")))
            .collect();
        let items: Vec<(&str, &str, &[&str])> =
            items.iter().map(|(partition, sort)| (partition.as_str(), sort.as_str(), &["departures"][..])).collect();
        assert_eq!(learned(&items), ["ROUTE#<>#<> | DAY#<>"]);
        let items: [(&str, &str, &[&str]); 3] =
            [("ann", "PROFILE", &["email"]), ("bob", "PROFILE", &["email"]), ("eve", "2026-06-22", &["minutes"])];
        assert_eq!(learned(&items), ["<> | PROFILE", "<> | <>"]);
    }
}
