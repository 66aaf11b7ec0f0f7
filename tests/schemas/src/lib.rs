//! Random schemas: programs that the compiler accepts must do what their declarations say.
//!
//! [`draw`] draws a schema, and [`value`] its items. [`model`] says, from the specification alone, how these items are
//! stored and in which order each query returns them. [`source`] writes both as a Rust module, which calls [`probe`].
//! [`compile`] compiles hundreds of such modules at once, drops those that the compiler refuses, and runs the others.
//!
//! [`mutants`] measures how many schemas find each of 40 errors that are put into a copy of the library.

pub mod batch;
pub mod compile;
pub mod coverage;
pub mod draw;
pub mod kind;
pub mod model;
pub mod mutants;
pub mod probe;
pub mod schema;
pub mod shrink;
pub mod source;
pub mod template;
pub mod value;
