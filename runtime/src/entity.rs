//! Defines the traits that the derives implement: for tables, for entities, and for the list that connects them.

mod expansion;
mod key;
pub(crate) mod listed;
#[cfg(feature = "client")]
pub(crate) mod provided;
#[cfg(feature = "client")]
mod written_key;

#[cfg(feature = "client")]
use aws_sdk_dynamodb::Client;
#[cfg(feature = "client")]
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Attributes,
    key::KeyValue,
    schema::{EntitySchema, TableSchema},
};
#[cfg(feature = "client")]
use crate::{Item, Result};

#[cfg(feature = "client")]
pub(crate) use expansion::DecodeAs;
#[doc(hidden)]
pub use expansion::{Held, Reads, Serialized, StoredField};
pub use key::Key;
#[cfg(feature = "client")]
pub(crate) use key::fmt_key;
#[cfg(feature = "client")]
pub use provided::Connect;
#[cfg(feature = "client")]
pub use written_key::WrittenKey;

/// A DynamoDB table: its key attributes and its indexes. Derived with `#[derive(Table)]`.
///
/// The type identifies the table's design. [`open`](Self::open) connects it to a table on AWS.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    note = "derive it: `#[derive(keywright::Table)] struct {Self};`"
)]
pub trait Table: Sized + Send + Sync + 'static {
    /// The key attributes, the indexes and the settings of the table.
    const SCHEMA: TableSchema;

    /// The entities that `#[entities(..)]` lists. `None` if a type that derives [`Schema`] lists them instead.
    const LISTED: Option<&'static [&'static EntitySchema]> = None;

    /// Opens the table of this name on AWS and returns a [`Handle`](crate::Handle). Sends no request.
    #[cfg(feature = "client")]
    fn open(client: Client, name: impl Into<String>) -> <Client as Connect<Self>>::Handle {
        client.open(name.into())
    }

    /// Describes the table of this name on AWS, and opens it if its key and the declared indexes are as declared.
    ///
    /// Returns an [`OpenVerified`](crate::client::OpenVerified) to await. Other indexes of the table are ignored.
    /// Whether TTL is enabled is not checked, because `DescribeTable` does not return it.
    ///
    /// # Errors
    ///
    /// [`TableNotFound`](crate::ErrorKind::TableNotFound), and [`TableMismatch`](crate::ErrorKind::TableMismatch),
    /// which names every difference.
    #[cfg(feature = "client")]
    fn open_verified(client: Client, name: impl Into<String>) -> <Client as Connect<Self>>::Verified {
        client.open_verified(name.into())
    }
}

/// A struct that is stored as an item of a table. Derived with `#[derive(Entity)]`.
///
/// The derive also generates the functions that build keys and queries, and a constant for each field; see [the
/// derive](macro@crate::Entity). Use this trait as the bound of generic code.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity",
    note = "derive it: `#[derive(keywright::Entity)]`, with `#[entity(table = ..)]` and `#[pk(template = \"..\")]`"
)]
pub trait Entity: Sized + Send + Sync + 'static {
    /// The table that stores it.
    type Table: Table;

    /// The fields and keys of the entity.
    const SCHEMA: EntitySchema;

    /// Returns the value of a field that a key contains, or `None` if it is absent.
    #[doc(hidden)]
    fn __value(&self, field: u8) -> Option<KeyValue<'_>>;

    /// Returns the field that holds attributes added by other writers.
    #[doc(hidden)]
    fn __attributes(&self) -> Option<&Attributes> {
        None
    }

    /// Returns mutable access to that field, for reads to fill.
    #[doc(hidden)]
    fn __attributes_mut(&mut self) -> Option<&mut Attributes> {
        None
    }

    /// The attribute of `#[serde(tag = "..")]`, in which serde writes the name of the struct.
    #[doc(hidden)]
    const __TAG: Option<&'static str> = None;

    /// The maximum value of the version field's type, if a field is the version.
    #[doc(hidden)]
    const __MOST_VERSION: u64 = u64::MAX;

    /// Returns the version of the struct, if a field is the version.
    #[doc(hidden)]
    fn __version(&self) -> Option<Held> {
        None
    }

    /// Returns the functions that read a stored item, if a field is unique.
    #[doc(hidden)]
    fn __reads() -> Option<Reads<Self>> {
        None
    }

    /// Returns an entity with this key and with every counter at 0. `None` if it has no counters, or if a value of the
    /// key does not fit its field.
    #[doc(hidden)]
    fn __uncounted(_: &Key<Self>) -> Option<Self> {
        None
    }

    /// Returns the attribute that a put writes for a key field with this value.
    #[doc(hidden)]
    fn __stored(_field: u8, _value: KeyValue<'static>) -> StoredField {
        StoredField::default()
    }

    /// Serializes a value in place of a field that is a time of the item. `None` if the field is not a time, or the
    /// value has the wrong type.
    #[doc(hidden)]
    fn __serialize_as<S: serde::Serializer>(_field: u8, _value: KeyValue<'static>, _to: S) -> Serialized<S> {
        None
    }

    /// Encodes the struct as the item that a put writes: the fields as serde writes them, plus the attributes of keys,
    /// of index keys, of the discriminator and of constants.
    ///
    /// With random shards, each call selects a shard. The item contains the struct's [version](crate::version), while a
    /// put writes the next one.
    ///
    /// # Errors
    ///
    /// [`KeyValue`](crate::ErrorKind::KeyValue) for a value that cannot be used in a key, and
    /// [`ItemTooLarge`](crate::ErrorKind::ItemTooLarge) for an item over 400 KB.
    #[cfg(feature = "client")]
    fn to_item(&self) -> Result<Item>
    where
        Self: Serialize,
    {
        provided::Encode::encode(self)
    }

    /// Decodes a stored item.
    ///
    /// # Errors
    ///
    /// [`WrongEntity`](crate::ErrorKind::WrongEntity) for another entity's item, and
    /// [`Decode`](crate::ErrorKind::Decode), which names the attribute.
    #[cfg(feature = "client")]
    fn from_item(item: Item) -> Result<Self>
    where
        Self: DeserializeOwned,
    {
        provided::Decode::decode(item)
    }

    /// Returns the keys that a put writes: the table key first, then one for each index that contains the item.
    ///
    /// The times that a write sets, `created` and `updated`, have the struct's values. With random shards, each call
    /// selects a shard.
    ///
    /// # Errors
    ///
    /// [`KeyValue`](crate::ErrorKind::KeyValue) for a value that cannot be used in a key.
    #[cfg(feature = "client")]
    fn keys(&self) -> Result<Vec<WrittenKey>> {
        provided::Keyed::written_keys(self)
    }
}

