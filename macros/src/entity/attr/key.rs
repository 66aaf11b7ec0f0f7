//! `#[pk(..)]` with `#[sk(..)]` and `#[shard(..)]`, and `#[gsi(..)]`.

use proc_macro2::Span;
use syn::{Attribute, DeriveInput, Ident, LitStr, Token, parse::Parser, punctuated::Punctuated, spanned::Spanned};

use super::{
    LegacyAttr, PeakAttr, ShardAttr, bucket, shard,
    value::{filled_text, seconds, word},
};
use crate::{
    errors::Errors,
    options::{Opt, Options, Value, only},
    template::{Template, parse},
};

const TABLE: [&str; 6] = ["template", "bucket", "query", "legacy", "allow_hot", "retention"];
const INDEX: [&str; 10] = ["index", "query", "pk", "sk", "bucket", "shard", "peak", "allow_hot", "legacy", "retention"];

/// A key that the entity writes, of the table or of an index.
pub(crate) struct KeyAttr {
    pub(crate) index: Option<LitStr>,
    pub(crate) query: Ident,
    /// A template for each attribute.
    pub(crate) partition: Vec<Template>,
    /// The same; none where there is no sort key.
    pub(crate) sort: Vec<Template>,
    pub(crate) shard: Option<ShardAttr>,
    pub(crate) legacy: Vec<LegacyAttr>,
    pub(crate) allow_hot: Option<LitStr>,
    pub(crate) peak: Option<PeakAttr>,
    pub(crate) retention: Option<u64>,
}

impl KeyAttr {
    /// The table's key.
    pub(crate) fn of_table(input: &DeriveInput, errors: &Errors) -> Option<Self> {
        let sort = only(&input.attrs, "sk", errors).and_then(|attribute| {
            let mut options = Options::of(attribute, &["template"], errors);
            let place = attribute.path().span();
            let template = options.require("template", place, "write `#[sk(template = \"<at>#<id>\")]`", errors);
            template.and_then(|option| template_of(&option, errors))
        });
        let sort = sort.into_iter().collect();
        let shard = only(&input.attrs, "shard", errors).and_then(|attribute| shard::of_attribute(attribute, errors));
        let Some(attribute) = only(&input.attrs, "pk", errors) else {
            let message =
                "KW020: `#[pk(..)]` is missing; add the partition key, as in `#[pk(template = \"USER#<id>\")]`";
            errors.on(&input.ident, message);
            return None;
        };
        let options = Options::of(attribute, &TABLE, errors);
        let example = "write the partition key, as in `template = \"USER#<id>\"`";
        let read = Reading { input, options, place: attribute.path().span(), errors };
        let query = Ident::new("query", Span::call_site());
        read.key("template", example, None, query, sort, shard)
    }

    /// An index's key.
    pub(crate) fn of_index(input: &DeriveInput, attribute: &Attribute, errors: &Errors) -> Option<Self> {
        let mut options = Options::of(attribute, &INDEX, errors);
        let place = attribute.path().span();
        let index = options.require("index", place, "name an index of the table, as in `index = \"GSI1\"`", errors);
        let index = index.and_then(|option| filled_text(&option, "GSI1", errors));
        // Beside the error: the query function is generated all the same.
        let index = index.or_else(|| Some(LitStr::new("", place)));
        let sort = options.take("sk").map(|option| templates_of(&option, errors)).unwrap_or_default();
        let shard = options.take("shard").and_then(|option| shard::of_option(&option, errors));
        let query = options.require("query", place, "name the query function, as in `query = by_brand`", errors);
        let query = query.and_then(|option| word(&option, "by_brand", errors));
        let read = Reading { input, options, place, errors };
        // A key without a query function is read, for its errors, and dropped.
        let known = query.is_some();
        let query = query.unwrap_or_else(|| Ident::new("query", Span::call_site()));
        let example = "write its partition key, as in `pk = \"BRAND#<brand>\"`";
        read.key("pk", example, index, query, sort, shard).filter(|_| known)
    }
}

struct Reading<'a> {
    input: &'a DeriveInput,
    options: Options,
    place: Span,
    errors: &'a Errors,
}

impl Reading<'_> {
    fn key(
        mut self,
        template: &str,
        example: &str,
        index: Option<LitStr>,
        query: Ident,
        sort: Vec<Template>,
        shard: Option<ShardAttr>,
    ) -> Option<KeyAttr> {
        let Self { input, options, place, errors } = &mut self;
        let older = std::iter::from_fn(|| options.take("legacy"));
        let older: Vec<Opt> = older.collect();
        let legacy = older.iter().filter_map(|option| LegacyAttr::of(option, errors)).collect();
        let bucket = options.take("bucket");
        let renamed = match index {
            None => options.take("query").and_then(|option| word(&option, "recent", errors)),
            Some(_) => None,
        };
        let allow_hot = options.take("allow_hot");
        let peak = options.take("peak").and_then(|option| PeakAttr::of_index(&option, errors));
        let retention = options.take("retention").and_then(|option| seconds(&option, errors));
        let allow_hot = allow_hot.and_then(|option| filled_text(&option, "50 writes a day", errors));
        let partition = options.require(template, *place, example, errors)?;
        let mut partition = match index {
            None => template_of(&partition, errors).into_iter().collect(),
            Some(_) => templates_of(&partition, errors),
        };
        match (partition.as_mut_slice(), bucket) {
            ([], _) => return None,
            ([one], Some(bucket)) => bucket::set(one, &bucket, input, errors),
            (_, Some(bucket)) => {
                let message =
                    "KW008: `bucket` is for a key of one attribute; say it where it belongs, as in `\"<at:day>\"`";
                errors.at(bucket.span(), message);
            }
            (_, None) => {}
        }
        if let ([_, _, ..], Some(older)) = (partition.as_slice(), older.first()) {
            let message = "KW020: `legacy` is for keys of one attribute; read older items by a query of their own";
            errors.at(older.span(), message);
        }
        let query = renamed.unwrap_or(query);
        Some(KeyAttr { index, query, partition, sort, shard, legacy, allow_hot, peak, retention })
    }
}

fn template_of(option: &Opt, errors: &Errors) -> Option<Template> {
    Some(parse(&option.text("USER#<id>", errors)?, errors))
}

/// One template, or a list with one for each attribute: `pk("<tenant>", "<region>")`.
fn templates_of(option: &Opt, errors: &Errors) -> Vec<Template> {
    let Value::List(tokens) = &option.value else { return template_of(option, errors).into_iter().collect() };
    let list = Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(tokens.clone());
    match list {
        Ok(list) if !list.is_empty() => list.iter().map(|literal| parse(literal, errors)).collect(),
        _ => {
            let message = format!("takes a template for each attribute, as in `{}(\"<a>\", \"<b>\")`", option.name);
            option.refuse(&message, errors);
            Vec::new()
        }
    }
}
