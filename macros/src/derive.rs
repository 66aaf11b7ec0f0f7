#![doc = include_str!("life_of_a_derive.md")]
//! The derives, each in four phases: read the attributes, build the model, check the rules, expand.
//!
//! A phase uses earlier phases, never later ones. All phases report into one list of [`Errors`]. If there is an error,
//! the expansion is a stub, so that one mistake gives one error.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::{errors::Errors, expand, model, read, rules};

/// `#[derive(Entity)]`
pub(crate) fn entity(input: &DeriveInput) -> TokenStream {
    reported(|errors| {
        let fields = rules::shape::check_named_fields("entity", input, errors)?;
        let attrs = read::entity::Attrs::read(input, errors);
        let mut entity = model::entity::Entity::new(input, fields, &attrs);
        rules::entity::check(&attrs, &entity, errors);
        if !errors.is_empty() {
            entity.drop_clashing_functions();
        }
        Some(expand::entity::expand(&entity, errors.is_empty()))
    })
}

/// `#[derive(Table)]`
pub(crate) fn table(input: &DeriveInput) -> TokenStream {
    reported(|errors| {
        rules::shape::check_plain_struct("Table", "table", input, errors)?;
        let attrs = read::table::Attrs::read(input, errors);
        let table = model::table::Table::new(input, &attrs);
        rules::table::check(&attrs, &table, errors);
        if let Some(entities) = &attrs.entities {
            rules::schema::check(entities, errors);
        }
        Some(expand::table::expand(&table, errors.is_empty()))
    })
}

/// `#[derive(Schema)]`
pub(crate) fn schema(input: &DeriveInput) -> TokenStream {
    reported(|errors| {
        rules::shape::check_plain_struct("Schema", "list of entities", input, errors)?;
        let attrs = read::schema::Attrs::read(input, errors)?;
        let schema = model::schema::Schema::new(input, &attrs)?;
        rules::schema::check(&attrs.entities, errors);
        Some(expand::schema::expand(&schema, errors.is_empty()))
    })
}

/// `#[derive(Collection)]`
pub(crate) fn collection(input: &DeriveInput) -> TokenStream {
    reported(|errors| {
        rules::shape::check_plain_type(input, errors)?;
        let attr = read::collection::read(input, errors);
        let mut collection = model::collection::Collection::new(input, attr);
        rules::collection::check(&collection, errors);
        if !errors.is_empty() {
            collection.drop_repeated_arguments();
        }
        Some(expand::collection::expand(&collection, errors.is_empty()))
    })
}

/// `#[derive(Projection)]`
pub(crate) fn projection(input: &DeriveInput) -> TokenStream {
    reported(|errors| {
        let fields = rules::shape::check_named_fields("projection", input, errors)?;
        let attr = read::projection::read(input, errors)?;
        let projection = model::projection::Projection::new(input, fields, attr)?;
        rules::projection::check(&projection, errors);
        Some(projection.expand(errors.is_empty()))
    })
}

/// `#[derive(KeyEnum)]`
pub(crate) fn key_enum(input: &DeriveInput) -> TokenStream {
    reported(|errors| {
        rules::shape::check_plain_enum(input, errors)?;
        let attrs = read::key_enum::Attrs::read(input, errors);
        let key_enum = model::key_enum::KeyEnum::new(input, &attrs);
        rules::key_enum::check(&key_enum, errors);
        Some(expand::key_enum::expand(&key_enum, errors.is_empty()))
    })
}

/// `#[derive(KeyField)]`
pub(crate) fn key_field(input: &DeriveInput) -> TokenStream {
    reported(|errors| {
        let field = rules::shape::check_newtype(input, errors)?;
        let krate = read::key_field::read(input, errors);
        let key_field = model::key_field::KeyField::new(input, field, krate);
        rules::key_field::check(&key_field, errors);
        Some(expand::key_field::expand(&key_field))
    })
}

/// Returns the errors of a derive, followed by its expansion.
fn reported(derive: impl FnOnce(&Errors) -> Option<TokenStream>) -> TokenStream {
    let errors = Errors::new();
    let expansion = derive(&errors);
    let mut tokens = errors.finish();
    tokens.extend(expansion);
    tokens
}