/// A table with all its entities: the input of the generated documentation, the infrastructure code and the checks
/// across entities.
///
/// `#[entities(..)]` on a table implements it for the table itself. If the entities are defined in other crates,
/// `#[derive(Schema)]` implements it in a crate that depends on all of them.
pub trait Schema {
    /// The table.
    type Table: Table;
    /// Its entities.
    const ENTITIES: &'static [&'static EntitySchema];
}

/// A table whose items can be written and read in transactions: every table but one with `regions = "strong"`, for
/// which DynamoDB refuses them.
///
/// The derive of [`Table`] implements it.
#[diagnostic::on_unimplemented(
    message = "KW026: `{Self}` has no transactions",
    label = "needs a table with transactions",
    note = "DynamoDB has none for a table with `#[table(regions = \"strong\")]`; write each item alone, with a version \
            or a condition, which see the writes of all Regions"
)]
pub trait Transactional: Table {}

/// An entity of the table `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not stored in `{T}`",
    label = "not an entity of this table",
    note = "an entity of the table derives `Entity` with `#[entity(table = {T})]`; give it by value, not by reference"
)]
pub trait StoredIn<T: Table>: Entity {}

impl<T: Table, E: Entity<Table: SameTable<T>>> StoredIn<T> for E {}

/// The bound of expansions for a table, so that a type that is not a table causes only one error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    label = "not a table",
    note = "derive it: `#[derive(keywright::Table)] struct {Self};`"
)]
pub trait IsTable {
    /// The type itself.
    type Table: Table;
}

#[diagnostic::do_not_recommend]
impl<T: Table> IsTable for T {
    type Table = T;
}

/// The bound of expansions for an entity, so that a type that is not an entity causes only one error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity",
    label = "not an entity",
    note = "derive it: `#[derive(keywright::Entity)]`, with `#[entity(table = ..)]` and `#[pk(template = \"..\")]`"
)]
pub trait IsEntity {
    /// The type itself.
    type Entity: Entity;
}

#[diagnostic::do_not_recommend]
impl<E: Entity> IsEntity for E {
    type Entity = E;
}

/// Requires the table `T` itself. This is a trait because the error for a missing impl can be customized, unlike that
/// for a type mismatch.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "KW021: an entity of `{Self}` is not stored in `{T}`",
    label = "an entity of another table",
    note = "its `#[entity(table = ..)]` names `{Self}`; use that table, or name `{T}` there"
)]
pub trait SameTable<T> {}

impl<T: Table> SameTable<T> for T {}

/// An entity whose fields determine its table key, because the key has no random shard.
#[diagnostic::on_unimplemented(
    message = "the key of `{Self}` is not known from its fields: its partition key ends in a random shard",
    label = "needs the whole key",
    note = "use `key_in_shard(shard, ..)` where the shard is known, or `find(..)`, which reads every shard in one \
            batch",
    note = "`increment` adds to a counter, also in a transaction",
    note = "`create` and `replace` need a key that the fields determine, as with `#[shard(hash(..), count = ..)]`; \
            `put` appends"
)]
pub trait KnownKey<P = ()>: Entity {}

/// An entity with a field that counts its writes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no version",
    label = "needs a version field",
    note = "mark an integer of the struct: `#[entity(version)] version: u64`"
)]
pub trait Versioned: Entity {}
