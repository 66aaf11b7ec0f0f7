//! Tests that the checker rejects wrong histories and accepts correct ones.

use std::collections::BTreeMap;

use keywright_harness::{
    answer::{Answer, Refusal, View},
    call::{Batch, Call, Draft, IDS},
    check::{Verdict, check},
    designs::{Seen, traits},
    gate::Traffic,
    history::{Event, History, Stored},
    judge,
    plan::{Fault, Plan},
    run::traits_of,
};

fn draft(value: u32) -> Draft {
    Draft { id: 0, value, tag: 1, mail: None }
}

fn view(value: u32, count: i64, version: u64) -> View {
    View { value, count, tag: 1, mark: 0, mail: None, version }
}

/// Returns a call of this client from one moment to another, with one request that was answered.
fn event(client: u8, (invoked, answered): (u64, u64), call: Call, answer: Answer) -> Event {
    let traffic = Traffic { requests: 1, answered: 1, ended: true, ..Traffic::default() };
    let step = invoked as usize;
    Event { step, client, call, seen: Seen::default(), invoked, answered, answer, traffic, crashed: false }
}

/// Removes the answer of an event's request, which may have been carried out.
fn lost(event: Event, carried_out: bool) -> Event {
    let unanswered = u32::from(carried_out);
    Event { traffic: Traffic { requests: 1, faults: 1, unanswered, ended: true, ..Traffic::default() }, ..event }
}

fn history(events: Vec<Event>, last: Option<View>) -> History {
    let by_get: BTreeMap<u8, View> = last.map(|view| (0, view)).into_iter().collect();
    let raw: Vec<_> = by_get.iter().map(|(id, view)| (*id, *view)).collect();
    let (by_index, by_local) = (raw.clone(), raw.clone());
    let stored = Stored { by_batch: by_get.clone(), by_get, by_index, by_local, raw, ..Stored::default() };
    History { initial: BTreeMap::new(), events, stored, requests: 0, hedged: 0, faults: BTreeMap::new() }
}

fn is_wrong(design: &str, history: &History) -> bool {
    match check(traits(design).unwrap(), history) {
        Verdict::Wrong(_) => true,
        Verdict::Allowed => false,
        Verdict::Undecided => panic!("undecided"),
    }
}

const PUT: fn(u32) -> Call = |value| Call::Put(draft(value));
const GET: Call = Call::Get(0);
const ADD: Call = Call::Add { id: 0, amount: 5 };

#[test]
fn lost_acknowledged_writes_are_detected() {
    let put = || event(0, (1, 2), PUT(7), Answer::Done);
    assert!(!is_wrong("plain", &history(vec![put()], Some(view(7, 0, 0)))));
    assert!(is_wrong("plain", &history(vec![put()], None)));
    assert!(is_wrong("plain", &history(vec![put()], Some(view(8, 0, 0)))));
}

#[test]
fn increments_counted_twice_are_detected() {
    let events = |answer| vec![event(0, (1, 2), PUT(7), Answer::Done), event(0, (3, 4), ADD, answer)];
    let told = |count| events(Answer::Returned(view(7, count, 0)));
    assert!(!is_wrong("plain", &history(told(5), Some(view(7, 5, 0)))));
    assert!(is_wrong("plain", &history(told(5), Some(view(7, 10, 0)))));
    assert!(is_wrong("plain", &history(told(10), Some(view(7, 10, 0)))));
    for carried_out in [true, false] {
        let mut events = events(Answer::Unknown);
        events[1] = lost(events[1].clone(), carried_out);
        assert!(!is_wrong("plain", &history(events.clone(), Some(view(7, 0, 0)))));
        assert_eq!(is_wrong("plain", &history(events.clone(), Some(view(7, 5, 0)))), !carried_out);
        assert!(is_wrong("plain", &history(events, Some(view(7, 10, 0)))), "at most once");
    }
}

