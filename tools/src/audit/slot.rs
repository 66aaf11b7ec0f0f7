//! Collects statistics of the values of one part of a key.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{kind::Kind, sketch::Distinct};

/// The number of bytes kept of the least and of the greatest value.
const MAX_KEPT_BYTES: usize = 64;

/// The number of shards of a partition key up to which a number can look like one.
const MAX_SHARDS: usize = 256;

/// The number of items of each shard from which their counts can be compared.
const MIN_SHARD_ITEMS: u64 = 20;

/// Ten-digit Unix times in seconds, from 2001 to 2096.
const EPOCH_SECONDS: std::ops::Range<&str> = "1000000000".."4000000000";

/// Thirteen-digit Unix times in milliseconds, from 2001 to 2096.
const EPOCH_MILLISECONDS: std::ops::Range<&str> = "1000000000000".."4000000000000";

/// Statistics of the values of a part.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Slot {
    kinds: BTreeMap<Kind, u64>,
    distinct: Distinct,
    /// The least value in byte order.
    least: String,
    greatest: String,
    narrowest: usize,
    widest: usize,
    /// Numbers with leading zeros.
    padded: u64,
    /// Numbers that are not a 64-bit integer, or are written in another way.
    fractions: u64,
    negative: u64,
    /// The number of items for each number below [`MAX_SHARDS`], while all values are such numbers.
    #[serde(default)]
    small: Vec<u64>,
}

/// The format of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NumberForm {
    /// No leading zeros, and no negative numbers.
    Unsigned,
    /// No leading zeros, and some negative numbers.
    Signed,
    /// Padded with zeros to this number of digits.
    Padded(usize),
    /// Leading zeros with several widths, fractions, or more than 64 bits.
    Other,
}

/// Numbers without gaps, with about as many items each: they look like the shards of a partition key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LikelyShards {
    /// The least number: 0 or 1.
    pub first: u64,
    /// The number of shards.
    pub count: u64,
    /// The number of items of the shard with the fewest items.
    pub least_items: u64,
    /// The number of items of the shard with the most items.
    pub most_items: u64,
}

/// The unit in which digits count from 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Epoch {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
}

impl Slot {
    /// Counts a value.
    pub(crate) fn add(&mut self, kind: Kind, text: &str) {
        self.add_many(kind, text, 1);
    }

    /// Counts a value that `items` items share.
    pub(crate) fn add_many(&mut self, kind: Kind, text: &str, items: u64) {
        let is_first = self.kinds.is_empty();
        self.count_small(is_first, kind, text, items);
        *self.kinds.entry(kind).or_default() += items;
        self.distinct.add(text);
        if is_first || text < self.least.as_str() {
            self.least = kept(text);
        }
        if is_first || kept(text) > self.greatest {
            self.greatest = kept(text);
        }
        self.narrowest = if is_first { text.len() } else { self.narrowest.min(text.len()) };
        self.widest = self.widest.max(text.len());
        if matches!(kind, Kind::Digits | Kind::Number) {
            self.padded += u64::from(text.len() > 1 && text.starts_with('0'));
            self.negative += u64::from(text.starts_with('-'));
            self.fractions += u64::from(!is_integer(text));
        }
    }

    fn count_small(&mut self, is_first: bool, kind: Kind, text: &str, items: u64) {
        let number = text.parse::<usize>().ok().filter(|number| kind == Kind::Digits && *number < MAX_SHARDS);
        match number {
            Some(number) if is_first || !self.small.is_empty() => {
                self.small.resize(self.small.len().max(number + 1), 0);
                self.small[number] += items;
            }
            _ => self.small = Vec::new(),
        }
    }

    /// Returns how the values look like shards, if they do: numbers from 0 or 1 on without gaps, none of which has more
    /// than twice the items of another one.
    pub(crate) fn likely_shards(&self) -> Option<LikelyShards> {
        let first = usize::from(*self.small.first()? == 0);
        let shards = self.small.get(first..).filter(|shards| shards.len() > 1)?;
        let (least, most) = (*shards.iter().min()?, *shards.iter().max()?);
        let count = u64::try_from(shards.len()).ok()?;
        (least >= MIN_SHARD_ITEMS && most <= 2 * least).then_some(LikelyShards {
            first: first as u64,
            count,
            least_items: least,
            most_items: most,
        })
    }

    /// Adds the values of the same part in other keys.
    pub(crate) fn merge(&mut self, other: Self) {
        if self.kinds.is_empty() || other.kinds.is_empty() {
            if self.kinds.is_empty() {
                *self = other;
            }
            return;
        }
        for (kind, items) in other.kinds {
            *self.kinds.entry(kind).or_default() += items;
        }
        match self.small.is_empty() || other.small.is_empty() {
            true => self.small = Vec::new(),
            false => {
                self.small.resize(self.small.len().max(other.small.len()), 0);
                self.small.iter_mut().zip(other.small).for_each(|(own, other)| *own += other);
            }
        }
        self.distinct.merge(other.distinct);
        self.least = other.least.min(std::mem::take(&mut self.least));
        self.greatest = other.greatest.max(std::mem::take(&mut self.greatest));
        self.narrowest = self.narrowest.min(other.narrowest);
        self.widest = self.widest.max(other.widest);
        self.padded += other.padded;
        self.fractions += other.fractions;
        self.negative += other.negative;
    }

