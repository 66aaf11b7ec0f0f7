//! The attributes of an entity.

mod constants;
mod field;
mod hash;
mod key;
mod legacy;
mod page;
mod peak;
mod shard;
mod unique;

use darling::FromMeta;
use syn::{DeriveInput, LitStr, Path};

pub(crate) use self::{
    constants::Constants,
    field::{FieldAttr, Purpose},
    hash::HashAttr,
    key::{KeyAttr, LocalAttr},
    legacy::LegacyAttr,
    page::PageAttr,
    peak::{EntityPeakAttr, IndexPeakAttr, PeakAttr, ReadsAttr},
    shard::{GrowAttr, ShardAttr},
    unique::UniqueAttr,
};
use super::{
    attr::{Attr, Options},
    value,
};
use crate::{crate_path::CratePath, errors::Errors};

/// The readable attributes of an entity's struct.
pub(crate) struct Attrs {
    pub(crate) table: Option<Path>,
    pub(crate) name: Option<LitStr>,
    pub(crate) constants: Constants,
    pub(crate) may_overlap: Option<LitStr>,
    pub(crate) krate: CratePath,
    pub(crate) peak: Option<Attr<EntityPeakAttr>>,
    /// The table's key, then those of the indexes.
    pub(crate) keys: Vec<KeyAttr>,
    /// The keys in local secondary indexes.
    pub(crate) locals: Vec<LocalAttr>,
    pub(crate) fields: Vec<FieldAttr>,
}

/// `#[entity(..)]`
#[derive(Default, FromMeta)]
#[darling(default)]
struct EntityAttr {
    #[darling(with = |it| value::path(it, "Platform"))]
    table: Option<Path>,
    #[darling(with = |it| value::filled_text(it, "ops_log"))]
    name: Option<LitStr>,
    constants: Option<Constants>,
    #[darling(with = |it| value::filled_text(it, "why no two items have one key"))]
    may_overlap: Option<LitStr>,
    #[darling(rename = "crate", with = value::krate)]
    krate: Option<Path>,
}

impl Options for EntityAttr {
    const NAMES: &'static [&'static str] = &["table", "name", "constants", "may_overlap", "crate"];

    fn report_within(&self, errors: &Errors) {
        if let Some(constants) = &self.constants {
            constants.report(errors);
        }
    }
}

impl Attrs {
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let EntityAttr { table, name, constants, may_overlap, krate } = read_entity(input, errors);
        let peak = Attr::only(&input.attrs, "peak", errors);
        if let Some(peak) = &peak {
            EntityPeakAttr::require(peak, errors);
        }
        Self {
            table,
            name,
            constants: constants.unwrap_or_default(),
            may_overlap,
            krate: CratePath(krate),
            peak,
            keys: KeyAttr::all(input, errors),
            locals: LocalAttr::all(input, errors),
            fields: FieldAttr::all(input, errors),
        }
    }
}

fn read_entity(input: &DeriveInput, errors: &Errors) -> EntityAttr {
    let Some(attr) = Attr::<EntityAttr>::only(&input.attrs, "entity", errors) else {
        let message = "KW020: `#[entity(table = ..)]` is missing; name the table that stores it, as in \
                       `#[entity(table = Platform)]`";
        errors.on(&input.ident, message);
        return EntityAttr::default();
    };
    attr.require("table", "name the table, as in `table = Platform`", errors);
    attr.into_options()
}
