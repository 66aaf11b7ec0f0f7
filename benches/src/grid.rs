//! A grid of designs: whether those that compile without warnings hold in simulation, deployed as generated.

mod design;
mod judge;
mod plan;
mod simulate;

pub use self::{
    design::{Design, Key, Target, Time},
    judge::{Judgement, judge},
    plan::{sample, whole},
    simulate::{Outcome, PLACEMENTS, Window, run},
};
