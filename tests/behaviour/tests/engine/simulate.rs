//! Simulated loads on several designs.

mod agreement;
mod designs;
mod input;
mod kinds;
mod launch;
mod limits;
mod planner;
mod retries;
mod roll_over;
mod times;
mod unasked;
