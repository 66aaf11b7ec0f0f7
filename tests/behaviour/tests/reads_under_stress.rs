//! Reads that are throttled, late, limited, or dropped.

#[path = "reads_under_stress/hedges.rs"]
mod hedges;
#[path = "reads_under_stress/held.rs"]
mod held;
#[path = "reads_under_stress/limits.rs"]
mod limits;
#[path = "reads_under_stress/platform.rs"]
mod platform;
#[path = "reads_under_stress/repetitions.rs"]
mod repetitions;
#[path = "reads_under_stress/wire.rs"]
mod wire;
