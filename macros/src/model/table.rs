//! A table as its attributes declare it.

mod delimiter;

use proc_macro2::{Ident, Span};
use syn::{Attribute, DeriveInput, LitStr, ext::IdentExt};

pub(crate) use self::delimiter::delimiter;
use super::schema::Entities;
use crate::{
    crate_path::CratePath,
    docs::docs,
    read::{
        attr::Attr,
        table::{Attrs, GsiAttr, KeyForm, LsiAttr, QuotaForm},
        value::NamedValue,
    },
    spans::lint_levels,
};

pub(crate) use crate::read::table::{IndexProjection, Variant};

/// The maximum number of attributes of a part of an index's key.
pub(crate) const MAX_KEY_ATTRIBUTES: usize = 4;

pub(crate) struct Table {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) docs: String,
    /// The struct's `#[allow(..)]`, `#[warn(..)]` and `#[deny(..)]`.
    pub(crate) lint_levels: Vec<Attribute>,
    pub(crate) krate: CratePath,
    pub(crate) partition_key: KeyAttribute,
    pub(crate) sort_key: Option<KeyAttribute>,
    pub(crate) discriminator: Option<LitStr>,
    pub(crate) delimiter: u8,
    pub(crate) encoding: Variant,
    pub(crate) undeclared_peak: Variant,
    pub(crate) undeclared_share: Variant,
    pub(crate) launch: Variant,
    pub(crate) regions: Variant,
    /// Write units per second that the account may use, if declared.
    pub(crate) quota: Option<u64>,
    /// Read units per second that the account may use, if declared.
    pub(crate) read_quota: Option<u64>,
    pub(crate) ttl: Option<LitStr>,
    pub(crate) write_id: Option<LitStr>,
    pub(crate) indexes: Vec<Index>,
    pub(crate) local_indexes: Vec<LocalIndex>,
    pub(crate) entities: Option<Entities>,
}

pub(crate) struct KeyAttribute {
    pub(crate) name: LitStr,
    /// `S`, `N` or `B`.
    pub(crate) kind: Variant,
}

/// The attributes of one part of an index's key.
pub(crate) struct KeyAttributes {
    pub(crate) first: KeyAttribute,
    pub(crate) more: Vec<KeyAttribute>,
}

pub(crate) struct Index {
    pub(crate) name: LitStr,
    pub(crate) partition_key: KeyAttributes,
    pub(crate) sort_key: Option<KeyAttributes>,
    pub(crate) projection: IndexProjection,
}

pub(crate) struct LocalIndex {
    /// The span of the index's `#[lsi(..)]`.
    pub(crate) place: Span,
    pub(crate) name: LitStr,
    pub(crate) sort_key: KeyAttribute,
    pub(crate) projection: IndexProjection,
}

impl Table {
    /// Creates the model of a table. Unreadable options are replaced by their defaults.
    pub(crate) fn new(input: &DeriveInput, attrs: &Attrs) -> Self {
        let text = |text| LitStr::new(text, input.ident.span());
        let table = &attrs.table;
        let (quota, read_quota) = match table.quota.as_ref().map(|quota| &quota.value) {
            Some(QuotaForm::Both(units)) => (Some(*units), Some(*units)),
            Some(QuotaForm::Each(each)) => {
                let units = |kind: &Option<NamedValue<u64>>| kind.as_ref().map(|units| units.value);
                (units(&each.writes), units(&each.reads))
            }
            None => (None, None),
        };
        Self {
            ident: input.ident.clone(),
            name: input.ident.unraw().to_string(),
            docs: docs(&input.attrs),
            lint_levels: lint_levels(&input.attrs).cloned().collect(),
            krate: CratePath(table.krate.clone()),
            partition_key: KeyAttribute::or(table.pk.as_ref(), text("PK")),
            sort_key: match &table.sk {
                Some(NamedValue { value: KeyForm::None, .. }) => None,
                key => Some(KeyAttribute::or(key.as_ref(), text("SK"))),
            },
            discriminator: table.discriminator.clone().unwrap_or_else(|| Some(text("_et"))),
            delimiter: table.delimiter.as_ref().and_then(|text| delimiter(&text.value.value()).ok()).unwrap_or(b'#'),
            encoding: table.encoding.unwrap_or("Escaped"),
            undeclared_peak: table.undeclared_peak.unwrap_or("Warn"),
            undeclared_share: table.undeclared_share.unwrap_or("Allow"),
            launch: table.launch.unwrap_or("Full"),
            regions: table.regions.unwrap_or("Eventual"),
            quota,
            read_quota,
            ttl: table.ttl.clone(),
            write_id: table.write_id.clone(),
            indexes: attrs.indexes.iter().filter_map(Index::new).collect(),
            local_indexes: attrs.local_indexes.iter().filter_map(LocalIndex::new).collect(),
            entities: attrs.entities.as_ref().map(Entities::new),
        }
    }