#[test]
fn stale_reads_are_detected() {
    let read = |moments, value| event(1, moments, GET, Answer::Read(Some(view(value, 0, 0))));
    let puts = || vec![event(0, (1, 2), PUT(7), Answer::Done), event(0, (4, 8), PUT(8), Answer::Done)];
    let with = |read| history(puts().into_iter().chain([read]).collect(), Some(view(8, 0, 0)));
    assert!(!is_wrong("plain", &with(read((5, 7), 7))), "the second put may not have happened");
    assert!(!is_wrong("plain", &with(read((5, 7), 8))));
    assert!(is_wrong("plain", &with(read((9, 10), 7))), "it has happened");
    assert!(is_wrong("plain", &with(read((3, 3), 8))), "it has not begun");
    let both = puts().into_iter().chain([read((5, 6), 8), read((7, 7), 7)]).collect();
    assert!(is_wrong("plain", &history(both, Some(view(8, 0, 0)))), "no read goes back");
}

#[test]
fn effects_of_rejected_writes_are_detected() {
    let refused = || event(0, (3, 4), Call::Create(draft(8)), Answer::Refused(Refusal::Exists));
    let put = || event(0, (1, 2), PUT(7), Answer::Done);
    assert!(!is_wrong("plain", &history(vec![put(), refused()], Some(view(7, 0, 0)))));
    assert!(is_wrong("plain", &history(vec![put(), refused()], Some(view(8, 0, 0)))));
    assert!(is_wrong("plain", &history(vec![refused()], None)), "there was no item");
    let failed = lost(event(0, (1, 2), PUT(7), Answer::Void), false);
    assert!(!is_wrong("plain", &history(vec![failed.clone()], None)));
    assert!(is_wrong("plain", &history(vec![failed], Some(view(7, 0, 0)))));
}

#[test]
fn two_successful_creates_or_versions_are_detected() {
    let create = |client, version| event(client, (1, 9), Call::Create(draft(7)), version);
    let both = |design, answer: Answer, last| {
        is_wrong(design, &history(vec![create(0, answer.clone()), create(1, answer)], Some(last)))
    };
    assert!(both("plain", Answer::Done, view(7, 0, 0)));
    assert!(both("versioned", Answer::Wrote(1), view(7, 0, 1)));
    let put = |client, version| Event {
        seen: Seen { value: 7, version: 1 },
        ..event(client, (10, 19), PUT(8), Answer::Wrote(version))
    };
    let versions = |puts: Vec<Event>, last| {
        let events = [create(0, Answer::Wrote(1))].into_iter().chain(puts).collect();
        is_wrong("versioned", &history(events, Some(last)))
    };
    assert!(!versions(vec![put(0, 2)], view(8, 0, 2)));
    assert!(versions(vec![put(0, 2), put(1, 2)], view(8, 0, 2)));
    assert!(versions(vec![put(0, 2)], view(8, 0, 3)), "one update counts one version");
    assert!(versions(vec![put(0, 3)], view(8, 0, 2)), "it says which version it wrote");
}

#[test]
fn only_late_requests_may_overwrite_newer_writes() {
    let first = |late| {
        let mut event = lost(event(0, (1, 2), PUT(7), Answer::Unknown), true);
        event.traffic.late = late;
        event
    };
    let second = || event(1, (3, 4), PUT(8), Answer::Done);
    assert!(!is_wrong("plain", &history(vec![first(1), second()], Some(view(7, 0, 0)))));
    assert!(is_wrong("plain", &history(vec![first(0), second()], Some(view(7, 0, 0)))));
}

