//! Writes that are carried out only if the stored item meets a condition.

use std::{
    fmt,
    fmt::from_fn,
    future::{Future, IntoFuture},
    pin::Pin,
    task::{Context, Poll, ready},
};

use serde::de::DeserializeOwned;

use super::condition::treat_expired_as_absent;
use crate::{
    Entity, Error, ErrorKind, Item, Outcome, Result,
    expression::{Condition, Expression},
    item::{
        decode::from_item,
        expiry::is_expired,
        stored::{belongs, schema, shown_of},
    },
    key::{Timestamp, clock::now},
    schema::EntitySchema,
};

/// The outcome of a write with a condition.
///
/// A condition that does not hold is not an error, but one of two outcomes. It contains the item that is stored.
#[derive(Debug)]
#[must_use = "the write may have been refused"]
pub enum Conditional<O, E> {
    /// The condition held, and the write was carried out.
    Applied(O),
    /// The condition did not hold, and nothing was written.
    Refused(Stored<E>),
}

impl<O, E: Entity> Conditional<O, E> {
    /// Returns whether the write was carried out.
    pub fn is_applied(&self) -> bool {
        matches!(self, Self::Applied(_))
    }

    /// Returns the output of the write.
    ///
    /// # Errors
    ///
    /// [`ConditionFailed`](ErrorKind::ConditionFailed) if the write was refused.
    pub fn applied(self) -> Result<O> {
        match self {
            Self::Applied(output) => Ok(output),
            Self::Refused(stored) => Err(stored.into_error()),
        }
    }
}

/// The item that did not meet the condition of a write, or the fact that there is no item.
pub struct Stored<E> {
    entity: &'static EntitySchema,
    error: Error,
    decode: fn(Item) -> Result<E>,
}

impl<E: Entity> Stored<E> {
    /// Returns the stored item. `None` if the item did not exist.
    pub fn item(&self) -> Option<&Item> {
        self.error.stored()
    }

    /// Decodes the stored entity. `None` if the item did not exist.
    ///
    /// # Errors
    ///
    /// [`WrongEntity`](ErrorKind::WrongEntity) and [`Decode`](ErrorKind::Decode).
    pub fn decode(self) -> Result<Option<E>> {
        self.error.stored().cloned().map(self.decode).transpose()
    }

    /// Converts the refusal into an error that names the entity and the key.
    pub fn into_error(self) -> Error {
        self.error
    }
}

/// Shows the key and the stored values of the fields. Sensitive values are redacted, and long ones are shown by their
/// type. An item of another entity is shown without values, because this entity does not know which are sensitive.
impl<E> fmt::Debug for Stored<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let item = self.error.stored().map(|item| from_fn(move |f| self.write_fields(item, f)));
        f.debug_struct("Stored").field("key", &self.error.key()).field("item", &item).finish_non_exhaustive()
    }
}

impl<E> Stored<E> {
    fn write_fields(&self, item: &Item, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !belongs(self.entity, item) {
            return f.write_str("an item of another entity");
        }
        let mut shown = f.debug_struct(self.entity.name);
        for field in self.entity.fields {
            if let Some(value) = item.get(field.attribute) {
                shown.field(field.name, &format_args!("{}", shown_of(self.entity, field.attribute, Some(value))));
            }
        }
        shown.finish()
    }
}

/// A write that is carried out only if a condition holds. Made by the write's `when`.
#[must_use = "a write does nothing until it is awaited"]
pub struct When<R, E> {
    pub(crate) write: R,
    decode: fn(Item) -> Result<E>,
}

impl<R, E: Entity + DeserializeOwned> When<R, E> {
    /// Wraps a write that fails with [`ErrorKind::ConditionFailed`] if its condition does not hold.
    pub(crate) fn new(write: R) -> Self {
        Self { write, decode: from_item }
    }
}

impl<R: fmt::Debug, E> fmt::Debug for When<R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("When").field("write", &self.write).finish_non_exhaustive()
    }
}

impl<R, O, E> IntoFuture for When<R, E>
where
    R: IntoFuture<Output = Result<O>, IntoFuture: Unpin>,
    E: Entity,
{
    type Output = Result<Conditional<O, E>>;
    type IntoFuture = SendingWhen<R::IntoFuture, E>;

    fn into_future(self) -> Self::IntoFuture {
        SendingWhen { write: self.write.into_future(), decode: self.decode }
    }
}

