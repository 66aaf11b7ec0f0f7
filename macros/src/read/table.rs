//! The attributes of a table.

mod key;
mod projection;
mod quota;

use darling::FromMeta;
use syn::{DeriveInput, LitStr, Meta, Path};

pub(crate) use self::{key::KeyForm, projection::IndexProjection, quota::QuotaForm};
use super::{
    attr::{Attr, Options, only},
    schema::Entities,
    value::{self, NamedValue, bare_word, text},
};
use crate::errors::Errors;

/// The name of a variant of one of the runtime's enums.
pub(crate) type Variant = &'static str;

/// The readable attributes of a table's struct.
pub(crate) struct Attrs {
    pub(crate) table: TableAttr,
    pub(crate) indexes: Vec<Attr<GsiAttr>>,
    pub(crate) local_indexes: Vec<Attr<LsiAttr>>,
    pub(crate) entities: Option<Entities>,
}

/// What the compiler does where a declaration is missing.
const POLICIES: [(&str, Variant); 3] = [("warn", "Warn"), ("allow", "Allow"), ("deny", "Deny")];

/// `#[table(..)]`
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct TableAttr {
    #[darling(with = |it| value::given(it, KeyForm::from_meta(it).map(Some)))]
    pub(crate) pk: Option<NamedValue<KeyForm>>,
    #[darling(with = |it| value::given(it, KeyForm::from_meta(it).map(Some)))]
    pub(crate) sk: Option<NamedValue<KeyForm>>,
    /// `Some(None)` for `discriminator = none`.
    #[darling(with = text_or_none)]
    pub(crate) discriminator: Option<Option<LitStr>>,
    #[darling(with = |it| value::given(it, value::text(it, "#")))]
    pub(crate) delimiter: Option<NamedValue<LitStr>>,
    #[darling(with = |it| value::choice(it, &[("escaped", "Escaped"), ("raw", "Raw")]))]
    pub(crate) encoding: Option<Variant>,
    #[darling(with = |it| value::choice(it, &POLICIES))]
    pub(crate) undeclared_peak: Option<Variant>,
    #[darling(with = |it| value::choice(it, &POLICIES))]
    pub(crate) undeclared_share: Option<Variant>,
    #[darling(with = |it| value::choice(it, &[("full", "Full"), ("gradual", "Gradual")]))]
    pub(crate) launch: Option<Variant>,
    #[darling(with = |it| value::choice(it, &[("eventual", "Eventual"), ("strong", "Strong")]))]
    pub(crate) regions: Option<Variant>,
    #[darling(with = |it| value::given(it, QuotaForm::from_meta(it).map(Some)))]
    pub(crate) quota: Option<NamedValue<QuotaForm>>,
    #[darling(with = |it| value::text(it, "expires_at"))]
    pub(crate) ttl: Option<LitStr>,
    #[darling(with = |it| value::text(it, "_w"))]
    pub(crate) write_id: Option<LitStr>,
    #[darling(rename = "crate", with = value::krate)]
    pub(crate) krate: Option<Path>,
}

impl Options for TableAttr {
    const NAMES: &'static [&'static str] = &[
        "pk",
        "sk",
        "discriminator",
        "delimiter",
        "encoding",
        "undeclared_peak",
        "undeclared_share",
        "launch",
        "regions",
        "quota",
        "ttl",
        "write_id",
        "crate",
    ];

    fn report_within(&self, errors: &Errors) {
        self.pk.iter().chain(&self.sk).for_each(|key| key::report(key, errors));
        self.quota.iter().for_each(|quota| quota::report(quota, errors));
    }
}

/// `#[gsi(..)]`
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct GsiAttr {
    #[darling(with = |it| value::text(it, "GSI1"))]
    pub(crate) name: Option<LitStr>,
    #[darling(with = |it| value::given(it, KeyForm::from_meta(it).map(Some)))]
    pub(crate) pk: Option<NamedValue<KeyForm>>,
    #[darling(with = |it| value::given(it, KeyForm::from_meta(it).map(Some)))]
    pub(crate) sk: Option<NamedValue<KeyForm>>,
    pub(crate) projection: Option<IndexProjection>,
}

impl Options for GsiAttr {
    const NAMES: &'static [&'static str] = &["name", "pk", "sk", "projection"];

    fn report_within(&self, errors: &Errors) {
        self.pk.iter().chain(&self.sk).for_each(|key| key::report(key, errors));
    }
}

/// `#[lsi(..)]`
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct LsiAttr {
    #[darling(with = |it| value::text(it, "LSI1"))]
    pub(crate) name: Option<LitStr>,
    #[darling(with = |it| value::given(it, KeyForm::from_meta(it).map(Some)))]
    pub(crate) sk: Option<NamedValue<KeyForm>>,
    pub(crate) projection: Option<IndexProjection>,
}

impl Options for LsiAttr {
    const NAMES: &'static [&'static str] = &["name", "sk", "projection"];

    fn report_within(&self, errors: &Errors) {
        self.sk.iter().for_each(|key| key::report(key, errors));
    }
}

impl Attrs {
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let table = Attr::only(&input.attrs, "table", errors).map(Attr::into_options).unwrap_or_default();
        let indexes: Vec<Attr<GsiAttr>> = Attr::all(&input.attrs, "gsi", errors);
        for index in &indexes {
            let named = index.name.as_ref().map_or_else(|| "GSI1".to_owned(), LitStr::value);
            index.require("name", "name the index, as in `name = \"GSI1\"`", errors);
            let add = format!("name the attribute of its partition key, as in `pk = \"{named}PK\"`");
            index.require("pk", &add, errors);
        }
        let local_indexes: Vec<Attr<LsiAttr>> = Attr::all(&input.attrs, "lsi", errors);
        for index in &local_indexes {
            index.require("name", "name the index, as in `name = \"LSI1\"`", errors);
            let add = "name the attribute of its sort key, as in `sk = \"created\"`; its partition key is the table's";
            index.require("sk", add, errors);
        }
        let entities =
            only(&input.attrs, "entities", errors).map(|attribute| Entities::of_attribute(attribute, errors));
        Self { table, indexes, local_indexes, entities }
    }
}

/// Reads `option = "text"` or `option = none`.
fn text_or_none(option: &Meta) -> darling::Result<Option<Option<LitStr>>> {
    match bare_word(option) {
        Some(word) if word == "none" => Ok(Some(None)),
        _ => text(option, "_et").map(Some),
    }
}
