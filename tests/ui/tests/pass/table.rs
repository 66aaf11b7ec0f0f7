//! Every option of a table, as the schema holds it.

#![deny(warnings, missing_docs)]

use keywright::{
    Table,
    schema::{AttributeKind, Encoding, IndexProjection, KeyAttribute, KeyAttributes, UndeclaredPeak},
};

/// What the defaults are.
#[derive(Table)]
pub struct Defaults;

/// A table that exists already.
#[derive(Table)]
#[table(
    pk(name = "deviceId", type = "B"),
    sk(name = "ts", type = "N"),
    discriminator = none,
    delimiter = "|",
    encoding = "raw",
    undeclared_peak = "deny"
)]
#[gsi(name = "GSI1", pk = "owner", sk = "ts2", projection = include("name", "price"))]
#[gsi(name = "GSI2", pk(name = "deviceId", type = "B"), sk(name = "ts", type = "N"), projection = "keys_only")]
#[gsi(name = "GSI3", pk = "owner", sk = none)]
#[gsi(name = "GSI4", pk("owner", (name = "ts", type = "N")), sk("ts2", (name = "size", type = "N"), "id"))]
#[lsi(name = "LSI1", sk(name = "size", type = "N"), projection = include("name"))]
#[lsi(name = "LSI2", sk = "owner")]
pub struct Existing {
    /// A table may have fields.
    pub region: String,
}

/// A table with a partition key alone.
#[derive(Table)]
#[table(sk = none)]
#[entities()]
pub struct Lone;

const fn key(name: &'static str, kind: AttributeKind) -> KeyAttribute {
    KeyAttribute { name, kind }
}

pub(super) fn main() {
    let defaults = Defaults::SCHEMA;
    assert_eq!((defaults.name, defaults.docs), ("Defaults", "What the defaults are."));
    assert_eq!(defaults.partition_key, key("PK", AttributeKind::S));
    assert_eq!(defaults.sort_key, Some(key("SK", AttributeKind::S)));
    assert_eq!((defaults.discriminator, defaults.delimiter), (Some("_et"), b'#'));
    assert_eq!(defaults.encoding, Encoding::Escaped);
    assert_eq!(defaults.undeclared_peak, UndeclaredPeak::Warn);
    assert!(defaults.indexes.is_empty() && defaults.local_indexes.is_empty() && Defaults::LISTED.is_none());

    let existing = Existing::SCHEMA;
    assert_eq!(existing.partition_key, key("deviceId", AttributeKind::B));
    assert_eq!(existing.sort_key, Some(key("ts", AttributeKind::N)));
    assert_eq!((existing.discriminator, existing.delimiter), (None, b'|'));
    assert_eq!(existing.encoding, Encoding::Raw);
    assert_eq!(existing.undeclared_peak, UndeclaredPeak::Deny);

    let [first, second, third, fourth] = existing.indexes else { panic!("{:?}", existing.indexes) };
    assert_eq!((first.name, first.sort_key), ("GSI1", Some(KeyAttributes::one(key("ts2", AttributeKind::S)))));
    assert_eq!(first.projection, IndexProjection::Include(&["name", "price"]));
    let of_table = (KeyAttributes::one(existing.partition_key), existing.sort_key.map(KeyAttributes::one));
    assert_eq!((second.partition_key, second.sort_key), of_table);
    assert_eq!(second.projection, IndexProjection::KeysOnly);
    assert_eq!((third.sort_key, third.projection), (None, IndexProjection::All));

    let attributes = |of: KeyAttributes| of.iter().map(|of| (of.name, of.kind)).collect::<Vec<_>>();
    assert_eq!(attributes(fourth.partition_key), [("owner", AttributeKind::S), ("ts", AttributeKind::N)]);
    let sort = [("ts2", AttributeKind::S), ("size", AttributeKind::N), ("id", AttributeKind::S)];
    assert_eq!(fourth.sort_key.map(attributes), Some(sort.to_vec()));

    let [by_size, by_owner] = existing.local_indexes else { panic!("{:?}", existing.local_indexes) };
    assert_eq!((by_size.name, by_size.sort_key), ("LSI1", key("size", AttributeKind::N)));
    assert_eq!(by_size.projection, IndexProjection::Include(&["name"]));
    assert_eq!((by_owner.sort_key, by_owner.projection), (key("owner", AttributeKind::S), IndexProjection::All));

    assert!(Lone::SCHEMA.sort_key.is_none());
    assert!(Lone::LISTED.is_some_and(|entities| entities.is_empty()));
}
