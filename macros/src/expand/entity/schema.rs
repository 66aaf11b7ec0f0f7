//! Generates the schema as data.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use crate::{
    model::entity::{
        Entity, FieldForm, Growth, Key, KeyTemplate, Legacy, PageLimit, Peak, Reads, Segment, Shard, ShardBy, Writes,
    },
    read::{entity::Purpose, instant::Instant},
    serde_attrs::Converted,
    spans::runtime_at,
    template::Form,
    type_text::type_text,
};

impl Entity<'_> {
    pub(super) fn expand_schema(&self) -> TokenStream {
        let fields = self.expand_fields();
        let keys = &self.keys;
        let mut keys = quote!([#(#keys),*]);
        if self.keys.iter().any(|key| key.index.is_some() && !key.local) {
            let (table, kw) = (self.table(), runtime_at(self.table_place()));
            let table = quote_spanned!(self.table_place()=> &<#table as #kw::Table>::SCHEMA);
            keys = quote!(__kw::over_table(#keys, #table));
        }
        self.expand_schema_of(quote!(&[#fields]), quote!(&#keys), given("peak", self.peak.as_ref()))
    }

    /// For an expansion with an error: the checks across entities skip an empty schema.
    pub(super) fn expand_empty_schema(&self) -> TokenStream {
        self.expand_schema_of(quote!(&[]), quote!(&[]), None)
    }

    fn expand_schema_of(&self, fields: TokenStream, keys: TokenStream, peak: Option<TokenStream>) -> TokenStream {
        let Self { name, docs, discriminator, .. } = self;
        let may_overlap = given("may_overlap", self.may_overlap.as_ref());
        let flattens = self.fields.flattens().then(|| quote!(flattens: true,));
        let table = self.table();
        let kw = runtime_at(self.table_place());
        let table = quote_spanned!(self.table_place()=> &<#table as #kw::Table>::SCHEMA);
        let constants = self.fixed_attributes().map(|(name, text)| {
            let (name, text) = (name.value(), text.value());
            quote!((#name, #text))
        });
        let constants: Vec<_> = constants.collect();
        let constants = (!constants.is_empty()).then(|| quote!(constants: &[#(#constants),*],));
        quote! {
            __kw::EntitySchema {
                name: #name,
                docs: #docs,
                discriminator: #discriminator,
                #constants
                fields: #fields,
                #flattens
                keys: #keys,
                #peak
                #may_overlap
                table: #table,
                ..__kw::ENTITY
            }
        }
    }

    fn expand_fields(&self) -> TokenStream {
        let in_keys = self.key_fields();
        let fields = self.fields.stored.iter().enumerate().map(|(place, field)| {
            let (name, attribute, docs, key) = (&field.name, &field.attribute, &field.docs, field.key_field());
            let rust_type = type_text(field.ty);
            let of_type = match in_keys.iter().any(|key| usize::from(*key) == place) {
                true => quote!(__kw::field_in_keys(#name, #attribute, #docs, #rust_type, #key::__IN_KEYS)),
                false if field.is_option() && !field.needed => {
                    quote!(__kw::option(#name, #attribute, #docs, #rust_type))
                }
                false => quote!(__kw::field(#name, #attribute, #docs, #rust_type)),
            };
            let is_in_keys = in_keys.iter().any(|key| usize::from(*key) == place);
            let keeps_null = (is_in_keys && field.needed).then(|| quote!(.keeps_null()));
            let purpose = field.purpose.map(|(purpose, _)| match purpose.is_time() {
                true => {
                    let may_be_absent = field.may_be_absent();
                    quote!(.timed(__kw::Purpose::#purpose, #may_be_absent))
                }
                false => quote!(.for_purpose(__kw::Purpose::#purpose)),
            });
            let unique = field.unique.as_ref().map(|unique| {
                let within = unique.within.iter().copied().map(Literal::u8_unsuffixed);
                quote!(.unique_within(&[#(#within),*]))
            });
            let sensitive = field.sensitive.then(|| quote!(.sensitive()));
            let key_only = field.key_only.map(|_| quote!(.key_only()));
            let converted = field.serialize_with.as_ref().map(|function| {
                let to = Converted::of(function);
                quote!(.converted(__kw::#to))
            });
            let form = match field.form {
                FieldForm::Plain => None,
                FieldForm::Set { absent_is_empty } => Some(quote!(.set(#absent_is_empty))),
                FieldForm::Nullable => Some(quote!(.nullable())),
            };
            let trunc = field.trunc.map(|_| quote!(.truncated()));
            let aliases = (!field.aliases.is_empty()).then(|| {
                let aliases = &field.aliases;
                quote!(.aliases(&[#(#aliases),*]))
            });
            let defaulted = field.default.map(|_| quote!(.defaulted()));
            quote! {
                #of_type #aliases #converted #form #purpose #unique #sensitive #key_only #trunc #keeps_null #defaulted,
            }
        });
        fields.collect()
    }
}

/// Sets the fields that differ from `__kw::KEY`.
impl ToTokens for Key {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let query = self.query.unraw().to_string();
        let partition = &self.partition;
        let index = given("index", self.index.as_ref().map(|index| index.value()));
        let local = self.local.then(|| quote!(local: true,));
        let sort = given("sort", self.sort.as_ref());
        let shard = given("shard", self.shard.as_ref());
        let since = given("since", self.since.map(|(since, _)| since));
        let older = &self.legacy;
        let legacy = (!older.is_empty()).then(|| quote!(legacy: &[#(#older),*],));
        let allow_hot = given("allow_hot", self.allow_hot.as_ref().map(|why| why.value()));
        let peak = given("peak", self.peak.as_ref());
        let of_entry = self.peak.as_ref().filter(|peak| peak.is_of_entry);
        let entry_bytes = given("entry_bytes", of_entry.map(|peak| Literal::u64_unsuffixed(peak.item_bytes)));
        let retention = given("retention", self.retention.map(Literal::u64_unsuffixed));
        let page = given("page", self.page.as_ref());
        tokens.extend(quote! {
            __kw::KeySchema {
                #index
                #local
                query: #query,
                partition: #partition,
                #sort
                #shard
                #since
                #legacy
                #allow_hot
                #peak
                #entry_bytes
                #retention
                #page
                ..__kw::KEY
            }
        });
    }
}

impl ToTokens for PageLimit {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let items = Literal::u64_unsuffixed(self.items);
        let max_rcu = option(self.max_rcu.map(Literal::u64_unsuffixed));
        tokens.extend(quote!(__kw::PageLimit { items: #items, max_rcu: #max_rcu }));
    }
}

impl ToTokens for Legacy {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let partition = &self.partition;
        let shard = option(self.shard.as_ref());
        let since = option(self.since.map(|(since, _)| since));
        let until = option(self.until.map(|(until, _)| until));
        tokens.extend(quote!(__kw::LegacyKey { partition: #partition, shard: #shard, since: #since, until: #until }));
    }
}

impl ToTokens for KeyTemplate {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { source, segments, .. } = self;
        tokens.extend(quote!(__kw::Template::new(#source, &[#(#segments),*])));
    }
}

impl ToTokens for Segment {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Literal(text) => quote!(__kw::literal(#text)),
            Self::Field { field, form, raw } => {
                let field = Literal::u8_unsuffixed(*field);
                match (form, raw) {
                    (Form::Default, false) => quote!(__kw::part(#field)),
                    (form, false) => quote!(__kw::part_as(#field, #form)),
                    (form, true) => quote!(__kw::raw_part(#field, #form)),
                }
            }
            Self::Delimiter => quote!(__kw::Segment::Delimiter),
            Self::NextAttribute(source) => quote!(__kw::Segment::NextAttribute(#source)),
            Self::Shard { width } => {
                let width = Literal::u8_unsuffixed(*width);
                quote!(__kw::Segment::Shard { width: #width })
            }
        });
    }
}

impl ToTokens for Shard {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (count, first) = (Literal::u32_unsuffixed(self.count), Literal::u32_unsuffixed(self.first));
        let (by, grow) = (&self.by, &self.grow);
        tokens.extend(quote!(__kw::Sharding { count: #count, first: #first, by: #by, grow: &[#(#grow),*] }));
    }
}

impl ToTokens for Growth {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (at, count) = (&self.at, Literal::u32_unsuffixed(self.count));
        tokens.extend(quote!(__kw::Growth { at: #at, count: #count }));
    }
}

impl ToTokens for Instant {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (seconds, nanos) = (Literal::i64_unsuffixed(self.seconds), Literal::u32_unsuffixed(self.nanos));
        tokens.extend(quote!(__kw::Timestamp { seconds: #seconds, nanos: #nanos }));
    }
}

impl ToTokens for ShardBy {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Random => quote!(__kw::ShardBy::Random),
            Self::TableKey => quote!(__kw::ShardBy::TableKey),
            Self::Hash { fields, with, top_share } => {
                let fields = fields.iter().copied().map(Literal::u8_unsuffixed);
                let (with, share) = (option(with.as_ref()), option(top_share.map(Literal::f64_unsuffixed)));
                quote!(__kw::ShardBy::Hash { fields: &[#(#fields),*], with: #with, top_share: #share })
            }
        });
    }
}

/// Sets the fields that differ from a peak of new items.
impl ToTokens for Peak {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Writes { creates, updates, deletes } = self.writes;
        let (creates, bytes) = (Literal::u64_unsuffixed(creates), Literal::u64_unsuffixed(self.item_bytes));
        let rate = |rate: u64| (rate > 0).then(|| Literal::u64_unsuffixed(rate).into_token_stream());
        let share = |share: Option<f64>| share.map(|share| Literal::f64_unsuffixed(share).into_token_stream());
        tokens.extend(quote!(__kw::Peak::new(#creates, #bytes)));
        for (method, value) in [
            ("updates", rate(updates)),
            ("deletes", rate(deletes)),
            ("in_transactions", share(self.in_transactions)),
            ("moves", share(self.moves)),
            (
                "reads_per_second",
                self.reads_per_second.map(|(reads, _)| Literal::u64_unsuffixed(reads).into_token_stream()),
            ),
            ("reads", self.reads.map(|(reads, _)| reads.expand())),
            ("top_share", share(self.top_share)),
            ("mean", share(self.mean)),
            ("per_month", self.per_month.map(|writes| Literal::u64_unsuffixed(writes).into_token_stream())),
        ] {
            let method = Ident::new(method, Span::call_site());
            tokens.extend(value.map(|value| quote!(.#method(#value))));
        }
    }
}

impl Reads {
    /// Sets the fields that differ from eventually consistent queries.
    fn expand(self) -> TokenStream {
        let (queries, items) = (Literal::u64_unsuffixed(self.queries), Literal::u64_unsuffixed(self.items));
        let gets = (self.gets > 0).then(|| Literal::u64_unsuffixed(self.gets)).map(|gets| quote!(.gets(#gets)));
        let consistent = self.consistent.map(Literal::f64_unsuffixed).map(|share| quote!(.consistent(#share)));
        let top_share = self.top_share.map(Literal::f64_unsuffixed).map(|share| quote!(.top_share(#share)));
        quote!(__kw::PeakReads::new(#queries, #items) #gets #consistent #top_share)
    }
}

/// Generates `name: Some(value),` if there is a value.
fn given(name: &str, value: Option<impl ToTokens>) -> Option<TokenStream> {
    let name = Ident::new(name, Span::call_site());
    value.map(|value| quote!(#name: __kw::Option::Some(#value),))
}

fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(__kw::Option::Some(#value)),
        None => quote!(__kw::Option::None),
    }
}

impl ToTokens for Purpose {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let name = match self {
            Self::Counter => "Counter",
            Self::Version => "Version",
            Self::Created => "Created",
            Self::Updated => "Updated",
            Self::Ttl => "Ttl",
        };
        Ident::new(name, Span::call_site()).to_tokens(tokens);
    }
}

impl ToTokens for Converted {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let name = match self {
            Self::Number => "Number",
            Self::Text => "Text",
            Self::Unknown => "Unknown",
        };
        let name = Ident::new(name, Span::call_site());
        tokens.extend(quote!(Converted::#name));
    }
}
