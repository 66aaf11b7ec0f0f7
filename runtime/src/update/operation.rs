//! Represents the operations of an update, by place.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::{Gather, InPlace, Number, written_value::written_inside};
use crate::{
    Entity, Error, ErrorKind,
    expression::{Field, Refusal, Step, shown, written},
    key::KeyValue,
};

/// The operation on a place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Action {
    /// Sets this value.
    Set(AttributeValue),
    /// Sets this value if the field has no value.
    SetIfAbsent(AttributeValue),
    /// Appends these values to the list.
    Append(AttributeValue),
    /// Prepends these values to the list.
    Prepend(AttributeValue),
    /// Adds this number, or the values of this set.
    Add(AttributeValue),
    /// Removes the values of this set.
    Take(AttributeValue),
    /// Removes the place.
    Remove,
}

/// The operation on one place.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) steps: Vec<Step>,
    pub(crate) action: Action,
    /// For an addition to a number: the range of stored numbers for which the sum fits the type, and whether an absent
    /// number fits.
    pub(crate) fits: Option<Fits>,
    /// Whether a field is changed by its constant. Its keys are then known, or it is itself its keys' attribute.
    pub(crate) by_field: bool,
}

/// The range of stored numbers to which an amount can be added.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fits {
    pub(crate) least: i128,
    pub(crate) greatest: i128,
    /// Whether the amount itself fits the type, for an item without a number.
    pub(crate) from_nothing: bool,
}

/// The operations of an update, and the new values of fields on which index keys depend.
#[derive(Debug, Clone, Default)]
pub struct Operations {
    pub(crate) list: Vec<Operation>,
    pub(crate) values: Vec<(u8, Option<KeyValue<'static>>)>,
    /// The reason why the update is invalid. It is reported when the update is used.
    pub(crate) refusal: Option<Refusal>,
}

impl Operations {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.refusal.is_none()
    }

    pub(super) fn set_field<E: Entity, T: Serialize, R>(&mut self, field: &Field<E, T, R>, value: &T) {
        match written(field, value) {
            Ok(written) => self.push_of_field(field.steps(), written.map_or(Action::Remove, Action::Set)),
            Err(error) => self.refuse(&error),
        }
        if let Some(to_key) = field.to_key {
            let value = to_key(value).map(KeyValue::into_owned);
            let stored = if field.to_ttl.is_some() { value.map(KeyValue::in_whole_seconds) } else { value };
            self.values.push((field.place, stored));
        }
    }

    pub(super) fn remove_field<E: Entity, T, R>(&mut self, field: &Field<E, T, R>) {
        if field.needed {
            let message = "items without it do not decode, as serde reads it by a function of its own; give it \
                           `#[serde(default)]`, or set it to `None`";
            return self.refuse_at(&field.steps(), ErrorKind::InvalidArgument, message);
        }
        self.push_of_field(field.steps(), Action::Remove);
        if field.to_key.is_some() {
            self.values.push((field.place, None));
        }
    }

    /// Adds an operation with a value at a place. Refuses a value that is not stored.
    pub(super) fn push_written<E, P>(&mut self, place: &P, value: &P::Value, action: fn(AttributeValue) -> Action)
    where
        P: InPlace<E, Value: Serialize>,
    {
        match place.write(value) {
            Ok(Some(written)) => self.push_in_place(place, action(written)),
            Ok(None) => {
                let message = "serde leaves the value out of items; use `remove(..)`, or give another value";
                self.refuse_at(&place.place(), ErrorKind::InvalidArgument, message);
            }
            Err(error) => self.refuse(&error),
        }
    }

