//! `#[pk(..)]` with `#[sk(..)]` and `#[shard(..)]`, and `#[gsi(..)]`.

use proc_macro2::Span;
use syn::{Attribute, DeriveInput, Ident, LitStr, spanned::Spanned};

use super::{
    LegacyAttr, PeakAttr, ShardAttr, bucket, later, shard,
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
    pub(crate) partition: Template,
    pub(crate) sort: Option<Template>,
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
        let sort = options.take("sk").and_then(|option| template_of(&option, errors));
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
        sort: Option<Template>,
        shard: Option<ShardAttr>,
    ) -> Option<KeyAttr> {
        let Self { input, options, place, errors } = &mut self;
        let older = std::iter::from_fn(|| options.take("legacy"));
        let legacy = older.filter_map(|option| LegacyAttr::of(&option, errors)).collect();
        let bucket = options.take("bucket");
        let renamed = match index {
            None => options.take("query").and_then(|option| word(&option, "recent", errors)),
            Some(_) => None,
        };
        let allow_hot = options.take("allow_hot");
        let peak = options.take("peak").and_then(|option| PeakAttr::of_index(&option, errors));
        let retention = options.take("retention").and_then(|option| seconds(&option, errors));
        let allow_hot = allow_hot.and_then(|option| filled_text(&option, "50 writes a day", errors));
        let partition = options.require(template, *place, example, errors);
        let mut partition = template_of(&partition?, errors)?;
        if let Some(bucket) = bucket {
            bucket::set(&mut partition, &bucket, input, errors);
        }
        let query = renamed.unwrap_or(query);
        Some(KeyAttr { index, query, partition, sort, shard, legacy, allow_hot, peak, retention })
    }
}

fn template_of(option: &Opt, errors: &Errors) -> Option<Template> {
    if matches!(option.value, Value::List(_)) && option.name != "template" {
        later::refuse(option.span(), "a multi-attribute key", errors);
        return None;
    }
    Some(parse(&option.text("USER#<id>", errors)?, errors))
}
