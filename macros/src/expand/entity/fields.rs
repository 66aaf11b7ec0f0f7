//! Generates the fields as constants, for conditions and updates.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::{
    model::entity::{Constant, Entity, Field, Role},
    read::entity::Purpose,
};

impl Entity<'_> {
    /// `sound` is false if there is an error. No field is then declared to be used in keys, because its type may be the
    /// mistake.
    pub(super) fn expand_constants(&self, sound: bool) -> TokenStream {
        let entity = self.ident;
        let mut all = self.field_constants();
        if !sound {
            self.drop_clashing_constants(&mut all);
        }
        let constants = all.iter().filter_map(|constant| match constant.fields.as_slice() {
            [place] => self.expand_field(*place, sound),
            _ => Some(self.expand_joined(constant)),
        });
        quote! {
            #[allow(missing_docs, private_interfaces)]
            impl #entity {
                #(#constants)*
            }
        }
    }

    fn expand_field(&self, place: u8, sound: bool) -> Option<TokenStream> {
        let field = self.fields.at(place)?;
        let (visibility, ty, name) = (self.visibility(), field.ty, constant(field));
        let role = self.expand_role(place);
        let in_keys = (sound && role.is_some()).then(|| {
            let key = field.key_field();
            quote!(.__in_keys(#key::__TO_VALUE))
        });
        let ttl = (sound && field.is(Purpose::Ttl)).then(|| {
            let time = field.time_field();
            quote!(.__ttl(#time::__value))
        });
        let with = field.serialize_with.as_ref().map(|path| quote!(.__with(|__v, __to| #path(__v, __to))));
        let skip_if = field.skip_if.as_ref().map(|path| quote!(.__skip_if(|__v| #path(__v))));
        let needed = field.needed.then(|| quote!(.__needed()));
        let place = Literal::u8_unsuffixed(place);
        // The type is explicit, because it cannot be inferred from a closure whose function takes a borrowed form of
        // the field's type, such as `&[u8]`.
        let of_type = (with.is_some() || skip_if.is_some()).then(|| quote!(::<Self, #ty #role>));
        Some(quote! {
            #visibility const #name: __kw::FieldOf<Self, #ty #role> =
                __kw::FieldOf #of_type::__new(#place) #in_keys #ttl #with #skip_if #needed;
        })
    }

    /// Expands the role of a field. `None` for `Free`, which is the default of the type.
    pub(super) fn expand_role(&self, place: u8) -> Option<TokenStream> {
        let role = match self.role(place) {
            Role::Free => return None,
            Role::Keyed => quote!(__kw::Keyed),
            Role::Joint => self.expand_group(place)?,
            Role::Fixed => quote!(__kw::Fixed),
            Role::KeyOnly => quote!(__kw::KeyOnly),
        };
        if !self.may_be_independent(place) {
            return Some(quote!(, #role));
        }
        let place = Literal::u8_unsuffixed(place);
        let independence = quote!(__kw::independence(__S, #place));
        Some(quote!(, __kw::RoleOf<{ #independence }, #role>))
    }

    /// For an expansion with an error: keeps one constant of each name.
    fn drop_clashing_constants(&self, constants: &mut Vec<Constant>) {
        let mut taken = self.function_names();
        constants.retain(|Constant { name, .. }| {
            let is_free = !taken.contains(name);
            taken.push(name.clone());
            is_free
        });
        let alone = constants.iter().filter(|constant| constant.fields.len() == 1).count();
        if alone < self.fields.stored.len() {
            // The constants of fields that are set together use these constants.
            constants.truncate(alone);
        }
    }
}

/// The name of a field's constant, with the span of the user's field, but without the user's lints.
pub(super) fn constant(field: &Field<'_>) -> Ident {
    super::generated(&field.constant(), field.ident.span())
}
