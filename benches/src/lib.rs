//! What the library costs, beside the same by hand: the parts of the programs in `src/bin`.

pub mod bars;
pub mod call;
pub mod calls;
pub mod canned;
pub mod closed_form;
pub mod cost;

pub mod data;
pub mod design;
pub mod fan_out;
pub mod grid;
pub mod instructions;
pub mod meter;
pub mod naive;
pub mod quantile;
pub mod recording;
pub mod schema;
pub mod second_rounds;
pub mod table;
pub mod tails;
pub mod throttled;
pub mod virtual_time;
pub mod work;

/// Whatever ends a program.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;
