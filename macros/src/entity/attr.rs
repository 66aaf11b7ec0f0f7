//! Reads the attributes of an entity. What is wrong is reported; what is right is kept, so that the rest of the
//! struct can be judged in the same run.

mod bucket;
mod field;
mod grow;
mod instant;
mod key;
mod legacy;
mod local;
mod peak;
mod shard;
mod unique;
mod value;

use proc_macro2::TokenStream;
use syn::{DeriveInput, LitStr, Path, Token, parse::Parser, punctuated::Punctuated, spanned::Spanned};

pub(crate) use self::{
    field::{FieldAttr, Purpose},
    grow::Growth,
    instant::Instant,
    key::KeyAttr,
    legacy::LegacyAttr,
    local::LocalAttr,
    peak::{PeakAttr, Writes},
    shard::{ShardAttr, ShardKind},
    unique::UniqueAttr,
};
use crate::{
    crate_path::CratePath,
    errors::Errors,
    options::{Options, Value, all, only},
};

/// The attributes of an entity's struct.
#[derive(Default)]
pub(crate) struct Attrs {
    pub(crate) table: Option<Path>,
    pub(crate) name: Option<LitStr>,
    pub(crate) constants: Vec<(LitStr, LitStr)>,
    pub(crate) krate: CratePath,
    pub(crate) peak: Option<PeakAttr>,
    /// The table's key, then the indexes'.
    pub(crate) keys: Vec<KeyAttr>,
    /// Those of local indexes.
    pub(crate) locals: Vec<LocalAttr>,
    pub(crate) fields: Vec<FieldAttr>,
}

impl Attrs {
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let mut attrs = Self::default();
        attrs.read_entity(input, errors);
        attrs.peak = only(&input.attrs, "peak", errors).and_then(|attribute| PeakAttr::of(attribute, errors));
        attrs.keys.extend(KeyAttr::of_table(input, errors));
        attrs.keys.extend(all(&input.attrs, "gsi").filter_map(|attribute| KeyAttr::of_index(input, attribute, errors)));
        attrs.locals.extend(all(&input.attrs, "lsi").filter_map(|attribute| LocalAttr::of(attribute, errors)));
        attrs.fields = field::fields(input, errors);
        attrs
    }

    fn read_entity(&mut self, input: &DeriveInput, errors: &Errors) {
        let Some(attribute) = only(&input.attrs, "entity", errors) else {
            let message = "KW020: `#[entity(table = ..)]` is missing; name the table that stores it, as in \
                           `#[entity(table = Platform)]`";
            return errors.on(&input.ident, message);
        };
        let mut options = Options::of(attribute, &["table", "name", "constants", "crate"], errors);
        let table =
            options.require("table", attribute.path().span(), "name the table, as in `table = Platform`", errors);
        self.table = table.and_then(|option| option.path("Platform", errors));
        self.name = options.take("name").and_then(|option| value::filled_text(&option, "ops_log", errors));
        self.krate = options.take_crate(errors);
        if let Some(option) = options.take("constants") {
            match &option.value {
                Value::List(list) => self.constants = constants(list, errors),
                _ => option.refuse("takes a list, as in `constants(\"version\" = \"1\")`", errors),
            }
        }
    }
}

/// `"attribute" = "text", ..`
fn constants(list: &TokenStream, errors: &Errors) -> Vec<(LitStr, LitStr)> {
    let constant = |input: syn::parse::ParseStream<'_>| -> syn::Result<(LitStr, LitStr)> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok((name, input.parse()?))
    };
    let parser =
        |input: syn::parse::ParseStream<'_>| Punctuated::<_, Token![,]>::parse_terminated_with(input, constant);
    let mut constants: Vec<(LitStr, LitStr)> = Vec::new();
    match parser.parse2(list.clone()) {
        Ok(list) => {
            for (name, text) in list {
                match constants.iter().find(|(known, _)| known.value() == name.value()) {
                    Some((first, _)) => {
                        let message =
                            format!("KW020: the constant {:?} is given twice; keep one of the two", name.value());
                        errors.twice(first.span(), name.span(), message);
                    }
                    None => constants.push((name, text)),
                }
            }
        }
        Err(error) => {
            let message = format!("KW020: {error}; `constants` takes texts, as in `constants(\"version\" = \"1\")`");
            errors.at(error.span(), message);
        }
    }
    constants
}
