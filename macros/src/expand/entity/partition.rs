//! Expands the types of the fields of each partition key, and of the first field of the sort key, for queries of
//! collections.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::model::entity::{Entity, Field};

impl Entity<'_> {
    pub(super) fn expand_partitions(&self) -> TokenStream {
        let entity = self.ident;
        let scalar = |place: u8| self.fields.at(place).map(Field::scalar);
        let partitions = self.keys.iter().enumerate().map(|(at, key)| {
            let place = Literal::usize_unsuffixed(at);
            let given = key.partition_arguments();
            let given = given.iter().filter_map(|place| scalar(*place));
            let bucket = match key.any_bucket().and_then(scalar) {
                Some(bucket) => quote!(__kw::During<#bucket>),
                None => quote!(__kw::NoBucket),
            };
            let leads = key.leading_field().and_then(scalar).map(|field| quote!(, __kw::Leads<#field>));
            quote! {
                #[automatically_derived]
                impl __kw::Partition<#place, (#(#given,)*), #bucket #leads> for #entity {}
            }
        });
        partitions.collect()
    }
}
