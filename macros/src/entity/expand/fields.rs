//! The fields as constants: what conditions and updates are made of.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::super::{
    attr::Purpose,
    model::{Entity, Field, Role},
};

impl Entity<'_> {
    /// Beside an error no field is told to feed keys, for its type may be what is wrong.
    pub(super) fn expand_constants(&self, sound: bool) -> TokenStream {
        let entity = self.ident;
        let mut names: Vec<String> = Vec::new();
        let mut constants = Vec::new();
        for (place, field) in (0_u8..=u8::MAX).zip(&self.fields.stored) {
            let name = constant_name(&field.name);
            if !names.contains(&name) {
                constants.push(self.expand_field(place, field, &name, sound));
                names.push(name);
            }
        }
        for group in self.joined() {
            let fields: Vec<&Field<'_>> = group.iter().filter_map(|place| self.fields.at(*place)).collect();
            let parts: Vec<String> = fields.iter().map(|field| constant_name(&field.name)).collect();
            let name = parts.join("_AND_");
            if !names.contains(&name) {
                constants.push(self.expand_joined(&fields, &parts, &name));
                names.push(name);
            }
        }
        quote! {
            #[allow(missing_docs, private_interfaces)]
            impl #entity {
                #(#constants)*
            }
        }
    }

    /// The constant of a field, unless a field before it has taken the name.
    pub(super) fn constant_of(&self, place: u8) -> Option<Ident> {
        let field = self.fields.at(place)?;
        let name = constant_name(&field.name);
        let first = self.fields.stored.iter().position(|other| constant_name(&other.name) == name);
        (first == Some(usize::from(place))).then(|| constant(&name, field))
    }

    fn expand_field(&self, place: u8, field: &Field<'_>, name: &str, sound: bool) -> TokenStream {
        let (visibility, ty, name) = (self.visibility(), field.ty, constant(name, field));
        let role = self.role(place);
        let in_keys = (sound && role != Role::Free).then(|| {
            let key = field.key_field();
            quote!(.__in_keys(#key::to_value))
        });
        let ttl = (sound && field.is(Purpose::Ttl)).then(|| {
            let time = field.time_field();
            quote!(.__ttl(#time::__value))
        });
        let with =
            field.serialize_with.as_ref().map(|path| quote!(.__with(|value, serializer| #path(value, serializer))));
        let skip_if = field.skip_if.as_ref().map(|path| quote!(.__skip_if(|value| #path(value))));
        let needed = field.needed.then(|| quote!(.__needed()));
        // `Free` is the type's own default.
        let role = (role != Role::Free).then(|| role.ident()).map(|role| quote!(, __kw::#role));
        let place = Literal::u8_unsuffixed(place);
        // A closure whose function takes what the field's type lends, as `&[u8]`, must not tell the type.
        let of_type = (with.is_some() || skip_if.is_some()).then(|| quote!(::<Self, #ty #role>));
        quote! {
            #visibility const #name: __kw::FieldOf<Self, #ty #role> =
                __kw::FieldOf #of_type::__new(#place) #in_keys #ttl #with #skip_if #needed;
        }
    }

    fn expand_joined(&self, fields: &[&Field<'_>], parts: &[String], name: &str) -> TokenStream {
        let (visibility, name) = (self.visibility(), Ident::new(name, Span::call_site()));
        let docs = format!("The fields {}, which feed an index key together.", backticked(fields));
        let types = fields.iter().map(|field| field.ty);
        let parts = parts.iter().zip(fields).map(|(part, field)| constant(part, field));
        quote! {
            #[doc = #docs]
            #visibility const #name: __kw::Joined<(#(__kw::FieldOf<Self, #types, __kw::Joint>,)*)> =
                __kw::Joined::__new((#(Self::#parts,)*));
        }
    }
}

impl Role {
    fn ident(self) -> Ident {
        let name = match self {
            Self::Free => "Free",
            Self::Keyed => "Keyed",
            Self::Joint => "Joint",
            Self::Fixed => "Fixed",
        };
        Ident::new(name, Span::call_site())
    }
}

fn constant_name(field: &str) -> String {
    field.to_uppercase()
}

/// At the user's field, but not linted as the user's.
fn constant(name: &str, field: &Field<'_>) -> Ident {
    super::generated(name, field.ident.span())
}

fn backticked(fields: &[&Field<'_>]) -> String {
    let names: Vec<String> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