#[test]
fn disagreeing_sentinels_indexes_and_batches_are_detected() {
    let mail = View { mail: Some(1), ..view(7, 0, 0) };
    let put = Call::Put(Draft { mail: Some(1), ..draft(7) });
    let mut right = history(vec![event(0, (1, 2), put, Answer::Done)], Some(mail));
    right.stored.mails = vec![("%UNIQUE#Record#mail#m1@x".into(), "ITEM#0|a".into())];
    right.stored.sentinels = right.stored.mails.clone();
    assert!(!is_wrong("unique", &right));
    let wrong = |change: fn(&mut Stored)| {
        let mut wrong = right.clone();
        change(&mut wrong.stored);
        assert!(is_wrong("unique", &wrong));
    };
    wrong(|stored| stored.sentinels.clear());
    wrong(|stored| stored.sentinels.push(("%UNIQUE#Record#mail#m2@x".into(), "ITEM#0|a".into())));
    wrong(|stored| stored.sentinels[0].1 = "ITEM#1|a".into());
    wrong(|stored| stored.by_index.clear());
    wrong(|stored| stored.by_index[0].1.tag = 2);
    wrong(|stored| stored.tags.push((1, 2)));
    wrong(|stored| stored.by_batch.clear());
    wrong(|stored| stored.raw[0].1.count = 1);
}

#[test]
fn each_write_of_a_batch_is_judged_by_its_own_answer() {
    let other = Draft { id: 1, ..draft(8) };
    let batch = |parts: [Answer; 2], faults| {
        let call = Call::BatchPut(draft(7), other, Batch::default());
        let mut event = event(0, (1, 2), call, Answer::Parts(parts.into()));
        event.traffic.faults = faults;
        event
    };
    let stored = |parts, faults| is_wrong("plain", &history(vec![batch(parts, faults)], Some(view(7, 0, 0))));
    assert!(!stored([Answer::Done, Answer::Void], 1));
    assert!(stored([Answer::Done, Answer::Void], 0), "nothing failed");
    assert!(stored([Answer::Done, Answer::Unknown], 0), "nothing failed");
    assert!(stored([Answer::Done, Answer::Done], 1), "the second item is not there");
    assert!(stored([Answer::Void, Answer::Void], 1), "the first item is there");
}

#[test]
fn wrong_items_of_batch_reads_are_detected() {
    let put = || event(0, (1, 2), PUT(7), Answer::Done);
    let read = |answer, faults| {
        let mut parts = vec![Answer::Read(None); IDS];
        parts[0] = answer;
        let mut event = event(0, (3, 4), Call::BatchGet(Batch::default()), Answer::Parts(parts));
        event.traffic.faults = faults;
        is_wrong("plain", &history(vec![put(), event], Some(view(7, 0, 0))))
    };
    assert!(!read(Answer::Read(Some(view(7, 0, 0))), 0));
    assert!(!read(Answer::Void, 1), "it was left over");
    assert!(read(Answer::Void, 0), "nothing failed");
    assert!(read(Answer::Read(None), 1), "it was there");
    assert!(read(Answer::Read(Some(view(8, 0, 0))), 0), "no writer wrote that");
}

#[test]
fn wrong_results_of_local_index_queries_are_detected() {
    let put = || event(0, (1, 2), PUT(7), Answer::Done);
    let found = |tag, first: Option<View>| {
        let mut parts = vec![Answer::Read(None); IDS];
        parts[0] = Answer::Read(first);
        let query = event(1, (3, 4), Call::ByTag { tag, limit: 2 }, Answer::Parts(parts));
        is_wrong("local_index", &history(vec![put(), query], Some(view(7, 0, 0))))
    };
    assert!(!found(1, Some(view(7, 0, 0))));
    assert!(!found(2, None), "it has another tag");
    assert!(found(1, None), "it was there");
    assert!(found(2, Some(view(7, 0, 0))), "it has another tag");
    let mut stored = history(vec![put()], Some(view(7, 0, 0)));
    assert!(!is_wrong("local_index", &stored));
    stored.stored.by_local.clear();
    assert!(is_wrong("local_index", &stored));
    assert!(!is_wrong("plain", &stored), "it has no local index");
}

