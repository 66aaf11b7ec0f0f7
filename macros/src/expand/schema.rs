//! Expands a list of entities: the list, and the checks across it.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, Path, spanned::Spanned};

use crate::{
    model::schema::{Entities, Schema},
    spans::{check_at, lint_at},
};

/// `sound` is false if there is an error. The list is then kept, but not the checks.
pub(crate) fn expand(schema: &Schema<'_>, sound: bool) -> TokenStream {
    let import = schema.krate.import();
    let list = expand_list(&schema.entities, &schema.table, schema.ident);
    let checks = sound.then(|| expand_checks(&schema.entities, schema.ident, &schema.lint_levels));
    quote! {
        const _: () = {
            #import
            #list
            #checks
        };
    }
}

/// Generates `impl Schema for HOLDER`.
pub(super) fn expand_list(entities: &Entities, table: &Path, holder: &Ident) -> TokenStream {
    let entities = entities.0.iter().map(|path| quote_spanned!(name(path)=> __kw::listed_entity::<#table, #path>()));
    quote! {
        #[automatically_derived]
        impl __kw::Schema for #holder {
            type Table = #table;
            const ENTITIES: &'static [&'static __kw::EntitySchema] =
                &[#(#entities),*];
        }
    }
}

/// The checks across the entities, each with the span of its entity's name in the list. `levels` are the holder's lint
/// levels.
pub(super) fn expand_checks(entities: &Entities, holder: &Ident, levels: &[Attribute]) -> TokenStream {
    let list = quote!(<#holder as __kw::Schema>::ENTITIES);
    let quota = quote!(__kw::lint::KW004QuotaOfAll::<{ __kw::check::summed_quota(#list) }>::WARM_THROUGHPUT;);
    let launch = quote!(__kw::lint::KW004LaunchOfAll::<{ __kw::check::summed_launch(#list) }>::THROTTLES_FOR_MINUTES;);
    let read_quota = quote!(__kw::lint::KW022QuotaOfAll::<{ __kw::check::summed_read_quota(#list) }>::READ_UNITS;);
    let mut checks = lint_at(holder.span(), levels, quote!(#quota #launch #read_quota));
    for (at, path) in entities.0.iter().enumerate() {
        let span = name(path);
        let at = Literal::usize_unsuffixed(at);
        checks.extend(check_at(span, quote!(__kw::check::collisions(#list, #at))));
        checks.extend(check_at(span, quote!(__kw::check::summed_peaks(#list, #at))));
        let margin = quote! {
            __kw::lint::KW004::<{ __kw::check::summed_margin(#list, #at) }>::NO_MARGIN;
            __kw::lint::KW004Unasked::<{ __kw::check::unasked(#list, #at) }>::ITEMS_ENTER_AN_INDEX;
        };
        checks.extend(lint_at(span, levels, margin));
    }
    checks
}

/// The span of the entity's own name, the last segment of its path.
fn name(path: &Path) -> Span {
    path.segments.last().map_or_else(|| path.span(), |segment| segment.ident.span())
}
