//! Errors in updates and moves.

use crate::mutants::Mutant;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        number: 30,
        name: "An update does not change the index key that its fields determine.",
        file: "client/update/index_keys.rs",
        after: "",
        original: "changes.set_known_key(entity, index, values, table_key)?",
        replacement: "()",
    },
    Mutant {
        number: 31,
        name: "An item stays in an index after an update has removed a field of the index key.",
        file: "client/update/index_keys.rs",
        after: "",
        original: "self.remove_attributes(index_name(entity, index), rendered_attributes(entity, index))",
        replacement: "()",
    },
    Mutant {
        number: 32,
        name: "A caller's condition with `OR` makes an update ignore the library's own condition.",
        file: "client/update/rendered.rs",
        after: "",
        original: r#"format!("{own} AND ({users})")"#,
        replacement: r#"format!("{own} AND {users}")"#,
    },
    Mutant {
        number: 33,
        name: "A moved item keeps the index keys and fields that the change has removed.",
        file: "client/update/move_to.rs",
        after: "",
        original: "item.retain(|name, _| !is_entity_attribute(entity, name))",
        replacement: "()",
    },
];
