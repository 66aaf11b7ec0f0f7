//! Simulated loads on several designs.

mod agreement;
mod designs;
mod input;
mod limits;
mod planner;
mod retries;