    /// Adds an operation that adds values to a list or set, or removes them. An empty list of values has no effect.
    pub(super) fn push_gathered<E, P>(&mut self, place: &P, value: &P::Value, action: fn(AttributeValue) -> Action)
    where
        P: InPlace<E, Value: Serialize>,
    {
        let is_for_list = matches!(action(AttributeValue::Null(true)), Action::Append(_) | Action::Prepend(_));
        match place.write(value) {
            Ok(Some(AttributeValue::L(values))) if is_for_list => {
                if !values.is_empty() {
                    self.push_in_place(place, action(AttributeValue::L(values)));
                }
            }
            Ok(Some(set @ (AttributeValue::Ss(_) | AttributeValue::Ns(_) | AttributeValue::Bs(_)))) if !is_for_list => {
                if !is_empty(&set) {
                    self.push_in_place(place, action(set));
                }
            }
            Ok(None) => {}
            Ok(Some(_)) => {
                let message = match is_for_list {
                    true => "it is not stored as a list; use `add_to` for a set, or `set`",
                    false => {
                        "it is not stored as a set; give the field a type such as `BTreeSet<String>`, \
                              or `#[serde(with = \"serde_dynamo::string_set\")]`, or use `append` for a list"
                    }
                };
                self.refuse_at(&place.place(), ErrorKind::InvalidArgument, message);
            }
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn push_added<E, P>(&mut self, place: &P, amount: &<P::Value as Number>::Amount)
    where
        P: InPlace<E, Value: Number>,
    {
        // A zero that is omitted from items does not determine how other values are stored.
        if !matches!(place.write(&P::Value::ZERO), Ok(None | Some(AttributeValue::N(_)))) {
            let message = "it is not stored as a number, and nothing can be added to it; use `set`";
            return self.refuse_at(&place.place(), ErrorKind::InvalidArgument, message);
        }
        let fits = match (P::Value::LIMITS, P::Value::whole(amount)) {
            (Some((min, max)), Some(amount)) => {
                let (least, greatest) = (min.max(min.saturating_sub(amount)), max.min(max.saturating_sub(amount)));
                if least > greatest {
                    let message =
                        format!("adding {amount} leaves its range, {min} to {max}, for every stored value; add less");
                    return self.refuse_at(&place.place(), ErrorKind::OutOfRange, &message);
                }
                Some(Fits { least, greatest, from_nothing: (min..=max).contains(&amount) })
            }
            _ => None,
        };
        let number = match P::Value::whole(amount) {
            Some(amount) => Ok(AttributeValue::N(amount.to_string())),
            None => written_inside(amount).map(|number| number.unwrap_or(AttributeValue::Null(true))),
        };
        match number {
            Ok(number) => {
                let by_field = P::IS_FIELD;
                self.list.push(Operation { steps: place.place(), action: Action::Add(number), fits, by_field });
            }
            Err(error) => self.refuse(&error),
        }
    }

    pub(crate) fn if_not_exists<E, P: InPlace<E, Value: Serialize>>(&mut self, place: &P, value: &P::Value) {
        self.push_written(place, value, Action::SetIfAbsent);
    }

    pub(crate) fn add<E, P: InPlace<E, Value: Number>>(&mut self, place: &P, amount: &<P::Value as Number>::Amount) {
        self.push_added(place, amount);
    }

    pub(crate) fn append<E, P: InPlace<E, Value: Gather + Serialize>>(&mut self, place: &P, values: &P::Value) {
        self.push_gathered(place, values, Action::Append);
    }

    pub(crate) fn prepend<E, P: InPlace<E, Value: Gather + Serialize>>(&mut self, place: &P, values: &P::Value) {
        self.push_gathered(place, values, Action::Prepend);
    }

    pub(crate) fn add_to<E, P: InPlace<E, Value: Gather + Serialize>>(&mut self, place: &P, values: &P::Value) {
        self.push_gathered(place, values, Action::Add);
    }

    pub(crate) fn take_from<E, P: InPlace<E, Value: Gather + Serialize>>(&mut self, place: &P, values: &P::Value) {
        self.push_gathered(place, values, Action::Take);
    }

    pub(super) fn push(&mut self, steps: Vec<Step>, action: Action) {
        self.list.push(Operation { steps, action, fits: None, by_field: false });
    }

    fn push_in_place<E, P: InPlace<E>>(&mut self, place: &P, action: Action) {
        self.list.push(Operation { steps: place.place(), action, fits: None, by_field: P::IS_FIELD });
    }

    fn push_of_field(&mut self, steps: Vec<Step>, action: Action) {
        self.list.push(Operation { steps, action, fits: None, by_field: true });
    }

    fn refuse(&mut self, error: &Error) {
        self.refusal.get_or_insert_with(|| Refusal::new(error));
    }

    fn refuse_at(&mut self, steps: &[Step], kind: ErrorKind, why: &str) {
        self.refuse(&Error::new(kind, format!("`{}`: {why}", shown(steps))));
    }
}

fn is_empty(set: &AttributeValue) -> bool {
    match set {
        AttributeValue::Ss(values) | AttributeValue::Ns(values) => values.is_empty(),
        AttributeValue::Bs(values) => values.is_empty(),
        _ => false,
    }
}
