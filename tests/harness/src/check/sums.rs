//! Checks counters and logs: acknowledged writes are there, and nothing that was not sent.

use std::collections::{BTreeMap, BTreeSet};

use crate::{answer::Answer, call::Call, history::History};

/// Checks that each total, and the final one, is between the acknowledged increments and those that may have been
/// carried out.
pub(super) fn counters(history: &History) -> Result<(), String> {
    let increments = |of: u8| {
        history.events.iter().filter_map(move |event| match event.call {
            Call::Increment { poll, amount } if poll == of => Some((event, i64::from(amount))),
            _ => None,
        })
    };
    let bounds = |poll: u8, invoked: u64, answered: u64| {
        let sure = increments(poll).filter(|(event, _)| event.answer == Answer::Done && event.answered < invoked);
        let open = increments(poll).filter(|(event, _)| {
            let may_count = event.answer == Answer::Done || may_have_counted(event);
            may_count && event.invoked < answered
        });
        (sure.map(|(_, amount)| amount).sum::<i64>(), open.map(|(_, amount)| amount).sum::<i64>())
    };
    for event in &history.events {
        let (Call::Total { poll }, Answer::Total(total)) = (event.call, &event.answer) else { continue };
        let (least, most) = bounds(poll, event.invoked, event.answered);
        if !(least..=most).contains(total) {
            return Err(format!("step {}: a total of {total}, which must be {least} to {most}", event.step));
        }
    }
    for (poll, (total, _)) in history.stored.totals.iter().enumerate() {
        let (least, most) = bounds(poll as u8, u64::MAX, u64::MAX);
        if !(least..=most).contains(total) {
            return Err(format!("counter {poll} holds {total} at the end, which must be {least} to {most}"));
        }
    }
    Ok(())
}

/// Returns whether an unacknowledged call may have been carried out. `Unknown` allows that at most once.
fn may_have_counted(event: &crate::history::Event) -> bool {
    let carried_out = event.traffic.unanswered + event.traffic.answered > 0;
    matches!(event.answer, Answer::Unknown | Answer::Crashed) && carried_out
}

/// Checks that each query finds earlier appends once, and nothing that was not appended.
pub(super) fn log(history: &History) -> Result<(), String> {
    let appends: BTreeMap<u16, _> = history
        .events
        .iter()
        .filter_map(|event| match event.call {
            Call::Append { entry } => Some((entry, event)),
            _ => None,
        })
        .collect();
    let judge = |what: &str, entries: &[u16], invoked: u64, answered: u64| {
        let found: BTreeSet<u16> = entries.iter().copied().collect();
        if found.len() != entries.len() {
            return Err(format!("{what} finds an entry twice: {entries:?}"));
        }
        for (entry, event) in &appends {
            let is_sure = event.answer == Answer::Done && event.answered < invoked;
            let is_possible = event.invoked < answered && (event.answer == Answer::Done || may_have_counted(event));
            if is_sure && !found.contains(entry) {
                return Err(format!("{what} misses entry {entry}, which step {} appended", event.step));
            }
            if !is_possible && found.contains(entry) {
                return Err(format!("{what} finds entry {entry}, and step {} was told {:?}", event.step, event.answer));
            }
        }
        match found.iter().find(|entry| !appends.contains_key(entry)) {
            Some(entry) => Err(format!("{what} finds entry {entry}, which nobody appended")),
            None => Ok(()),
        }
    };
    for event in &history.events {
        if let Answer::Entries(entries) = &event.answer {
            judge(&format!("step {}", event.step), entries, event.invoked, event.answered)?;
        }
    }
    judge("the last query", &history.stored.entries.0, u64::MAX, u64::MAX)
}
