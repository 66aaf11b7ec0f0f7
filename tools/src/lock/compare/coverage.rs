//! Decides whether reads with one design of a key find the items that were written with another.

use keywright::key::Timestamp;

use crate::lock::model::{By, Design, FieldPart, Part, Shards, Template};

/// The context for comparing the keys of two locks.
#[derive(Clone, Copy)]
pub(super) struct CoverageContext {
    /// The table's delimiter before and after.
    pub(super) delimiters: (char, char),
    /// Older items were written before this instant.
    pub(super) now: Timestamp,
}

/// How older items are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coverage {
    /// As before.
    Unchanged,
    /// In one of the shards that every read uses.
    AllShards,
    /// In the shards of their time.
    Grow,
}

/// The reason why older items are not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// The key's text differs.
    Template,
    /// The delimiter changes the key's escapes, or the hashed text.
    Delimiter,
    /// A read by key computes another shard.
    Hash,
    /// Old shards are not read.
    Shards,
    /// More shards from an instant that has passed: items since then were written to fewer.
    Past(Timestamp),
    /// Items of a time before this instant are not looked for under the key.
    Since(Timestamp),
}

impl CoverageContext {
    /// Returns the context for the items that the newer schema writes and the older one reads.
    pub(super) fn reversed(self) -> Self {
        Self { delimiters: (self.delimiters.1, self.delimiters.0), ..self }
    }

    /// Decides whether a design finds the items of an older one.
    pub(super) fn coverage(&self, old: &Design, new: &Design) -> Result<Coverage, Gap> {
        self.same_bytes(&old.template, &new.template)?;
        match (&old.shards, &new.shards) {
            (None, None) => Ok(Coverage::Unchanged),
            (Some(old), Some(new)) => self.shards(old, new),
            _ => Err(Gap::Shards),
        }
    }

    /// Decides whether two templates write equal values in equal bytes.
    pub(super) fn same_bytes(&self, old: &Template, new: &Template) -> Result<(), Gap> {
        let alike = |(old, new): (&Part, &Part)| match (old, new) {
            (Part::Field(old), Part::Field(new)) => same_values(old, new),
            (old, new) => old == new,
        };
        let same = old.native == new.native
            && old.parts.len() == new.parts.len()
            && old.parts.iter().zip(&new.parts).all(alike);
        match same {
            false => Err(Gap::Template),
            true if !old.native && old.fields().any(|field| self.is_escaped_apart(field)) => Err(Gap::Delimiter),
            true => Ok(()),
        }
    }

    fn shards(&self, old: &Shards, new: &Shards) -> Result<Coverage, Gap> {
        let same_hash = match (&old.by, &new.by) {
            (By::Hash { fields: old, own }, By::Hash { fields: new, own: is_own }) => {
                let same = own == is_own && old.len() == new.len();
                if !same || !old.iter().zip(new).all(|(old, new)| same_values(old, new)) {
                    return Err(Gap::Hash);
                }
                if old.len() > 1 && self.delimiters.0 != self.delimiters.1 {
                    return Err(Gap::Delimiter);
                }
                true
            }
            (_, By::Hash { .. }) => return Err(Gap::Hash),
            // Reads use all shards, whatever selected them for a write.
            (_, By::Random | By::TableKey) => false,
        };
        let mut starts: Vec<_> = [old, new].into_iter().flat_map(|of| &of.grow).map(|growth| Some(growth.at)).collect();
        starts.push(None);
        starts.sort_unstable();
        for at in starts {
            let (was, is) = (old.count_at(at), new.count_at(at));
            let finds = match same_hash {
                true => old.first == new.first && was == is,
                false => new.first <= old.first && ends(new.first, is) >= ends(old.first, was),
            };
            match (finds, at) {
                (true, _) => {}
                // No item has a time that late yet.
                (false, Some(at)) if at >= self.now && new.grow.is_empty() => return Ok(Coverage::Unchanged),
                (false, Some(at)) if at >= self.now => return Ok(Coverage::Grow),
                (false, Some(at)) if same_hash => return Err(Gap::Past(at)),
                (false, None) if same_hash => return Err(Gap::Hash),
                (false, _) => return Err(Gap::Shards),
            }
        }
        Ok(match old == new {
            true => Coverage::Unchanged,
            false if old.by == new.by && old.first == new.first && old.count == new.count => Coverage::Grow,
            false if same_hash => Coverage::Unchanged,
            false => Coverage::AllShards,
        })
    }

    /// Whether the change of the delimiter can change how a value is written.
    fn is_escaped_apart(&self, field: &FieldPart) -> bool {
        let (old, new) = self.delimiters;
        let holds = |text: &String| text.contains([old, new]);
        let either = |of: fn(&char) -> bool| of(&old) || of(&new);
        match field.form.split('(').next().unwrap_or_default() {
            _ if old == new => false,
            "text" => true,
            "one_of" => field.texts.iter().any(holds),
            "integer" => either(|delimiter| delimiter.is_ascii_digit() || *delimiter == '-'),
            "time" if field.form.contains("epoch") => {
                either(|delimiter| delimiter.is_ascii_digit() || *delimiter == '-')
            }
            // These are never escaped. Text of fixed width that contains the delimiter is rejected.
            "time" | "signed" | "padded" => false,
            _ => new.is_ascii_alphanumeric(),
        }
    }
}

fn ends(first: u32, count: u32) -> u64 {
    u64::from(first) + u64::from(count)
}

/// Returns whether every earlier value is still written in equal bytes.
pub(super) fn same_values(old: &FieldPart, new: &FieldPart) -> bool {
    old.attribute == new.attribute && holds_texts(old, new) && same_form(&old.form, &new.form)
}

fn holds_texts(old: &FieldPart, new: &FieldPart) -> bool {
    new.texts.is_empty() || (!old.texts.is_empty() && old.texts.iter().all(|text| new.texts.contains(text)))
}

/// Whether two forms write equal bytes. An enum's texts are written like text, and a value that `raw` accepts contains
/// nothing to escape.
fn same_form(old: &str, new: &str) -> bool {
    let ((old, old_options), (new, new_options)) = (split(old), split(new));
    let is_raw = |options: &[&str]| options.contains(&"raw");
    let is_other = |option: &&&str| **option != "raw";
    (old == new || (old == "one_of" && new == "text"))
        && (is_raw(&old_options) || !is_raw(&new_options))
        && old_options.iter().filter(is_other).eq(new_options.iter().filter(is_other))
}

fn split(form: &str) -> (&str, Vec<&str>) {
    match form.split_once('(') {
        Some((base, options)) => (base, options.trim_end_matches(')').split(',').collect()),
        None => (form, Vec::new()),
    }
}

/// Returns whether a current value cannot be written as before, because its type is another, or lacks some of the
/// texts.
pub(super) fn is_of_another_type(old: &FieldPart, today: &FieldPart) -> bool {
    fn base(field: &FieldPart) -> &str {
        match split(&field.form).0 {
            "signed" | "padded" => "integer",
            base => base,
        }
    }
    (base(old) != base(today) && !same_form(&old.form, &today.form)) || !holds_texts(old, today)
}

/// Returns whether a current value is written unchanged that was escaped before.
pub(super) fn is_newly_raw(old: &FieldPart, today: &FieldPart) -> bool {
    let is_raw = |field: &FieldPart| split(&field.form).1.contains(&"raw");
    is_raw(today) && !is_raw(old)
}