/// A write with a condition in flight: the future that awaiting a [`When`] polls.
#[must_use = "futures do nothing unless polled"]
pub struct SendingWhen<W, E> {
    write: W,
    decode: fn(Item) -> Result<E>,
}

impl<W, O, E> Future for SendingWhen<W, E>
where
    W: Future<Output = Result<O>> + Unpin,
    E: Entity,
{
    type Output = Result<Conditional<O, E>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(match ready!(Pin::new(&mut self.write).poll(context)) {
            Ok(output) => Ok(Conditional::Applied(output)),
            Err(error) if error.kind() == ErrorKind::ConditionFailed && error.outcome() == Outcome::NotApplied => {
                Ok(Conditional::Refused(Stored { entity: schema::<E>(), error, decode: self.decode }))
            }
            Err(error) => Err(error),
        })
    }
}

impl<W, E> fmt::Debug for SendingWhen<W, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendingWhen").finish_non_exhaustive()
    }
}

/// The condition of a write as a DynamoDB expression, made once for all requests of the write. It treats an expired
/// item as absent.
#[derive(Debug, Default)]
pub(crate) struct CallerCondition(Option<Result<Box<RenderedCondition>>>);

/// The condition of a write, and whether it holds if there is no item.
#[derive(Debug)]
struct RenderedCondition {
    condition: Condition<()>,
    expression: Expression,
    holds_when_absent: bool,
}

impl CallerCondition {
    pub(crate) fn of<E: Entity>(condition: &Condition<E>) -> Self {
        let rendered = condition.to_expression().and_then(|expression| {
            let holds_when_absent = condition.holds(&Item::new())?;
            let expression = treat_expired_as_absent(expression, const { &E::SCHEMA }, now(), holds_when_absent);
            Ok(Box::new(RenderedCondition { condition: condition.clone().erased(), expression, holds_when_absent }))
        });
        Self(Some(rendered))
    }

    /// Whether the write is carried out if there is no item. Always true without a condition.
    pub(crate) fn accepts_absent(&self) -> bool {
        !matches!(&self.0, Some(Ok(rendered)) if !rendered.holds_when_absent)
    }

    /// Whether the write is carried out if this item is stored. Always true without a condition.
    pub(crate) fn accepts(&self, entity: &'static EntitySchema, stored: &Item, now: Timestamp) -> bool {
        match &self.0 {
            Some(Ok(rendered)) if is_expired(entity, stored, now) => rendered.holds_when_absent,
            Some(Ok(rendered)) => rendered.condition.holds(stored).unwrap_or(false),
            _ => true,
        }
    }

    /// Returns the condition, if there is one.
    pub(crate) fn expression(&self) -> Option<&Expression> {
        self.0.as_ref().and_then(|rendered| Some(&rendered.as_ref().ok()?.expression))
    }

    /// Returns the error of a condition that could not be converted.
    pub(crate) fn check(&self) -> Result<()> {
        match &self.0 {
            Some(Err(error)) => Err(Error::new(error.kind(), error.message())),
            _ => Ok(()),
        }
    }
}

/// Returns the error of a write whose own condition did not hold.
pub(crate) fn condition_failed(stored: Option<&Item>) -> Error {
    let message = match stored {
        Some(_) => "the condition of the write does not hold for the item that is stored; nothing was written",
        None => {
            "the condition of the write does not hold, and the response contains no item: none is stored, or the \
             engine does not return it; nothing was written"
        }
    };
    Error::new(ErrorKind::ConditionFailed, message).with_stored(stored.cloned())
}

/// Generates `params` and `into_sdk` for a write with a condition.
macro_rules! sdk_methods {
    ($write:ident => $input:ty, $builder:ty) => {
        impl<E: $crate::Entity> $crate::client::When<$write<'_, E>, E> {
            /// Returns the first request as a value that can be printed. Nothing is sent.
            ///
            /// # Errors
            ///
            /// Those of the write that come before a request, and those of
            /// [`Condition::to_expression`](crate::expression::Condition::to_expression).
            pub fn params(&self) -> $crate::Result<$input> {
                self.write.params()
            }

            /// Converts the first request into the SDK's builder, which you can change and send yourself.
            ///
            /// # Errors
            ///
            /// Those of [`params`](Self::params).
            pub fn into_sdk(self) -> $crate::Result<$builder> {
                self.write.into_sdk()
            }
        }
    };
}

pub(crate) use sdk_methods;
