//! Runs a plan.

use std::{collections::BTreeMap, sync::Arc, sync::Mutex};

use aws_sdk_dynamodb::{
    Client,
    config::{StalledStreamProtectionConfig, retry::RetryConfig},
};
use chrono::TimeDelta;
use futures_util::future::{Either, join_all, select};
use keywright::{Handle, Table as _};
use keywright_local::Local;

use crate::{
    answer::Answer,
    call::{Batch, Call},
    designs::{Context, Design, Seen, traits},
    gate::{Gate, Gated},
    history::{Event, History},
    plan::{Plan, Step},
    traits::{Stores, Traits},
    unsigned::Unsigned,
};

const TABLE: &str = "harness";

/// The number of reads of a kind after which a handle hedges.
const KNOWN_READS: usize = 20;

/// Runs a plan on its own engine. Returns the history that its clients saw.
///
/// # Errors
///
/// If the run could not be carried out: an unknown design, or a final read that fails without a fault.
pub fn run(plan: &Plan) -> Result<History, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.map_err(|error| format!("the runtime does not start: {error}"))?;
    runtime.block_on(async { crate::with_design!(plan.design.as_str(), run_design(plan)) })
}

async fn run_design<D: Design>(plan: &Plan) -> Result<History, String> {
    let local = Local::builder().answer_inline().start();
    let open = D::Table::open(Client::from_conf(local.config().push_auth_scheme(Unsigned).build()), TABLE);
    open.ensure_table().await.map_err(|error| format!("the table cannot be created: {error:?}"))?;
    let initial = D::prepare(&open).await?;
    let once = plan.steps.iter().map(|step| counts_twice(D::TRAITS, step.call)).collect();
    let plan = Arc::new(plan.clone());
    let gate = Gate::new(local.clone(), Arc::clone(&plan), once);
    let clients = (0..plan.clients).map(|client| work::<D>(&local, &gate, &plan, client));
    let (events, ()) = tokio::join!(join_all(clients), gate.run());
    let mut events = events.concat();
    while local.late_requests() > 0 {
        let _ = open.client().list_tables().send().await;
    }
    for event in &mut events {
        event.traffic = gate.traffic(event.step);
    }
    events.sort_by_key(|event| event.invoked);
    let stored = D::stored(&open).await?;
    let (requests, hedged) = gate.requests();
    Ok(History { initial, events, stored, requests, hedged, faults: gate.faults() })
}

/// Returns whether a copy of the call's update would take effect again. The plan must not deliver copies of such
/// updates.
fn counts_twice(traits: Traits, call: Call) -> bool {
    match call {
        Call::Add { .. } | Call::Increment { .. } => true,
        Call::Set { .. } | Call::SetWhen { .. } | Call::Upsert { .. } | Call::Mail { .. } => traits.versioned,
        _ => false,
    }
}

/// Carries out all steps of a client, in sequence.
async fn work<D: Design>(local: &Local, gate: &Arc<Gate>, plan: &Plan, client: u8) -> Vec<Event> {
    let config = local.config().http_client(Gated::new(gate, client)).push_auth_scheme(Unsigned);
    let retries = RetryConfig::standard().with_max_attempts(plan.attempts.into());
    let config = config.retry_config(retries).stalled_stream_protection(StalledStreamProtectionConfig::disabled());
    let handle = D::Table::open(Client::from_conf(config.build()), TABLE);
    let skew = TimeDelta::hours(plan.skews.get(usize::from(client)).copied().unwrap_or_default().into());
    let handle = if plan.hedge > 0 { hedged::<D>(handle, plan.hedge).await } else { handle };
    let mut events = Vec::new();
    let mut seen = BTreeMap::<u8, Seen>::new();
    for (number, step) in plan.steps.iter().enumerate().filter(|(_, step)| step.client == client) {
        gate.pause(client).await;
        let known = step.call.ids().first().and_then(|id| seen.get(id)).copied().unwrap_or_default();
        let event = one::<D>(&handle, gate, number, step, known, skew).await;
        learn(&mut seen, &event);
        events.push(event);
    }
    gate.leave();
    events
}

/// Returns a handle that hedges reads, and that has learned their latencies: lower ones than those of the reads that
/// the scheduler delays.
async fn hedged<D: Design>(handle: Handle<D::Table>, percent: u8) -> Handle<D::Table> {
    let handle = handle.hedge_reads(f64::from(percent) / 100.0);
    let reads = match D::TRAITS.stores {
        Stores::Items => vec![Call::Get(0), Call::BatchGet(Batch::default())],
        Stores::Counters => vec![Call::Total { poll: 0 }],
        Stores::Log => vec![Call::ReadLog { limit: 1, newest_first: false }],
    };
    for read in reads {
        for _ in 0..KNOWN_READS {
            let context = Context { seen: Seen::default(), skew: TimeDelta::zero(), checkpoint: &Mutex::default() };
            drop(D::call(&handle, read, context).await);
        }
    }
    handle
}

/// Carries out one step.
async fn one<D: Design>(
    handle: &Handle<D::Table>,
    gate: &Gate,
    number: usize,
    step: &Step,
    seen: Seen,
    skew: TimeDelta,
) -> Event {
    let checkpoint = Mutex::new(None);
    let context = Context { seen, skew, checkpoint: &checkpoint };
    let invoked = gate.tick();
    let crash = gate.begin(step.client, number);
    let call = D::call(handle, step.call, context);
    // If there is no crash, the sender is dropped when the step ends.
    let (answer, crashed) = match select(call, crash).await {
        Either::Left((answer, _)) => (answer, false),
        Either::Right((Err(_), call)) => (call.await, false),
        // The sweep resumes from its last checkpoint.
        Either::Right((Ok(()), _)) if step.call.is_sweep() => (D::call(handle, step.call, context).await, true),
        Either::Right((Ok(()), _)) => (Answer::Crashed, true),
    };
    let answered = gate.tick();
    let traffic = gate.end(number);
    Event { step: number, client: step.client, call: step.call, seen, invoked, answered, answer, traffic, crashed }
}

/// Records the last value and version that the client has read or written.
fn learn(seen: &mut BTreeMap<u8, Seen>, event: &Event) {
    let Some(id) = event.call.ids().first().copied() else { return };
    match (&event.answer, event.call) {
        (Answer::Read(read), _) => {
            let read = read.map(|view| Seen { value: view.value, version: view.version });
            seen.insert(id, read.unwrap_or_default());
        }
        (Answer::Wrote(version), Call::Put(draft) | Call::Create(draft) | Call::Replace(draft)) => {
            seen.insert(id, Seen { value: draft.value, version: *version });
        }
        _ => {}
    }
}

/// Returns the traits of a plan's design.
///
/// # Errors
///
/// If there is no such design.
pub fn traits_of(plan: &Plan) -> Result<Traits, String> {
    traits(&plan.design)
}
