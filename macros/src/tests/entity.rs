mod any_text;
mod expansions;
mod field_purposes;
mod groups;
mod mistakes;
mod shapes;

use syn::DeriveInput;

use crate::{errors::Errors, model::entity::Entity, read::entity::Attrs, rules};

/// Returns the messages of an entity's errors.
fn messages(input: &DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    judged(input, &errors);
    errors.messages()
}

/// Calls `look` with the model of an entity without mistakes.
fn sound<T>(input: &DeriveInput, look: impl FnOnce(&Entity<'_>) -> T) -> T {
    let errors = Errors::new();
    let entity = judged(input, &errors);
    assert_eq!(errors.messages(), [""; 0]);
    look(&entity.expect("a struct with named fields"))
}

fn judged<'a>(input: &'a DeriveInput, errors: &Errors) -> Option<Entity<'a>> {
    let fields = rules::shape::check_named_fields("entity", input, errors)?;
    let attrs = Attrs::read(input, errors);
    let entity = Entity::new(input, fields, &attrs);
    rules::entity::check(&attrs, &entity, errors);
    Some(entity)
}
