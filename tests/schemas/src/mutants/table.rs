//! The table of all mutants, by area.

mod items;
mod keys;
mod older_keys;
mod queries;
mod reads;
mod several_items;
mod updates;
mod writes;

use super::Mutant;

/// Returns all mutants.
pub fn all() -> Vec<Mutant> {
    [
        keys::MUTANTS,
        items::MUTANTS,
        reads::MUTANTS,
        queries::MUTANTS,
        writes::MUTANTS,
        updates::MUTANTS,
        older_keys::MUTANTS,
        several_items::MUTANTS,
    ]
    .concat()
}
