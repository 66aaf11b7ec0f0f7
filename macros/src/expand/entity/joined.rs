//! Expands the fields that feed an index key together.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::fields::constant;
use crate::model::entity::{Constant, Entity, backticked};

impl Entity<'_> {
    /// Expands the fields of a group as one constant.
    pub(super) fn expand_joined(&self, group: &Constant) -> TokenStream {
        let (visibility, name) = (self.visibility(), Ident::new(&group.name, Span::call_site()));
        let fields = self.fields_of(group);
        let docs = format!("The fields {}, which feed an index key together.", backticked(&fields));
        let types = group.fields.iter().filter_map(|place| {
            let (ty, role) = (self.fields.at(*place)?.ty, self.expand_role(*place));
            Some(quote!(__kw::FieldOf<Self, #ty #role>))
        });
        let parts = fields.iter().map(|field| constant(field));
        quote! {
            #[doc = #docs]
            #visibility const #name: __kw::Joined<(#(#types,)*)> =
                __kw::Joined::__new((#(Self::#parts,)*));
        }
    }

    /// Expands a type for each group. KW017 uses the name of the type to list the fields that are set together.
    pub(super) fn expand_groups(&self) -> TokenStream {
        let visibility = self.visibility();
        let groups = self.field_constants().into_iter().filter(|constant| constant.fields.len() > 1);
        let mut names: Vec<String> = groups.map(|group| group.name).collect();
        // Two groups with one name only occur in an expansion with an error.
        names.sort();
        names.dedup();
        let groups = names.iter().map(|name| {
            let name = Ident::new(name, Span::call_site());
            quote! {
                #[doc(hidden)]
                #[allow(non_camel_case_types)]
                #visibility enum #name {}
            }
        });
        groups.collect()
    }
}