#[test]
fn a_resent_part_stays_unknown_if_nothing_arrives() {
    assert_eq!(Answer::Unknown.again(Answer::Void), Answer::Unknown);
    assert_eq!(Answer::Unknown.again(Answer::Done), Answer::Done);
    assert_eq!(Answer::Void.again(Answer::Unknown), Answer::Unknown);
    assert_eq!(Answer::Void.again(Answer::Void), Answer::Void);
}

#[test]
fn two_items_with_one_unique_value_are_detected() {
    let put = |client, id| event(client, (1, 9), Call::Create(Draft { id, mail: Some(1), ..draft(7) }), Answer::Done);
    let mail = View { mail: Some(1), ..view(7, 0, 0) };
    let mut both = history(vec![put(0, 0), put(1, 1)], Some(mail));
    both.stored.by_get.insert(1, mail);
    both.stored.by_batch = both.stored.by_get.clone();
    both.stored.raw = vec![(0, mail), (1, mail)];
    both.stored.by_index = both.stored.raw.clone();
    assert!(is_wrong("unique", &both));
    assert!(!is_wrong("plain", &both), "it is not a rule of this design");
}

#[test]
fn wrong_totals_and_logs_are_detected() {
    let increment = event(0, (1, 2), Call::Increment { poll: 0, amount: 3 }, Answer::Done);
    let total = |moments, total| event(1, moments, Call::Total { poll: 0 }, Answer::Total(total));
    let sums = |events: Vec<Event>, last| {
        let mut history = history(events, None);
        history.stored.totals = vec![(last, last), (0, 0)];
        is_wrong("counters", &history)
    };
    assert!(!sums(vec![increment.clone(), total((3, 4), 3)], 3));
    assert!(sums(vec![increment.clone(), total((3, 4), 0)], 3), "it lacks an increment");
    assert!(sums(vec![increment.clone(), total((3, 4), 6)], 3), "it counts one twice");
    assert!(sums(vec![increment.clone()], 6));
    assert!(!sums(vec![lost(Event { answer: Answer::Unknown, ..increment.clone() }, true)], 3));
    assert!(sums(vec![lost(Event { answer: Answer::Unknown, ..increment }, true)], 6), "at most once");

    let append = event(0, (1, 2), Call::Append { entry: 4 }, Answer::Done);
    let log = |entries: Vec<u16>| {
        let mut history = history(vec![append.clone()], None);
        history.stored.entries = (entries.clone(), entries);
        is_wrong("log", &history)
    };
    assert!(!log(vec![4]));
    assert!(log(Vec::new()) && log(vec![4, 4]) && log(vec![4, 5]));
}

/// Tests that the checker finds one changed answer in a correct history.
#[test]
fn histories_with_one_false_result_are_mostly_detected() {
    let (mut changed, mut found) = (0, 0);
    for seed in 0..12 {
        let mut plan = Plan::draw(seed, Some("versioned"));
        plan.steps.iter_mut().for_each(|step| step.faults.retain(|(_, fault)| *fault == Fault::LostBefore));
        let (verdict, history) = judge(&plan);
        let history = history.unwrap();
        assert_eq!(verdict, Verdict::Allowed, "{plan}");
        let is_write = |event: &&Event| matches!(event.answer, Answer::Wrote(_));
        for event in history.events.iter().filter(is_write) {
            let mut wrong = history.clone();
            let answer = &mut wrong.events.iter_mut().find(|one| one.step == event.step).unwrap().answer;
            *answer = Answer::Void;
            wrong.events.iter_mut().find(|one| one.step == event.step).unwrap().traffic.faults = 1;
            changed += 1;
            found += u32::from(matches!(check(traits_of(&plan).unwrap(), &wrong), Verdict::Wrong(_)));
        }
    }
    // A changed answer has no visible effect if the item is overwritten before anyone reads it.
    assert!(changed > 20 && found * 2 > changed, "{found} of {changed}");
}
