//! A field of an entity.

use super::{FieldKind, Form, TimeForm};

/// A field of an entity.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Field {
    /// The field's name in Rust.
    pub name: &'static str,
    /// The name of the item's attribute, as serde writes it.
    pub attribute: &'static str,
    /// Earlier names of the attribute, which serde also reads (`serde(alias = ..)`). An item has the value under the
    /// first of `attribute` and these that it has.
    pub aliases: &'static [&'static str],
    /// The field's doc comment.
    pub docs: &'static str,
    /// The field's type as the struct declares it, such as `Option<String>`. Only for documentation. Empty in a schema
    /// that is written by hand and omits it.
    pub rust_type: &'static str,
    /// How a custom function stores the value (`serde(with = ..)`, `serde(serialize_with = ..)`). `None` if the type's
    /// own `Serialize` writes it.
    pub converted: Option<Converted>,
    /// The kind of its values in keys. `None` if neither a key nor a sentinel of a unique field contains it.
    pub kind: Option<FieldKind>,
    /// Whether the field is an `Option`, and so may be absent from an index. For a time of the item, also whether serde
    /// has a default for it.
    pub optional: bool,
    /// How the runtime uses the field.
    pub purpose: Purpose,
    /// Whether errors, traces and debug output redact the values.
    pub sensitive: bool,
    /// The scope in which the values are unique, if they are.
    pub unique: Option<Unique>,
    /// Whether the field is stored only in the table's key, and not as an attribute.
    pub key_only: bool,
    /// Whether the field is an `Option` that omits the attribute for `None`. Otherwise, a null that serde writes is
    /// stored.
    pub omits_none: bool,
    /// Whether serde has a default for a missing attribute (`serde(default)` on the field or on the struct).
    ///
    /// An `Option` needs none.
    pub defaulted: bool,
    /// How the attribute differs from what serde writes.
    pub form: AttributeForm,
    /// Whether a key that is itself this field truncates its time to the precision of the key's form.
    pub truncated: bool,
}

/// How a field's attribute differs from what serde writes for its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttributeForm {
    /// No difference.
    Plain,
    /// A set (SS, NS or BS) and not a list. The attribute is absent for an empty set, which DynamoDB cannot store.
    Set {
        /// Whether an absent attribute is read as an empty set. Otherwise serde decides what it means.
        absent_is_empty: bool,
    },
    /// For an `Option<Option<_>>`: no attribute for `None`, and a null for `Some(None)`.
    Nullable,
}

/// What a custom function stores instead of what the type's own `Serialize` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Converted {
    /// A number: chrono's `ts_seconds`, and the modules `timestamp` of time and jiff.
    Number,
    /// A string: the module `rfc3339` of time, and its like.
    Text,
    /// The function is not one of a date crate.
    Unknown,
}

/// How the runtime uses a field in addition to storing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// No additional use.
    Value,
    /// A counter that updates increment in place.
    Counter,
    /// The number of writes of the item. Each write must know the previous number.
    Version,
    /// The time of the item's first write.
    Created,
    /// The time of the item's last write.
    Updated,
    /// The time at which the item expires.
    Ttl,
}

/// The scope in which a field's values are unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unique {
    /// The values are unique among items with equal values of these fields (positions in
    /// [`EntitySchema::fields`](super::EntitySchema::fields)). Empty means among all items of the entity.
    pub within: &'static [u8],
}

impl Field {
    /// Creates a field that is not in a key.
    pub const fn new(name: &'static str, attribute: &'static str, docs: &'static str) -> Self {
        Self {
            name,
            attribute,
            aliases: &[],
            docs,
            rust_type: "",
            converted: None,
            kind: None,
            optional: false,
            purpose: Purpose::Value,
            sensitive: false,
            unique: None,
            key_only: false,
            omits_none: false,
            defaulted: false,
            form: AttributeForm::Plain,
            truncated: false,
        }
    }

    /// Sets the type as the struct declares it.
    pub const fn of_type(self, rust_type: &'static str) -> Self {
        Self { rust_type, ..self }
    }

    /// Sets the earlier names of the attribute.
    pub const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Marks the field as written by a custom function.
    pub const fn converted(self, to: Converted) -> Self {
        Self { converted: Some(to), ..self }
    }

    /// Marks the field as part of keys.
    pub const fn in_keys(self, kind: FieldKind, optional: bool) -> Self {
        Self { kind: Some(kind), optional, omits_none: optional, ..self }
    }

    /// Sets the purpose.
    pub const fn for_purpose(self, purpose: Purpose) -> Self {
        Self { purpose, ..self }
    }

    /// Marks the field as a time of the item: [`Created`](Purpose::Created), [`Updated`](Purpose::Updated) or
    /// [`Ttl`](Purpose::Ttl).
    pub const fn timed(self, purpose: Purpose, optional: bool) -> Self {
        Self { purpose, optional, ..self }
    }

    /// Marks the values as sensitive: errors and traces redact them.
    pub const fn sensitive(self) -> Self {
        Self { sensitive: true, ..self }
    }

    /// Marks the field as an `Option` that omits the attribute for `None`.
    pub const fn omits_none(self) -> Self {
        Self { omits_none: true, ..self }
    }

    /// Stores a null for the `None` of an `Option`, because its custom reader does not read a missing attribute as
    /// `None`.
    pub const fn keeps_null(self) -> Self {
        Self { omits_none: false, ..self }
    }

    /// Marks the field as one for which serde has a default if the attribute is missing.
    pub const fn defaulted(self) -> Self {
        Self { defaulted: true, ..self }
    }

