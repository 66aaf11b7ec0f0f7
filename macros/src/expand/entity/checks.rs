//! Expands the checks that need other types, as constants with the span of the user's code that they check.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use crate::{
    model::entity::{Entity, Key, PageLimit, Peak},
    read::entity::Purpose,
    serde_attrs::Precision,
    spans::{check_at, checks_in_sequence, lints_at},
};

impl Entity<'_> {
    pub(super) fn expand_checks(&self) -> TokenStream {
        let entity = self.ident;
        let mut checks = TokenStream::new();
        // The rules of one key are one constant, and so are those of the names of all fields. A constant for each rule
        // would cost the compiler more than its evaluation.
        for (place, key) in self.keys.iter().enumerate() {
            let of_key = checks_in_sequence(self.key_checks(Literal::usize_unsuffixed(place), key));
            checks.extend(quote!(const _: () = { #of_key };));
        }
        checks.extend(self.expand_warnings());
        let of_fields = checks_in_sequence(self.fields.stored.iter().enumerate().map(|(place, field)| {
            let place = Literal::usize_unsuffixed(place);
            (field.ident.span(), quote!(__check(__S, #place)))
        }));
        checks.extend(quote! {
            const _: () = if __kw::check::names_may_clash::<#entity>(__S) {
                use __kw::check::attribute as __check;
                #of_fields
            };
        });
        let in_keys = self.keys.iter().flat_map(Key::fields);
        for (place, span) in self.fields.converted(in_keys) {
            let precision = self.fields.at(place).map(|field| field.precision).unwrap_or_default();
            let place = Literal::u8_unsuffixed(place);
            checks.extend(check_at(span, quote!(__kw::check::converted(__S, #place, __kw::check::#precision))));
        }
        for (place, field) in self.fields.stored.iter().enumerate() {
            if let Some(word) = field.key_only {
                let place = Literal::usize_unsuffixed(place);
                checks.extend(check_at(word, quote!(__kw::check::key_only(__S, #place))));
            }
            if let Some(word) = field.trunc {
                let place = Literal::usize_unsuffixed(place);
                checks.extend(check_at(word, quote!(__kw::check::truncated(__S, #place))));
            }
        }
        for (place, _, unique) in self.fields.uniques() {
            let place = Literal::usize_unsuffixed(place.into());
            checks.extend(check_at(unique.place, quote!(__kw::check::unique(__S, #place))));
        }
        for (number, field) in self.fields.times() {
            let (place, kind) = (Literal::u8_unsuffixed(number), field.time_field());
            checks.extend(check_at(field.ty.span(), quote!(__kw::check::time(__S, #place, #kind::__KIND))));
            if field.is(Purpose::Updated) && self.key_fields().contains(&number) {
                checks.extend(check_at(field.ident.span(), quote!(__kw::check::updated(__S, #place))));
            }
        }
        for (place, (name, _)) in self.constants.iter().enumerate() {
            let place = Literal::usize_unsuffixed(place);
            checks.extend(check_at(name.span(), quote!(__kw::check::constant(__S, #place))));
        }
        if let Some((tag, _)) = &self.tag {
            let place = Literal::usize_unsuffixed(self.constants.len());
            checks.extend(check_at(tag.span(), quote!(__kw::check::tag(__S, #place))));
        }
        let of_index = self.keys.iter().find_map(|key| key.peak.as_ref());
        if let Some(Peak { item_bytes_at, .. }) = self.peak.as_ref().or(of_index) {
            checks.extend(check_at(*item_bytes_at, quote!(__kw::check::item_bytes(__S))));
        }
        for (place, key) in self.keys.iter().enumerate() {
            if let Some(PageLimit { max_rcu: Some(_), place: at, .. }) = key.page {
                let place = Literal::usize_unsuffixed(place);
                checks.extend(check_at(at, quote!(__kw::check::page_units::<#entity>(__S, #place))));
            }
        }
        if let Some(table) = &self.table {
            checks.extend(check_at(table.span(), quote!(__kw::check::listed::<#entity>(__S))));
        }
        checks
    }

    /// The rules of a key, in the order in which they are checked. Only the first that fails is reported.
    fn key_checks(&self, place: Literal, key: &Key) -> Vec<(Span, TokenStream)> {
        let partition = key.partition.literal.span();
        let sort = key.sort.as_ref().map(|sort| sort.literal.span());
        // Also checks whether there is a sort key if the table has one.
        let index = key.index.as_ref().map_or(sort.unwrap_or(partition), |index| index.span());
        let mut checks = vec![(index, quote!(let __key = __kw::check::declared(__S, #place)))];
        if key.local {
            // The partition key is the table's, and is checked with the table's key.
            checks.push((sort.unwrap_or(index), quote!(__kw::check::template(&__key, __kw::KeyPart::Sort))));
            return checks;
        }
        checks.push((partition, quote!(__kw::check::template(&__key, __kw::KeyPart::Partition))));
        if let Some(sort) = sort {
            checks.push((sort, quote!(__kw::check::template(&__key, __kw::KeyPart::Sort))));
        }
        for (part, template) in [("Partition", Some(&key.partition)), ("Sort", key.sort.as_ref())] {
            let part = Ident::new(part, Span::call_site());
            for (number, literal) in template.into_iter().flat_map(|template| &template.more).enumerate() {
                let number = Literal::usize_unsuffixed(number + 1);
                let check = quote!(__kw::check::attribute_template(&__key, __kw::KeyPart::#part, #number));
                checks.push((literal.span(), check));
            }
        }
        for (number, legacy) in key.legacy.iter().enumerate() {
            let number = Literal::usize_unsuffixed(number);
            checks.push((legacy.partition.literal.span(), quote!(__kw::check::legacy(&__key, #number))));
            if let Some((_, since)) = legacy.since {
                checks.push((since, quote!(__kw::check::legacy_since(__S, #place, #number))));
            }
            if let Some((_, until)) = legacy.until {
                checks.push((until, quote!(__kw::check::until(__S, #place))));
            }
        }
        if let Some((_, since)) = key.since {
            checks.push((since, quote!(__kw::check::since(__S, #place))));
        }
        if let Some(growth) = key.shard.as_ref().and_then(|shard| shard.grow.first()) {
            checks.push((growth.place, quote!(__kw::check::grow(__S, #place))));
        }
        checks.push((partition, quote!(__kw::check::hot_partition(__S, #place))));
        if let Some(reads) = self.reads(key) {
            checks.push((reads, quote!(__kw::check::readers(__S, #place))));
        }
        checks
    }

    /// The span of the declared reads of a key. An index uses only its own peak.
    fn reads(&self, key: &Key) -> Option<Span> {
        let peak = key.peak.as_ref().or(self.peak.as_ref().filter(|_| key.index.is_none()))?;
        peak.reads_at()
    }

    fn expand_warnings(&self) -> TokenStream {
        let count = Literal::usize_unsuffixed(self.keys.len());
        let mut lints = Vec::new();
        for (place, key) in self.keys.iter().enumerate().filter(|(_, key)| !key.local) {
            let place = Literal::usize_unsuffixed(place);
            let warned = quote!(__W[#place]);
            let mut of_key = TokenStream::new();
            // An index uses its own peak or, without one, the entity's.
            if key.peak.as_ref().or(self.peak.as_ref()).is_none() {
                of_key.extend(quote! {
                    __kw::lint::KW002::<{ #warned.few_values }>::FEW_VALUES;
                    __kw::lint::KW003::<{ #warned.lone_bucket }>::TIME_BUCKET_ALONE;
                });
            } else {
                let days_to_full = quote!(__kw::lint::KW018::<{ #warned.days_to_full }>::COLLECTION_WITHOUT_END;);
                let of_table = key.index.is_none().then_some(days_to_full);
                of_key.extend(quote! {
                    __kw::lint::KW002Share::<{ #warned.share_that_throttles }>::ON_ONE_VALUE_THROTTLES;
                    __kw::lint::KW002Unknown::<{ #warned.unknown_share }>::SHARE_NOT_DECLARED;
                    __kw::lint::KW004::<{ #warned.missing_margin }>::NO_MARGIN;
                    __kw::lint::KW004Quota::<{ #warned.above_quota }>::WARM_THROUGHPUT;
                    __kw::lint::KW004Launch::<{ #warned.shards_for_launch }>::THROTTLES_FOR_MINUTES;
                    __kw::lint::KW003RollOvers::<{ #warned.bad_roll_overs }>::OVERLOAD_A_PARTITION;
                    #of_table
                });
                if key.shard.is_some() {
                    of_key.extend(quote! {
                        __kw::lint::KW004Many::<{ #warned.sufficient_shards }>::TEN_TIMES_THE_SHARDS;
                    });
                }
                if let Some(allowed) = &key.allow_hot {
                    let lint = quote!(__kw::lint::KW004Allowed::<{ #warned.far_too_hot }>::TEN_TIMES_THE_LIMIT;);
                    lints.push((allowed.span(), lint));
                }
                if let Some((_, since)) = key.since {
                    let lint = quote!(__kw::lint::KW004Since::<{ #warned.overloads_older_key }>::OLDER_KEY;);
                    lints.push((since, lint));
                }
            }
            lints.push((key.partition.literal.span(), of_key));
            if let Some(reads) = self.reads(key) {
                let newest = quote!(__kw::lint::KW022::<{ __kw::check::newest_that_fit(__S, #place) }>::NEWEST_50;);
                let quota =
                    quote!(__kw::lint::KW022Quota::<{ __kw::check::reads_above_quota(__S, #place) }>::READ_UNITS;);
                let shared = quote! {
                    __kw::lint::KW022RollOver::<{ __kw::check::reads_share_partitions(__S, #place) }>
                        ::KEYS_SHARE_A_PARTITION;
                };
                lints.push((reads, quote!(#newest #quota #shared)));
            }
        }
        let lints = lints_at(self.lint_levels.iter().copied(), lints);
        quote! {
            const __W: [__kw::check::Warnings; #count] = __kw::check::all_warnings(__S);
            #lints
        }
    }
}

impl ToTokens for Precision {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let name = match self {
            Self::Whole => "Whole",
            Self::Micros => "Micros",
            Self::Millis => "Millis",
            Self::Seconds => "Seconds",
            Self::Unknown => "Unknown",
        };
        let name = Ident::new(name, Span::call_site());
        tokens.extend(quote!(Precision::#name));
    }
}
