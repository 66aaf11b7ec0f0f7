//! The codec of items: from an entity to the attributes that DynamoDB stores, and back.

mod attribute;
pub(crate) mod attributed;
mod declared_size;
pub(crate) mod decode;
mod derived;
pub(crate) mod encode;
pub(crate) mod equal;
mod error_items;
pub(crate) mod expiry;
pub(crate) mod key_fields;
pub(crate) mod legacy;
pub(crate) mod locate;
pub(crate) mod located;
pub(crate) mod lossy;
pub(crate) mod native;
mod plain;
pub(crate) mod random;
pub(crate) mod read_item;
pub(crate) mod reencode;
mod serialize;
pub(crate) mod size;
pub(crate) mod stamp;
pub(crate) mod storable;
pub(crate) mod stored;
pub(crate) mod version;
pub(crate) mod wire;
mod written_key;
