//! A template with the part of the key that it writes.

use super::KeyPart;
use crate::schema::{EntitySchema, Template};

/// A template of an entity, and the part of a key that it writes.
#[derive(Clone, Copy)]
pub(crate) struct TemplateRef<'a> {
    pub(crate) entity: &'a EntitySchema,
    pub(crate) part: KeyPart,
    pub(crate) template: &'a Template,
}

impl<'a> TemplateRef<'a> {
    pub(crate) const fn new(entity: &'a EntitySchema, part: KeyPart, template: &'a Template) -> Self {
        Self { entity, part, template }
    }

    /// Returns the part of a key in whose form the values are written.
    pub(crate) const fn form(self) -> KeyPart {
        self.template.form_of(self.part)
    }
}
