//! Expands the fields that feed an index key together.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::fields::constant;
use crate::model::entity::{Constant, Entity, backticked};

impl Entity<'_> {
    /// Expands the fields of a group as one constant.
    pub(super) fn expand_joined(&self, group: &Constant) -> TokenStream {
        let (visibility, name) = (self.visibility(), Ident::new(&group.name, Span::call_site()));
        let fields = self.fields_of(group);
        let is_narrower = self.narrower().contains(&group.fields);
        let condition = if is_narrower {
            ", if the fields that feed it beside them are themselves attributes of the index"
        } else {
            ""
        };
        let docs = format!("The fields {}, which feed an index key together{condition}.", backticked(&fields));
        let types = group.fields.iter().filter_map(|place| {
            let (ty, role) = (self.fields.at(*place)?.ty, self.expand_role(*place));
            Some(quote!(__kw::FieldOf<Self, #ty #role>))
        });
        let parts = fields.iter().map(|field| constant(field));
        let joint = group.fields.first().filter(|_| is_narrower).and_then(|place| self.expand_joint(*place));
        let role = joint.map(|joint| {
            let is_group = expand_is_group(&group.fields);
            quote!(, __kw::GroupOf<{ #is_group }, __kw::Free, #joint>)
        });
        quote! {
            #[doc = #docs]
            #visibility const #name: __kw::Joined<(#(#types,)*) #role> =
                __kw::Joined::__new((#(Self::#parts,)*));
        }
    }

    /// Expands the role of a field that is set with others: the smallest group of fields that the runtime accepts.
    pub(super) fn expand_group(&self, place: u8) -> Option<TokenStream> {
        let mut role = self.expand_joint(place)?;
        for fields in self.narrower().into_iter().rev().filter(|fields| fields.contains(&place)) {
            let is_group = expand_is_group(&fields);
            let name = Ident::new(&self.constant_of(fields).name, Span::call_site());
            role = quote!(__kw::GroupOf<{ #is_group }, __kw::Joint<#name>, #role>);
        }
        Some(role)
    }

    /// Expands the role of a field that is set with its whole group.
    fn expand_joint(&self, place: u8) -> Option<TokenStream> {
        let group = self.joined().into_iter().find(|group| group.contains(&place))?;
        let name = Ident::new(&self.constant_of(group).name, Span::call_site());
        Some(quote!(__kw::Joint<#name>))
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

/// Expands whether an update can set these fields without others.
fn expand_is_group(fields: &[u8]) -> TokenStream {
    let fields = fields.iter().map(|place| Literal::u8_unsuffixed(*place));
    quote!(__kw::is_group(__S, &[#(#fields),*]))
}