    /// Whether the table's replicas in several Regions are strongly consistent.
    pub(crate) fn has_strong_regions(&self) -> bool {
        self.regions == "Strong"
    }

    /// The table's own key attributes: partition key, then sort key.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        std::iter::once(&self.partition_key).chain(&self.sort_key)
    }

    /// All key attributes: those of the table, then those of its indexes.
    pub(crate) fn all_keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        let of_local = self.local_indexes.iter().map(|index| &index.sort_key);
        self.keys().chain(self.indexes.iter().flat_map(Index::keys)).chain(of_local)
    }

    /// The names of the indexes, global ones first.
    pub(crate) fn index_names(&self) -> impl Iterator<Item = &LitStr> {
        let of_local = self.local_indexes.iter().map(|index| &index.name);
        self.indexes.iter().map(|index| &index.name).chain(of_local)
    }

    /// The projections of the indexes, with the names of the indexes.
    pub(crate) fn projections(&self) -> impl Iterator<Item = (&LitStr, &IndexProjection)> {
        let of_local = self.local_indexes.iter().map(|index| (&index.name, &index.projection));
        self.indexes.iter().map(|index| (&index.name, &index.projection)).chain(of_local)
    }
}

impl Index {
    /// Returns `None` if the index's name is not known.
    fn new(attr: &Attr<GsiAttr>) -> Option<Self> {
        let name = attr.name.clone()?;
        let default = |part| LitStr::new(&format!("{}{part}", name.value()), attr.place);
        Some(Self {
            partition_key: KeyAttributes::or(attr.pk.as_ref(), default("PK")),
            sort_key: match &attr.sk {
                None | Some(NamedValue { value: KeyForm::None, .. }) => None,
                key => Some(KeyAttributes::or(key.as_ref(), default("SK"))),
            },
            projection: attr.projection.clone().unwrap_or(IndexProjection::All),
            name,
        })
    }

    /// The key attributes of the index: partition key, then sort key.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition_key.iter().chain(self.sort_key.iter().flat_map(KeyAttributes::iter))
    }
}

impl LocalIndex {
    /// Returns `None` if the index's name is not known.
    fn new(attr: &Attr<LsiAttr>) -> Option<Self> {
        let name = attr.name.clone()?;
        let default = LitStr::new(&format!("{}SK", name.value()), attr.place);
        Some(Self {
            place: attr.place,
            sort_key: KeyAttribute::or(attr.sk.as_ref(), default),
            projection: attr.projection.clone().unwrap_or(IndexProjection::All),
            name,
        })
    }
}

impl KeyAttribute {
    fn of(form: &KeyForm) -> Option<Self> {
        match form {
            KeyForm::Text(name) => Some(Self { name: name.clone(), kind: "S" }),
            KeyForm::Named(attr) => Some(Self { name: attr.name.clone()?, kind: attr.kind.unwrap_or("S") }),
            KeyForm::None | KeyForm::Several(_) => None,
        }
    }

    fn or(key: Option<&NamedValue<KeyForm>>, default: LitStr) -> Self {
        key.and_then(|key| Self::of(&key.value)).unwrap_or(Self { name: default, kind: "S" })
    }
}

impl KeyAttributes {
    fn or(key: Option<&NamedValue<KeyForm>>, default: LitStr) -> Self {
        match key.map(|key| &key.value) {
            Some(KeyForm::Several(several)) => {
                let mut attributes = several.iter().take(MAX_KEY_ATTRIBUTES).filter_map(KeyAttribute::of);
                let first = attributes.next().unwrap_or(KeyAttribute { name: default, kind: "S" });
                Self { first, more: attributes.collect() }
            }
            _ => Self { first: KeyAttribute::or(key, default), more: Vec::new() },
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &KeyAttribute> {
        std::iter::once(&self.first).chain(&self.more)
    }
}

impl IndexProjection {
    /// The attributes that `include(..)` names.
    pub(crate) fn included(&self) -> &[LitStr] {
        match self {
            Self::Include(names) => names,
            Self::All | Self::KeysOnly => &[],
        }
    }
}
