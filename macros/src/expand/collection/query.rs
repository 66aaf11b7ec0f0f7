//! Expands the query function for users.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::model::collection::Collection;

impl Collection<'_> {
    /// Expands the query of an enum.
    pub(super) fn expand_query(&self) -> TokenStream {
        self.expand_function(&quote!(__kw::CollectionQuery<Self, __D, __S>), |items| items)
    }

    /// Expands the query of a struct: the query of its items, with their assembly.
    pub(super) fn expand_assembly_query(&self) -> TokenStream {
        self.expand_function(
            &quote!(__kw::AssemblyQuery<Self, __D>),
            |items| quote!(__kw::AssemblyQuery::__new(#items)),
        )
    }

    fn expand_function(&self, query: &TokenStream, of_items: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        let (ident, visibility) = (self.ident, self.visibility());
        let entities = self.entities();
        let Some(first) = entities.first() else { return TokenStream::new() };
        let name = generated(&self.query.name);
        let key = match &self.index {
            Some(index) => quote!({ __kw::key_on::<#first>(#index) }),
            None => quote!(0),
        };
        let names: Vec<_> = self.query.arguments.iter().map(generated).collect();
        let types: Vec<_> = (0..names.len()).map(|at| format_ident!("__F{at}")).collect();
        let places = (0..names.len()).map(Literal::usize_unsuffixed);
        let body = of_items(quote!(__kw::CollectionQuery::__new() #(.__arg::<#types>(#places, #names))*));
        let docs = self.query_docs();
        quote! {
            #[allow(private_bounds, private_interfaces, clippy::self_named_constructors, clippy::too_many_arguments)]
            impl #ident {
                #[doc = #docs]
                #visibility fn #name<#(#types,)* __D, __S>(#(#names: impl __kw::KeyArg<#types>),*) -> #query
                where
                    #first: __kw::Partition<#key, (#(#types,)*), __D, __S>,
                {
                    #body
                }
            }
        }
    }

    fn query_docs(&self) -> String {
        let names = self.entities().into_iter().map(|entity| format!("`{}`", quote!(#entity)).replace(' ', ""));
        let mut docs = format!("Reads {} of one partition key", names.collect::<Vec<_>>().join(", "));
        if let Some(index) = &self.index {
            docs += &format!(" of index {}", index.value());
        }
        docs + "."
    }
}

/// A generated name with the user's span, but without the user's lints.
fn generated(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(name.span().resolved_at(Span::call_site()));
    name
}
