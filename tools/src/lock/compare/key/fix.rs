//! Describes what to write in the schema so that older items stay readable.

use super::{Gap, Keys};
use crate::{
    instant,
    lock::{
        compare::coverage::{is_newly_raw, is_of_another_type},
        model::{Design, FieldPart, Shards, Template, Times},
    },
};

impl Keys<'_> {
    pub(super) fn keep_partition(&self, gap: Gap) -> String {
        let old = &self.old.partition;
        let reached = self.new.legacy.iter().find(|legacy| self.judge.coverage(old, &legacy.design).is_ok());
        if let Some(until) = reached.and_then(|legacy| legacy.times.until) {
            return format!(
                "items were written under the older key after {}; drop its `until`, or set a future one",
                instant::text(until)
            );
        }
        let legacy = format!("add {} {}", legacy(old), self.place("to"));
        match gap {
            Gap::Since(since) => format!(
                "items of times before {} are under this key; keep its `since`, or {legacy}",
                instant::text(since)
            ),
            Gap::Delimiter => self.keep_delimiter(),
            Gap::Template => match self.keep_fields(&old.template) {
                Some((is_enough, keep)) if is_enough => keep,
                Some((_, keep)) => format!("{keep}; else {legacy}"),
                None => legacy,
            },
            Gap::Hash if self.has_only_more_shards() => format!(
                "keep `count = {}` and add `grow(at = \"..\", count = {})` with a future instant, or {legacy}",
                old.shards.as_ref().map_or(0, |shards| shards.count),
                self.new.partition.shards.as_ref().map_or(0, Shards::most),
            ),
            Gap::Past(at) => format!(
                "keep the shards since {}, which contain items, and grow at a future instant; or {legacy}",
                instant::text(at)
            ),
            Gap::Hash | Gap::Shards => legacy,
        }
    }

    pub(super) fn keep_sort(&self, old: &Template, gap: Gap) -> String {
        let keep = match gap {
            Gap::Delimiter => self.keep_delimiter(),
            _ => match self.keep_fields(old) {
                Some((_, keep)) => keep,
                None => self.keep_digits(old).unwrap_or_else(|| format!("keep `{}`", old.source)),
            },
        };
        format!("{keep}; or copy the items to the new key: a sort key has no `legacy`")
    }

    pub(super) fn keep_legacy(&self, old: &Design) -> String {
        format!("keep {} {} until no such item is left", legacy(old), self.place("in"))
    }

    pub(super) fn keep_times(&self, old: Times, new: Times) -> String {
        if new.since > old.since {
            return "set a `since` at or before the time of every item under the older key, or none".to_owned();
        }
        "set an `until` at or after the time of every item under the older key: a future instant, or none".to_owned()
    }

    pub(super) fn keep_delimiter(&self) -> String {
        "keep the delimiter: older keys are read with the current one".to_owned()
    }

    /// Explains why the current fields cannot read an older template. Also returns whether an older key would not help.
    fn keep_fields(&self, old: &Template) -> Option<(bool, String)> {
        old.fields().find_map(|old| {
            let name = &old.attribute;
            let today: Vec<_> = self.fields().filter(|field| field.attribute == *name).collect();
            if today.is_empty() {
                return Some((
                    false,
                    format!("if `{name}` has a new name, add `#[serde(rename = {name:?})]` to the field"),
                ));
            }
            if today.iter().all(|today| is_of_another_type(old, today)) {
                let what = if old.texts.is_empty() { "type" } else { "texts" };
                return Some((
                    true,
                    format!("keep the {what} of `{name}`: older keys are read with the current {what}"),
                ));
            }
            let is_raw = today.iter().all(|today| is_newly_raw(old, today));
            is_raw.then(|| (true, "keep the encoding: older keys are read with the current one".to_owned()))
        })
    }

    /// Describes how an integer of another type keeps its digits in the sort key.
    fn keep_digits(&self, old: &Template) -> Option<String> {
        let today = self.new.sort.as_ref().filter(|today| today.source == old.source)?;
        let (old, _) = old.fields().zip(today.fields()).find(|(old, today)| old.form != today.form)?;
        let name = &old.attribute;
        Some(match old.form.strip_prefix("padded(").and_then(|digits| digits.strip_suffix(')')) {
            Some(digits) => format!("keep the type of `{name}`, or its digits with `<{name}:w{digits}>`"),
            None => format!("keep the type of `{name}`"),
        })
    }

    /// Returns every field in a current key.
    fn fields(&self) -> impl Iterator<Item = &FieldPart> {
        let keys = self.entity.keys.iter();
        keys.flat_map(|key| key.partition.template.fields().chain(key.sort.iter().flat_map(Template::fields)))
    }

    fn has_only_more_shards(&self) -> bool {
        match (&self.old.partition.shards, &self.new.partition.shards) {
            (Some(old), Some(new)) => {
                new.most() > old.most() && old.first == new.first && old.by == new.by && old.grow.is_empty()
            }
            _ => false,
        }
    }

    /// Returns the attribute of the derive that declares a key.
    fn place(&self, preposition: &str) -> String {
        let attribute = match &self.new.index {
            None => "#[pk(..)]".to_owned(),
            Some(index) => format!("#[gsi(index = {index:?}, ..)]"),
        };
        format!("{preposition} `{attribute}` of `{}`", self.entity.name)
    }
}

/// Returns the `legacy(..)` option to write for an older key.
fn legacy(design: &Design) -> String {
    let mut text = format!("`legacy(template = {:?}", design.template.source);
    if let Some(shards) = &design.shards {
        text += &format!(", shards = {}", shards.most());
        if shards.first != 0 {
            text += &format!(", first = {}", shards.first);
        }
    }
    text + ")`"
}