    /// Returns the kind that covers all values.
    pub(crate) fn kind(&self) -> Kind {
        let mut kinds = self.kinds.keys().copied().filter(|kind| *kind != Kind::Empty);
        let Some(first) = kinds.next() else { return Kind::Empty };
        kinds.fold(first, |one, two| match (one, two) {
            _ if one.is_time() && two.is_time() => Kind::OtherTime,
            (Kind::TimeUuid | Kind::Uuid, Kind::TimeUuid | Kind::Uuid) => Kind::Uuid,
            // A few of many hexadecimal ids happen to have no letter.
            (Kind::Digits, Kind::Hex) | (Kind::Hex, Kind::Digits) => Kind::Hex,
            _ => Kind::Text,
        })
    }

    /// Returns the format of the numbers, if all values are numbers.
    pub(crate) fn number(&self) -> Option<NumberForm> {
        let is_number = matches!(self.kind(), Kind::Digits | Kind::Number) && !self.kinds.contains_key(&Kind::Empty);
        is_number.then_some(match (self.padded, self.fractions, self.negative) {
            (0, 0, 0) => NumberForm::Unsigned,
            (0, 0, _) => NumberForm::Signed,
            (_, 0, 0) if self.narrowest == self.widest => NumberForm::Padded(self.widest),
            _ => NumberForm::Other,
        })
    }

    /// Returns the unit in which the digits count from 1970, if all of them look like times of this century.
    pub(crate) fn epoch(&self) -> Option<Epoch> {
        let within = |range: std::ops::Range<&str>| {
            let same_width = self.narrowest == range.start.len() && self.widest == range.start.len();
            same_width && range.start <= self.least.as_str() && self.greatest.as_str() < range.end
        };
        match self.number()? {
            NumberForm::Unsigned if within(EPOCH_SECONDS) => Some(Epoch::Seconds),
            NumberForm::Unsigned if within(EPOCH_MILLISECONDS) => Some(Epoch::Milliseconds),
            _ => None,
        }
    }

    /// Returns the count of distinct values.
    pub(crate) fn distinct(&self) -> &Distinct {
        &self.distinct
    }

    /// Returns the least and the greatest value in byte order, cut to 64 bytes.
    pub(crate) fn range(&self) -> (&str, &str) {
        (&self.least, &self.greatest)
    }

    /// Returns whether some value is empty.
    pub(crate) fn has_empty(&self) -> bool {
        self.kinds.contains_key(&Kind::Empty)
    }
}

/// Returns whether a text is an integer in the form that Rust writes.
pub(crate) fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (text.parse::<u64>().is_ok() || text.parse::<i64>().is_ok())
}

fn kept(text: &str) -> String {
    let end = (0..=MAX_KEPT_BYTES.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    text.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(texts: &[&str]) -> Slot {
        let mut slot = Slot::default();
        texts.iter().for_each(|text| slot.add(Kind::of(text), text));
        slot
    }

    #[test]
    fn kinds_are_widened() {
        assert_eq!(slot(&["1", "22"]).kind(), Kind::Digits);
        assert_eq!(slot(&["1", "a"]).kind(), Kind::Text);
        assert_eq!(slot(&["2026-06-22", "2026-06-22T14:00:00Z"]).kind(), Kind::OtherTime);
        assert_eq!(slot(&["2026-06-22", "later"]).kind(), Kind::Text);
    }

    #[test]
    fn the_form_of_numbers_is_recognized() {
        assert_eq!(slot(&["1", "0", "22"]).number(), Some(NumberForm::Unsigned));
        assert_eq!(slot(&["001", "022"]).number(), Some(NumberForm::Padded(3)));
        assert_eq!(slot(&["001", "22"]).number(), Some(NumberForm::Other));
        assert_eq!(slot(&["99999999999999999999"]).number(), Some(NumberForm::Other));
        assert_eq!(slot(&["1", "a"]).number(), None);
        assert_eq!(slot(&["1700000000", "1700000001"]).epoch(), Some(Epoch::Seconds));
        assert_eq!(slot(&["1700000000000"]).epoch(), Some(Epoch::Milliseconds));
        assert_eq!(slot(&["17", "1700000000"]).epoch(), None);
    }

    #[test]
    fn numbers_without_gaps_and_with_even_counts_look_like_shards() {
        let of = |numbers: &[(&str, u64)]| {
            let mut slot = Slot::default();
            numbers.iter().for_each(|(text, items)| slot.add_many(Kind::of(text), text, *items));
            let shards = slot.likely_shards()?;
            Some((shards.first, shards.count, shards.least_items, shards.most_items))
        };
        assert_eq!(of(&[("1", 30), ("0", 25), ("2", 40)]), Some((0, 3, 25, 40)));
        assert_eq!(of(&[("01", 30), ("02", 25)]), Some((1, 2, 25, 30)));
        for other in [
            &[("0", 30), ("2", 30)][..],
            &[("2", 30), ("3", 30)],
            &[("0", 30), ("1", 61)],
            &[("0", 19), ("1", 19)],
            &[("0", 30)],
            &[("0", 30), ("1", 30), ("a", 1)],
            &[("a", 1), ("0", 30), ("1", 30)],
            &[("0", 30), ("1", 30), ("256", 30)],
        ] {
            assert_eq!(of(other), None, "{other:?}");
        }
    }

    #[test]
    fn long_values_are_cut_between_characters() {
        let long = "ä".repeat(40);
        assert_eq!(slot(&[&long]).range().0.len(), 64);
        assert_eq!(slot(&[&format!("a{long}")]).range().0.len(), 63);
    }
}
