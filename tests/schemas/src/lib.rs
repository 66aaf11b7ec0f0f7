//! Random schemas: programs that the compiler accepts must do what their declarations say.
//!
//! [`draw`] draws a schema with its items, and [`step`] lists writes of them. [`model`] says, from the specification
//! alone, how items are stored, in which order each query returns them, and what a write changes. [`source`] writes
//! everything as a Rust module, which calls [`probe`]. [`compile`] compiles hundreds of such modules at once, drops
//! those that the compiler refuses, and runs the others.
//!
//! [`mutants`] measures how many schemas find each of 40 errors that are put into a copy of the library.

pub mod base64;
pub mod batch;
pub mod calendar;
pub mod compile;
pub mod corpus;
pub mod coverage;
pub mod draw;
pub mod kind;
pub mod model;
pub mod mutants;
pub mod probe;
pub mod refusal;
pub mod release;
pub mod schema;
pub mod shrink;
pub mod source;
pub mod step;
pub mod template;
pub mod value;
