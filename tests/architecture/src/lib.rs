//! Reads a crate's sources and finds the imports between its modules.
//!
//! [`Crate`] is the tree of the modules. [`imports`] resolves every `use` and every path in it to the module in which
//! the named item is defined, through any number of re-exports. [`upward_imports`] and [`cycles`] are the two rules
//! that the tests of this workspace apply to the result.

mod imports;
mod parse;
mod resolve;
mod rules;
mod source;
mod tree;

pub use imports::{Import, imports};
pub use rules::{Cycle, Layer, cycles, upward_imports};
pub use source::Sources;
pub use tree::{Crate, Module, ModuleId};
