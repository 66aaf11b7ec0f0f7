//! The items that a read transaction reads, and the shape of its answer.

use std::collections::HashMap;

use serde::de::DeserializeOwned;

use crate::{
    Entity, Key, Result, Table,
    client::{legacy::relocate::other_keys, read_keys::at_one_instant::RequestedKey},
    entity::StoredIn,
    item::{
        any_key::{Age, AnyKey, decode_found, typed},
        expiry::{Newest, is_expired},
        legacy::may_be_of_entity,
        locate::item_key_of,
        read_item::ReadItem,
        stored::schema,
    },
    key::{ItemKey, clock::now},
    schema::EntitySchema,
};

/// The keys of a read transaction of the table `T`: a [`Key`], or a vector, an array or a tuple (up to 8) of keys,
/// which can be nested. The answer has the shape of the keys, with `Option<E>` in place of `Key<E>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key, vector, array or tuple of keys of the table `{T}`",
    label = "not keys of this table",
    note = "give `Order::key(..)`, a `Vec` of them, or a tuple such as `(Order::key(..), Customer::key(..))`",
    note = "an entity that is read derives `serde::Deserialize`, and its `#[entity(table = ..)]` names `{T}`"
)]
pub trait TransactionKeys<T: Table>: Send {
    /// The items, in the shape of the keys.
    type Output;

    #[doc(hidden)]
    fn __ask(&self, requested_keys: &mut RequestedKeys) -> Result<()>;

    #[doc(hidden)]
    fn __take(self, found: &mut Found<'_>) -> Result<Self::Output>;
}

/// The items that a read transaction requests, each once.
#[derive(Default)]
pub struct RequestedKeys {
    /// The keys in the request.
    pub(super) keys: Vec<RequestedKey>,
    at: HashMap<ItemKey, usize>,
    /// For each input, the indices of its possible keys in the request, the current key first.
    pub(super) inputs: Vec<Vec<usize>>,
}

impl RequestedKeys {
    fn add(&mut self, entity: &'static EntitySchema, keys: Vec<ItemKey>) {
        let position = self.inputs.len();
        let mut input = Vec::with_capacity(keys.len());
        for key in keys {
            let at = *self.at.entry(key.clone()).or_insert(self.keys.len());
            if at == self.keys.len() {
                self.keys.push(RequestedKey { entity, key, position });
            }
            input.push(at);
        }
        self.inputs.push(input);
    }
}

/// The items that were found for each input, in the order of the inputs.
pub struct Found<'f> {
    items: &'f [Option<ReadItem>],
    inputs: std::slice::Iter<'f, Vec<usize>>,
    include_expired: bool,
}

impl<'f> Found<'f> {
    pub(super) fn new(requested_keys: &'f RequestedKeys, items: &'f [Option<ReadItem>], include_expired: bool) -> Self {
        Self { items, inputs: requested_keys.inputs.iter(), include_expired }
    }

    /// Returns the stored items of the possible keys of the next input.
    fn next(&mut self) -> impl Iterator<Item = Option<&'f ReadItem>> {
        let items = self.items;
        self.inputs.next().into_iter().flatten().map(|at| items.get(*at).and_then(Option::as_ref))
    }
}

/// Returns the possible keys of an item, the current key first.
fn possible_keys<E: Entity>(key: &Key<E>) -> Result<Vec<ItemKey>> {
    let (entity, current) = (schema::<E>(), item_key_of(key)?);
    let older = other_keys(entity, &current, &|field| key.value(field))?;
    Ok(std::iter::once(current).chain(older).collect())
}

impl<T: Table, E: StoredIn<T> + DeserializeOwned> TransactionKeys<T> for Key<E> {
    type Output = Option<E>;

    fn __ask(&self, requested_keys: &mut RequestedKeys) -> Result<()> {
        let position = requested_keys.inputs.len();
        let keys = possible_keys(self).map_err(|error| error.with_input(format_args!("key {position}")))?;
        requested_keys.add(schema::<E>(), keys);
        Ok(())
    }

    fn __take(self, found: &mut Found<'_>) -> Result<Option<E>> {
        let (key, include_expired) = (AnyKey::of(self), found.include_expired);
        let newest = |stored: &ReadItem, age| {
            let is_hidden = !include_expired && is_expired(key.entity(), stored, now());
            Newest::of(is_hidden, decode_found::<E>(&key, stored.clone(), age))
        };
        let mut stored = found.next();
        if let Some(current) = stored.next().flatten()
            && let Some(newest) = newest(current, Age::Current)?
        {
            return newest.shown().map(typed).transpose();
        }
        for older in stored.flatten().filter(|item| may_be_of_entity(key.entity(), *item)) {
            if let Some(newest) = newest(older, Age::Older)? {
                // The newest copy decides: an older copy must not reappear after the newest has expired.
                return newest.shown().map(typed).transpose();
            }
        }
        Ok(None)
    }
}

impl<T: Table, K: TransactionKeys<T>> TransactionKeys<T> for Vec<K> {
    type Output = Vec<K::Output>;

    fn __ask(&self, requested_keys: &mut RequestedKeys) -> Result<()> {
        self.iter().try_for_each(|keys| keys.__ask(requested_keys))
    }

    fn __take(self, found: &mut Found<'_>) -> Result<Self::Output> {
        self.into_iter().map(|keys| keys.__take(found)).collect()
    }
}

impl<T: Table, K: TransactionKeys<T>, const N: usize> TransactionKeys<T> for [K; N] {
    type Output = Vec<K::Output>;

    fn __ask(&self, requested_keys: &mut RequestedKeys) -> Result<()> {
        self.iter().try_for_each(|keys| keys.__ask(requested_keys))
    }

    fn __take(self, found: &mut Found<'_>) -> Result<Self::Output> {
        self.into_iter().map(|keys| keys.__take(found)).collect()
    }
}

macro_rules! tuples {
    ($($keys:ident: $at:tt),+) => {
        impl<T: Table, $($keys: TransactionKeys<T>),+> TransactionKeys<T> for ($($keys,)+) {
            type Output = ($($keys::Output,)+);

            fn __ask(&self, requested_keys: &mut RequestedKeys) -> Result<()> {
                $(self.$at.__ask(requested_keys)?;)+
                Ok(())
            }

            fn __take(self, found: &mut Found<'_>) -> Result<Self::Output> {
                Ok(($(self.$at.__take(found)?,)+))
            }
        }
    };
}

tuples!(A: 0);
tuples!(A: 0, B: 1);
tuples!(A: 0, B: 1, C: 2);
tuples!(A: 0, B: 1, C: 2, D: 3);
tuples!(A: 0, B: 1, C: 2, D: 3, E: 4);
tuples!(A: 0, B: 1, C: 2, D: 3, E: 4, F: 5);
tuples!(A: 0, B: 1, C: 2, D: 3, E: 4, F: 5, G: 6);
tuples!(A: 0, B: 1, C: 2, D: 3, E: 4, F: 5, G: 6, H: 7);
