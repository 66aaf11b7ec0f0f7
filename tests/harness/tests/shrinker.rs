//! Tests that a failing plan shrinks to the steps that cause the failure.

use keywright_harness::{
    call::{Batch, Call},
    plan::{Crash, Fault, Plan},
    shrink::shrink,
};

fn has_fault(plan: &Plan) -> bool {
    plan.steps.iter().any(|step| step.faults.iter().any(|(_, fault)| *fault == Fault::LostAfter))
}

#[test]
fn irrelevant_steps_and_faults_are_removed() {
    let mut plan = (0..).map(|seed| Plan::draw(seed, Some("plain"))).find(has_fault).unwrap();
    plan.steps[3].crash = Some(Crash { after: 1, arrives: true });
    plan.steps[5].call = Call::BatchGet(Batch::default());
    let fails = |plan: &Plan| has_fault(plan) && plan.steps.iter().any(|step| matches!(step.call, Call::BatchGet(_)));
    let (small, tried) = shrink(&plan, 10_000, fails);
    assert!(fails(&small), "{small}");
    assert!(small.steps.len() <= 2, "{small}");
    assert_eq!(small.steps.iter().map(|step| step.faults.len()).sum::<usize>(), 1, "{small}");
    assert!(small.steps.iter().all(|step| step.crash.is_none()), "{small}");
    assert!(tried < 2_000, "{tried}");
    assert_eq!(Plan::parse(&small.to_string()).unwrap(), small, "the program is read again");
}

#[test]
fn shrinking_keeps_the_order_of_steps() {
    let plan = Plan::draw(1, Some("plain"));
    let (first, last) = (plan.steps[2].clone(), plan.steps[20].clone());
    let place = |plan: &Plan, step| plan.steps.iter().position(|one| one == step);
    let (small, _) = shrink(&plan, 10_000, |plan| match (place(plan, &first), place(plan, &last)) {
        (Some(first), Some(last)) => first < last,
        _ => false,
    });
    assert_eq!(small.steps, [first, last]);
}

#[test]
fn shrinking_ends_at_the_limit_of_tries() {
    let plan = Plan::draw(2, Some("plain"));
    let mut asked = 0;
    let (small, tried) = shrink(&plan, 7, |plan| {
        asked += 1;
        !plan.steps.is_empty()
    });
    assert_eq!((asked, tried), (7, 7));
    assert!(small.steps.len() < plan.steps.len());
}

#[test]
fn damaged_programs_are_rejected() {
    let text = Plan::draw(2, Some("plain")).to_string();
    assert!(Plan::parse("").unwrap_err().contains("paste all"));
    assert!(Plan::parse(&text.replace("\"client\"", "\"clint\"")).is_err());
    let (head, _) = text.split_once('\n').unwrap();
    assert!(Plan::parse(head).unwrap().steps.is_empty());
}
