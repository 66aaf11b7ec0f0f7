//! A field of an entity.

use super::FieldKind;

/// A field of an entity.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Field {
    /// The field's name in Rust.
    pub name: &'static str,
    /// The item's attribute, as serde names it.
    pub attribute: &'static str,
    /// The field's doc comment.
    pub docs: &'static str,
    /// The field's type as the struct writes it, such as `Option<String>`. For documentation: empty where a schema is
    /// written by hand and does not say.
    pub rust_type: &'static str,
    /// Whether functions write or read its value in serde's place (`serde(with = ..)`), so that its type does not tell
    /// how it is stored.
    pub converted: bool,
    /// Its form in keys. `None` if neither a key nor a sentinel of a unique field contains it.
    pub kind: Option<FieldKind>,
    /// Whether it is an `Option`, and so may be absent from an index, or else serde has a default for it where it is a
    /// time of its item.
    pub optional: bool,
    /// How the runtime uses it.
    pub purpose: Purpose,
    /// Whether its values are kept out of errors, traces and debug output.
    pub sensitive: bool,
    /// Whether no two items have the same value of it.
    pub unique: Option<Unique>,
    /// Whether items hold it in the table's key alone, and not as an attribute.
    pub key_only: bool,
    /// Whether it is an `Option` whose `None` is stored as no attribute. Otherwise a null is stored where serde writes
    /// one.
    pub omits_none: bool,
    /// How its attribute differs from what serde writes.
    pub form: AttributeForm,
    /// Whether a key that is the field itself cuts off what its form does not hold of a time.
    pub truncated: bool,
}

/// How a field's attribute differs from what serde writes for its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttributeForm {
    /// In nothing.
    Plain,
    /// It is a set (SS, NS or BS) and not a list. An empty set is no attribute: DynamoDB stores none.
    Set {
        /// Whether an absent attribute is read as an empty set. Otherwise serde decides what it means.
        absent_is_empty: bool,
    },
    /// Of an `Option<Option<_>>`: no attribute for `None`, and a null for `Some(None)`.
    Nullable,
}

/// How the runtime uses a field in addition to storing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// Nothing.
    Value,
    /// It is added to in place.
    Counter,
    /// It counts the writes of its item, which must each know the number before.
    Version,
    /// The time of its item's first write.
    Created,
    /// The time of its item's last write.
    Updated,
    /// When its item expires.
    Ttl,
}

/// Among which items a field's values are unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unique {
    /// Those that agree in these fields (places in [`EntitySchema::fields`](super::EntitySchema::fields)): none for all
    /// items of the entity.
    pub within: &'static [u8],
}

impl Field {
    /// A field that is not in a key.
    pub const fn new(name: &'static str, attribute: &'static str, docs: &'static str) -> Self {
        Self {
            name,
            attribute,
            docs,
            rust_type: "",
            converted: false,
            kind: None,
            optional: false,
            purpose: Purpose::Value,
            sensitive: false,
            unique: None,
            key_only: false,
            omits_none: false,
            form: AttributeForm::Plain,
            truncated: false,
        }
    }

    /// This field with its type as the struct writes it.
    pub const fn of_type(self, rust_type: &'static str) -> Self {
        Self { rust_type, ..self }
    }

    /// This field, written or read by functions in serde's place.
    pub const fn converted(self) -> Self {
        Self { converted: true, ..self }
    }

    /// This field as part of keys.
    pub const fn in_keys(self, kind: FieldKind, optional: bool) -> Self {
        Self { kind: Some(kind), optional, omits_none: optional, ..self }
    }

    /// This field with a purpose.
    pub const fn for_purpose(self, purpose: Purpose) -> Self {
        Self { purpose, ..self }
    }

    /// This field as a time of its item: [`Created`](Purpose::Created), [`Updated`](Purpose::Updated) or
    /// [`Ttl`](Purpose::Ttl).
    pub const fn timed(self, purpose: Purpose, optional: bool) -> Self {
        Self { purpose, optional, ..self }
    }

    /// This field with values that errors and traces redact.
    pub const fn sensitive(self) -> Self {
        Self { sensitive: true, ..self }
    }

    /// This field as an `Option` whose `None` is no attribute.
    pub const fn omits_none(self) -> Self {
        Self { omits_none: true, ..self }
    }

    /// This field with a null for its `None`: serde reads it by a function, which takes no missing attribute for one.
    pub const fn keeps_null(self) -> Self {
        Self { omits_none: false, ..self }
    }

    /// This field as a set of DynamoDB's.
    pub const fn set(self, absent_is_empty: bool) -> Self {
        Self { form: AttributeForm::Set { absent_is_empty }, ..self }
    }

    /// This field as an `Option<Option<_>>`, which tells a null from an absent attribute.
    pub const fn nullable(self) -> Self {
        Self { form: AttributeForm::Nullable, ..self }
    }

    /// This field as a time of which a key that is the field itself holds what its form does.
    pub const fn truncated(self) -> Self {
        Self { truncated: true, ..self }
    }

    /// This field, held in the table's key alone.
    pub const fn key_only(self) -> Self {
        Self { key_only: true, ..self }
    }

    /// This field with values that are unique among the items that agree in these fields.
    pub const fn unique_within(self, within: &'static [u8]) -> Self {
        Self { unique: Some(Unique { within }), ..self }
    }

    /// Whether its time says something of its item.
    pub const fn is_time(&self) -> bool {
        matches!(self.purpose, Purpose::Created | Purpose::Updated | Purpose::Ttl)
    }

    /// Whether an item that holds it in its keys alone is read with it.
    ///
    /// A time of its item, a counter or a version that is missing means something else.
    #[cfg(feature = "client")]
    pub(crate) const fn is_read_from_keys(&self) -> bool {
        self.kind.is_some() && matches!(self.purpose, Purpose::Value)
    }

    /// Whether it is added to in place.
    pub const fn is_counter(&self) -> bool {
        matches!(self.purpose, Purpose::Counter)
    }
}
