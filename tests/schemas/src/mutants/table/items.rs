//! Errors in how items are encoded and decoded.

use crate::mutants::Mutant;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        number: 8,
        name: "An absent `Option` is stored as a null.",
        file: "item/encode.rs",
        after: "",
        original: "!value.is_null() || !is_none(name)",
        replacement: "true",
    },
    Mutant {
        number: 9,
        name: "A set is stored as a list.",
        file: "item/form.rs",
        after: "",
        original: "as_set(values)",
        replacement: "Some(AttributeValue::L(values))",
    },
    Mutant {
        number: 10,
        name: "An item with another entity's discriminator belongs to the entity.",
        file: "item/stored.rs",
        after: "",
        original: "found == Scalar::S(entity.discriminator)",
        replacement: "true",
    },
    Mutant {
        number: 11,
        name: "A set of another writer, which a flattened `Attributes` has, is a list after it is put back.",
        file: "item/decode.rs",
        after: "",
        original: "attributes.set(name, Attribute::try_from(value)?)",
        replacement: "()",
    },
    Mutant {
        number: 12,
        name: "The attribute under an earlier name of a field wins over the one under its current name.",
        file: "item/aliases.rs",
        after: "",
        original: "!item.contains_key(field.attribute)",
        replacement: "true",
    },
];
