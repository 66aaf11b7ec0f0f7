//! The parts of the programs in `src/bin`, which compare the library's costs with those of hand-written code.

#[cfg(feature = "engine")]
pub mod bars;
pub mod call;
pub mod calls;
#[cfg(feature = "engine")]
pub mod closed_form;
#[cfg(feature = "engine")]
pub mod cost;
pub mod data;
pub mod design;
#[cfg(feature = "engine")]
pub mod fan_out;
#[cfg(feature = "engine")]
pub mod filters;
#[cfg(feature = "engine")]
pub mod grid;
pub mod instructions;
#[cfg(feature = "engine")]
pub mod meter;
pub mod naive;
pub mod quantile;
pub mod recording;
pub mod schema;
#[cfg(feature = "engine")]
pub mod second_rounds;
pub mod table;
#[cfg(feature = "engine")]
pub mod tails;
#[cfg(feature = "engine")]
pub mod throttled;
pub mod virtual_time;

/// The result of the programs, with any error.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;
