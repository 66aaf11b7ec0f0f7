//! Writes that are throttled, lost, or both.

#[path = "writes_under_stress/appends.rs"]
mod appends;
#[path = "writes_under_stress/errors.rs"]
mod errors;
#[path = "writes_under_stress/limits.rs"]
mod limits;
#[path = "writes_under_stress/platform.rs"]
mod platform;
#[path = "writes_under_stress/storms.rs"]
mod storms;