    /// Marks the field as a DynamoDB set.
    pub const fn set(self, absent_is_empty: bool) -> Self {
        Self { form: AttributeForm::Set { absent_is_empty }, ..self }
    }

    /// Marks the field as an `Option<Option<_>>`, which distinguishes a null from an absent attribute.
    pub const fn nullable(self) -> Self {
        Self { form: AttributeForm::Nullable, ..self }
    }

    /// Marks the field as a time that a key which is itself this field truncates to the precision of its form.
    pub const fn truncated(self) -> Self {
        Self { truncated: true, ..self }
    }

    /// Marks the field as stored only in the table's key.
    pub const fn key_only(self) -> Self {
        Self { key_only: true, ..self }
    }

    /// Marks the values as unique among items with equal values of these fields.
    pub const fn unique_within(self, within: &'static [u8]) -> Self {
        Self { unique: Some(Unique { within }), ..self }
    }

    /// Returns whether the field is a time of the item: created, updated or TTL.
    pub const fn is_time(&self) -> bool {
        matches!(self.purpose, Purpose::Created | Purpose::Updated | Purpose::Ttl)
    }

    /// Returns whether every item without the attribute decodes: as `None`, with a default, as an empty set, or with
    /// the value that a missing attribute has for the field's purpose.
    ///
    /// The keys of an item can also contain the field. This depends on the item, and is not considered.
    #[must_use]
    pub const fn may_be_missing(&self) -> bool {
        let by_purpose = match self.purpose {
            Purpose::Version | Purpose::Created | Purpose::Updated => true,
            Purpose::Ttl => self.optional,
            Purpose::Value | Purpose::Counter => false,
        };
        by_purpose
            || self.omits_none
            || self.defaulted
            || matches!(self.form, AttributeForm::Set { absent_is_empty: true })
    }

    /// Returns whether the field is read from an item's keys if its attribute is missing.
    ///
    /// For a time of the item, a counter or a version, a missing attribute has another meaning.
    #[cfg(feature = "client")]
    pub(crate) const fn is_read_from_keys(&self) -> bool {
        self.kind.is_some() && matches!(self.purpose, Purpose::Value)
    }

    /// Returns whether items store the field in whole seconds, and keys and hashes contain it so: a `ttl`.
    pub(crate) const fn is_in_whole_seconds(&self) -> bool {
        matches!(self.purpose, Purpose::Ttl)
    }

    /// Returns the form in which stored values differ in a key or hash of this form: whole seconds of a `ttl`.
    pub(crate) const fn stored_form(&self, form: Form) -> Form {
        match form {
            Form::Default | Form::Time(_) if self.is_in_whole_seconds() => Form::Time(TimeForm::Seconds),
            form => form,
        }
    }

    /// Returns whether a form loses a part of the value that items store.
    pub(crate) const fn is_lossy(&self, form: Form) -> bool {
        match form {
            Form::Default | Form::Plain | Form::Width(_) | Form::Time(TimeForm::Nanos) => false,
            Form::Time(_) => !self.is_in_whole_seconds(),
            Form::Bucket(_) | Form::Lower | Form::Upper => true,
        }
    }

    /// Returns whether the field is a counter.
    pub const fn is_counter(&self) -> bool {
        matches!(self.purpose, Purpose::Counter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        key::Timestamp,
        schema::{Bucket, field::FieldKind::Time},
    };

    const FORMS: [Form; 8] = [
        Form::Default,
        Form::Time(TimeForm::Nanos),
        Form::Time(TimeForm::Micros),
        Form::Time(TimeForm::EpochMillis),
        Form::Time(TimeForm::Seconds),
        Form::Time(TimeForm::Epoch),
        Form::Bucket(Bucket::Minute),
        Form::Bucket(Bucket::Day),
    ];

    #[test]
    fn fields_may_be_missing_if_something_takes_their_place() {
        let plain = Field::new("a", "a", "");
        let in_keys = plain.in_keys(FieldKind::Text, true);
        let all = [
            (plain, false),
            (plain.omits_none(), true),
            (plain.defaulted(), true),
            (plain.nullable(), false),
            (plain.set(true), true),
            (plain.set(false), false),
            (plain.set(false).defaulted(), true),
            (plain.in_keys(FieldKind::Text, false), false),
            (in_keys, true),
            (in_keys.keeps_null(), false),
            (plain.for_purpose(Purpose::Counter), false),
            (plain.for_purpose(Purpose::Version), true),
            (plain.timed(Purpose::Created, false), true),
            (plain.timed(Purpose::Updated, false), true),
            (plain.timed(Purpose::Ttl, false), false),
            (plain.timed(Purpose::Ttl, true), true),
        ];
        for (field, expected) in all {
            assert_eq!(field.may_be_missing(), expected, "{field:?}");
        }
    }

    #[test]
    fn forms_are_lossy_if_they_truncate_what_items_store() {
        let time = Timestamp { seconds: 1_782_137_106, nanos: 123_456_789 };
        let plain = Field::new("at", "at", "").in_keys(Time, false);
        let ttl = Field { purpose: Purpose::Ttl, ..plain };
        for form in FORMS {
            assert_eq!(plain.is_lossy(form), time.truncated(form) != time, "{form:?}");
            let stored = Timestamp { nanos: 0, ..time };
            assert_eq!(ttl.is_lossy(form), stored.truncated(form) != stored, "{form:?}");
            assert_eq!(plain.stored_form(form), form);
            assert_eq!(time.truncated(ttl.stored_form(form)), stored.truncated(form), "{form:?}");
        }
    }
}
