//! Reduces a failing plan by delta debugging over its calls, faults and crashes.
//!
//! A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.

use crate::plan::Plan;

/// Returns the smallest plan found that still fails, and the number of plans that were tried.
///
/// `fails` has to return the same result each time for one plan. `tries` bounds the number of its calls.
pub fn shrink(plan: &Plan, tries: usize, mut fails: impl FnMut(&Plan) -> bool) -> (Plan, usize) {
    let mut tried = 0;
    let mut small = plan.clone();
    let mut is_worse = |candidate: &Plan| {
        tried += 1;
        tried <= tries && fails(candidate)
    };
    loop {
        let before = small.clone();
        drop_steps(&mut small, &mut is_worse);
        drop_faults(&mut small, &mut is_worse);
        drop_crashes(&mut small, &mut is_worse);
        if small == before {
            break;
        }
    }
    (small, tried.min(tries))
}

/// The number of schedules to try for each smaller plan.
const SCHEDULES: u64 = 4;

/// Removes halves, then quarters, and finally single steps.
fn drop_steps(plan: &mut Plan, fails: &mut impl FnMut(&Plan) -> bool) {
    let mut size = plan.steps.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < plan.steps.len() {
            let mut candidate = plan.clone();
            candidate.steps.drain(start..(start + size).min(plan.steps.len()));
            // Fewer steps are scheduled in another order, which may hide the failure.
            let schedules = (0..SCHEDULES).map(|number| candidate.schedule.wrapping_add(number));
            let candidates = schedules.map(|schedule| Plan { schedule, ..candidate.clone() });
            match candidates.into_iter().find(|candidate| fails(candidate)) {
                Some(candidate) => *plan = candidate,
                None => start += size,
            }
        }
        size /= 2;
    }
}

fn drop_faults(plan: &mut Plan, fails: &mut impl FnMut(&Plan) -> bool) {
    for step in 0..plan.steps.len() {
        let mut candidate = plan.clone();
        if !candidate.steps[step].faults.is_empty() {
            candidate.steps[step].faults.clear();
            if fails(&candidate) {
                *plan = candidate;
                continue;
            }
        }
        for fault in (0..plan.steps[step].faults.len()).rev() {
            let mut candidate = plan.clone();
            candidate.steps[step].faults.remove(fault);
            if fails(&candidate) {
                *plan = candidate;
            }
        }
    }
}

fn drop_crashes(plan: &mut Plan, fails: &mut impl FnMut(&Plan) -> bool) {
    for step in 0..plan.steps.len() {
        let mut candidate = plan.clone();
        if candidate.steps[step].crash.take().is_some() && fails(&candidate) {
            *plan = candidate;
        }
    }
}
