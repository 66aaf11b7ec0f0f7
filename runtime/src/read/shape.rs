//! Type states of a query: which parts of the key can still be given.

use std::{marker::PhantomData, ops::Bound};

use super::KeyRange;
use crate::key::{KeyArg, KeyValue, Ordered, TextField};

/// The sort key's next field has type `H`, followed by `T`.
pub struct Part<H, T>(PhantomData<fn() -> (H, T)>);

/// The sort key has no further field.
pub enum End {}

/// The field of the bucket, of type `T`, does not lead the sort key: `during(..)` sets its range.
pub struct During<T>(PhantomData<fn() -> T>);

/// The partition key has no bucket, or the bucket's field leads the sort key.
pub enum NoBucket {}

/// The shard is a hash of fields of types `T` (a tuple): `shard_of(..)` selects one shard.
pub struct Hashed<T>(PhantomData<fn() -> T>);

/// The shard is not a hash of fields, or the key has no shards.
pub enum NoHash {}

/// The sort key's next field and the rest.
pub trait Shape {
    /// The next field's type.
    type Head;
    /// The rest after that field.
    type Rest;
}

impl<H, T> Shape for Part<H, T> {
    type Head = H;
    type Rest = T;
}

impl Shape for End {
    type Head = Nothing;
    type Rest = End;
}

/// The type of a part that a sort key does not have. It accepts any value, so that a superfluous part causes only one
/// error.
#[doc(hidden)]
pub enum Nothing {}

#[diagnostic::do_not_recommend]
impl<V> KeyArg<Nothing> for V {
    fn into_value(self) -> Option<KeyValue<'static>> {
        None
    }
}

/// Implemented if the sort key has a further part.
#[diagnostic::on_unimplemented(
    message = "the sort key of this query has no further part",
    label = "every part is given already, or a range ended it"
)]
pub trait Open {}

#[diagnostic::do_not_recommend]
impl<H, T> Open for Part<H, T> {}

/// Implemented if the next part of the sort key is text.
#[diagnostic::on_unimplemented(
    message = "the next part of this sort key is not text, so it has no beginning",
    label = "`begins_with` needs a part that is text",
    note = "select a range with `.between(..)`, or one value with `.then(..)`"
)]
pub trait OpenText: Open {}

impl<H: TextField, T> OpenText for Part<H, T> {}

/// Implemented if a separate range selects the buckets.
#[diagnostic::on_unimplemented(
    message = "this query has no buckets to select with `during`",
    label = "the bucket's field leads the sort key, or the partition key has no bucket",
    note = "if the sort key begins with the time, `.between(..)` picks the buckets"
)]
pub trait Bucketed {}

#[diagnostic::do_not_recommend]
impl<T> Bucketed for During<T> {}

/// A range of the bucket's field of a query: a range of `T` if `D` is [`During<T>`].
#[diagnostic::on_unimplemented(message = "`{Self}` is not a range over the field of this query's buckets")]
pub trait BucketRange<D> {
    /// Returns the lower and the upper end.
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>);
}

impl<T: Ordered, R: KeyRange<T>> BucketRange<During<T>> for R {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        KeyRange::into_bounds(self)
    }
}

/// Prevents a second error for a query without buckets.
#[diagnostic::do_not_recommend]
impl<R> BucketRange<NoBucket> for R {
    fn into_bounds(self) -> (Bound<KeyValue<'static>>, Bound<KeyValue<'static>>) {
        (Bound::Unbounded, Bound::Unbounded)
    }
}

/// The types of the fields that a shard is a hash of.
pub trait HashFields {
    /// A tuple of the fields' types.
    type Fields;
}

impl<T> HashFields for Hashed<T> {
    type Fields = T;
}

impl HashFields for NoHash {
    type Fields = NoHash;
}

/// Implemented if the shard is a hash of fields.
#[diagnostic::on_unimplemented(
    message = "the shard of this query is not a hash of fields",
    label = "`shard_of` computes a shard from the fields of `#[shard(hash(..), count = ..)]`",
    note = "random shards are all read: drop `.shard_of(..)`"
)]
pub trait HashSharded {}

#[diagnostic::do_not_recommend]
impl<T> HashSharded for Hashed<T> {}

/// Values for the hashed fields of types `T`: the value itself for one field, a tuple for several.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give the hashed fields `{T}`",
    label = "expected one value for each hashed field, in the order of `#[shard(hash(..))]`"
)]
pub trait HashArgs<T> {
    /// Returns the values in order. `None` for an absent one.
    fn into_values(self) -> Vec<Option<KeyValue<'static>>>;
}

#[diagnostic::do_not_recommend]
impl<F, V: KeyArg<F>> HashArgs<(F,)> for V {
    fn into_values(self) -> Vec<Option<KeyValue<'static>>> {
        vec![self.into_value()]
    }
}

/// Prevents a second error for a query without hashed fields.
#[diagnostic::do_not_recommend]
impl<V> HashArgs<NoHash> for V {
    fn into_values(self) -> Vec<Option<KeyValue<'static>>> {
        Vec::new()
    }
}

macro_rules! hash_args {
    ($($field:ident $arg:ident $name:ident),+) => {
        #[diagnostic::do_not_recommend]
        impl<$($field, $arg: KeyArg<$field>),+> HashArgs<($($field,)+)> for ($($arg,)+) {
            fn into_values(self) -> Vec<Option<KeyValue<'static>>> {
                let ($($name,)+) = self;
                vec![$($name.into_value()),+]
            }
        }
    };
}

hash_args!(F1 A1 a, F2 A2 b);
hash_args!(F1 A1 a, F2 A2 b, F3 A3 c);
hash_args!(F1 A1 a, F2 A2 b, F3 A3 c, F4 A4 d);
