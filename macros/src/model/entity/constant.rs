//! The constants that name fields in conditions and updates.

use super::{Entity, Field};

/// The constant of a field, or of fields that are set together.
pub(crate) struct Constant {
    pub(crate) name: String,
    /// The indices of the fields, one or several.
    pub(crate) fields: Vec<u8>,
}

impl Entity<'_> {
    /// The constants: one for each field in the order of the struct, then one for each group that is set together, then
    /// one for each [narrower](Self::narrower) group.
    pub(crate) fn field_constants(&self) -> Vec<Constant> {
        let alone = (0_u8..=u8::MAX).zip(&self.fields.stored).map(|(place, _)| vec![place]);
        alone.chain(self.joined()).chain(self.narrower()).map(|fields| self.constant_of(fields)).collect()
    }

    /// The constant of these fields.
    pub(crate) fn constant_of(&self, fields: Vec<u8>) -> Constant {
        let names = fields.iter().filter_map(|place| self.fields.at(*place)).map(Field::constant);
        Constant { name: names.collect::<Vec<_>>().join("_AND_"), fields }
    }

    pub(crate) fn fields_of(&self, constant: &Constant) -> Vec<&Field<'_>> {
        constant.fields.iter().filter_map(|place| self.fields.at(*place)).collect()
    }
}

impl Field<'_> {
    /// Returns the name, such as `STATUS` for `status`.
    pub(crate) fn constant(&self) -> String {
        self.name.to_uppercase()
    }
}

/// Lists names, as in `status` and `rank`, each in backticks.
pub(crate) fn backticked(fields: &[&Field<'_>]) -> String {
    let names: Vec<String> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
