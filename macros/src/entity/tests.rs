mod expansions;
mod mistakes;
mod shapes;

use syn::DeriveInput;

use super::{
    attr::Attrs,
    check,
    model::{Entity, Fields},
};
use crate::errors::Errors;

/// The messages that an entity is refused with.
fn messages(input: &DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    super::entity(input, &errors);
    errors.messages()
}

/// Looks at the model of an entity without mistakes.
fn sound<T>(input: &DeriveInput, look: impl FnOnce(&Entity<'_>) -> T) -> T {
    let errors = Errors::new();
    let named = check::check_shape(input, &errors).expect("a struct with named fields");
    let entity = Entity::new(input, Fields::of(input, named), Attrs::read(input, &errors), &errors);
    check::check(&entity, &errors);
    let seen = look(&entity);
    assert_eq!(errors.messages(), [""; 0]);
    seen
}
