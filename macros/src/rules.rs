//! The rules of a design. Each rule is one function `check_*`. `rules/index.rs` lists them with their codes and their
//! cases in `tests/ui/fail`.
//!
//! These rules need only the type itself. Rules about several types are constants of the expansion, which the runtime
//! evaluates: `keywright::check`.

pub(crate) mod collection;
pub(crate) mod entity;
#[cfg(test)]
mod index;
pub(crate) mod key_enum;
pub(crate) mod key_field;
pub(crate) mod projection;
pub(crate) mod schema;
pub(crate) mod shape;
pub(crate) mod table;
