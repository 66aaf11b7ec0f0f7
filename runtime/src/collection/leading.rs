//! The field with which the sort keys of all entities of a collection begin.

use super::CollectionSchema;
use crate::{
    key::{
        KeyArg, KeyValue, Ordered,
        range::ValueRange,
        same_keys::{same_form, same_kind},
    },
    read::{Is, KeyRange},
    schema::{AttributeKind, EntitySchema, KeyAttribute, KeySchema, Segment, Template},
};

/// Marks that the sort key of a collection's first entity begins with a field of type `T`.
pub enum Leads<T> {
    /// Never constructed.
    #[doc(hidden)]
    __Type(std::convert::Infallible, std::marker::PhantomData<fn() -> T>),
}

/// Marks that the first entity's sort key begins with text, or that the query is given all of its fields.
pub enum NoLead {}

/// Implemented if the sort keys of all entities of the collection begin with one field, in one form.
#[diagnostic::on_unimplemented(
    message = "the sort keys of this collection's entities do not all begin with the same field",
    label = "a range needs one that leads the sort key of every entity, in the same form",
    note = "`.sort_within(..)` selects sort keys of one entity, `.sort_begins_with(..)` selects them by their text"
)]
pub trait Alike {}

#[diagnostic::do_not_recommend]
impl Alike for Is<true> {}

/// A range of the field that leads the sort keys: a range of `T` if `S` is [`Leads<T>`].
#[diagnostic::on_unimplemented(message = "`{Self}` is not a range over the field that leads these sort keys")]
pub trait LeadRange<S> {
    /// Returns the bounds of the range.
    #[doc(hidden)]
    fn __range(self) -> __Range;
}

/// A range of values. Sealed.
#[doc(hidden)]
pub struct __Range(pub(crate) ValueRange);

impl<T: Ordered, R: KeyRange<T>> LeadRange<Leads<T>> for R {
    fn __range(self) -> __Range {
        __Range(ValueRange::of(self))
    }
}

/// Prevents a second error for a collection without such a field.
#[diagnostic::do_not_recommend]
impl<R> LeadRange<NoLead> for R {
    fn __range(self) -> __Range {
        __Range(ValueRange::ALL)
    }
}

/// A value of the field that leads the sort keys: a `T` if `S` is [`Leads<T>`].
#[diagnostic::on_unimplemented(message = "`{Self}` is not a value of the field that leads these sort keys")]
pub trait LeadValue<S> {
    /// Returns the value. `None` if it is absent.
    #[doc(hidden)]
    fn __value(self) -> Option<KeyValue<'static>>;
}

impl<T, V: KeyArg<T>> LeadValue<Leads<T>> for V {
    fn __value(self) -> Option<KeyValue<'static>> {
        self.into_value()
    }
}

/// Prevents a second error for a collection without such a field.
#[diagnostic::do_not_recommend]
impl<V> LeadValue<NoLead> for V {
    fn __value(self) -> Option<KeyValue<'static>> {
        None
    }
}

/// The common beginning of all sort keys of a collection.
#[derive(Clone, Copy)]
pub(crate) struct Leading {
    /// The field, as a field of the first entity.
    pub(crate) field: Segment,
    /// The text after the field that all sort keys have in common.
    pub(crate) after: &'static str,
    /// Whether the field is the complete sort key of every entity.
    pub(crate) is_whole: bool,
}

/// Returns whether the sort keys of all entities begin with one field.
#[doc(hidden)]
pub const fn sorts_alike(collection: &CollectionSchema) -> bool {
    leading(collection).is_some()
}

/// Returns the common beginning of the sort keys of all entities, if it is a field that the query does not take.
pub(crate) const fn leading(collection: &CollectionSchema) -> Option<Leading> {
    let Some(lead) = collection.lead() else { return None };
    let Some(place) = collection.place_in(lead) else { return None };
    let key = &lead.keys[place];
    let (Some((segment, field)), Some(attribute)) = (first_field(key), sort_attribute(collection, lead)) else {
        return None;
    };
    if key.is_argument(field) || lead.determined_sort(key).is_none() {
        return None;
    }
    let mut leading = Leading { field: segment, after: text_after(key), is_whole: is_one_segment(key) };
    let mut at = 1;
    while at < collection.entities.len() {
        let other = collection.entities[at];
        let Some(place) = collection.place_in(other) else { return None };
        let of_other = &other.keys[place];
        if other.determined_sort(of_other).is_none() {
            return None;
        }
        let Some((segment, other_field)) = first_field(of_other) else { return None };
        if !same_form_of(leading.field, segment)
            || !same_kind(lead, field, other, other_field)
            || !is_same_bucket(key, field, of_other, other_field)
            || of_other.is_argument(other_field)
        {
            return None;
        }
        leading.after = common(leading.after, text_after(of_other));
        leading.is_whole &= is_one_segment(of_other);
        at += 1;
    }
    // An attribute that is not text contains exactly one field.
    if leading.is_whole || matches!(attribute.kind, AttributeKind::S) { Some(leading) } else { None }
}

const fn sort_attribute(collection: &CollectionSchema, lead: &EntitySchema) -> Option<KeyAttribute> {
    match collection.index {
        None => lead.table.sort_key,
        Some(name) => match lead.table.index(name) {
            Some(index) => match index.sort_key {
                Some(sort) if sort.more.is_empty() => Some(sort.first),
                _ => None,
            },
            None => None,
        },
    }
}

/// Returns the sort key's first segment, if it is a field.
pub(crate) const fn first_field(key: &KeySchema) -> Option<(Segment, u8)> {
    match key.sort {
        Some(Template { segments: [first @ Segment::Field { field, .. }, ..], .. }) => Some((*first, *field)),
        _ => None,
    }
}

const fn is_one_segment(key: &KeySchema) -> bool {
    matches!(key.sort, Some(Template { segments: [_], .. }))
}

/// Returns the text after the sort key's first segment.
const fn text_after(key: &KeySchema) -> &'static str {
    match key.sort {
        Some(Template { segments: [_, Segment::Literal(text), ..], .. }) => text,
        _ => "",
    }
}

const fn same_form_of(a: Segment, b: Segment) -> bool {
    match (a, b) {
        (Segment::Field { form: a, raw: raw_a, .. }, Segment::Field { form: b, raw: raw_b, .. }) => {
            same_form(a, b) && raw_a == raw_b
        }
        _ => false,
    }
}

/// Whether both or neither of the fields are the fields of the buckets.
const fn is_same_bucket(lead: &KeySchema, field: u8, other: &KeySchema, other_field: u8) -> bool {
    match lead.bucket_field() {
        Some(bucket) if bucket == field => {
            matches!(lead.corresponding_field(other, field), Some(found) if found == other_field)
        }
        _ => !matches!(other.bucket_field(), Some(bucket) if bucket == other_field),
    }
}

/// Returns the common prefix of two texts.
const fn common(a: &'static str, b: &'static str) -> &'static str {
    let (bytes, others) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < bytes.len() && at < others.len() && bytes[at] == others[at] {
        at += 1;
    }
    while !a.is_char_boundary(at) {
        at -= 1;
    }
    a.split_at(at).0
}
