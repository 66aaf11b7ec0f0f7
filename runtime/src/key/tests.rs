//! Tests of whole keys: the published vectors, the errors, and the properties.

mod accepted;
mod errors;
mod native;
mod properties;
mod round_trip;
mod template;
mod types;
mod vectors;
