//! The scheduler between the clients and the engine, which carries out one request at a time in an order of its own.
//!
//! Each request waits until the scheduler lets the engine carry it out, and its answer waits until the scheduler passes
//! it to the client. The scheduler acts only while every client waits. It knows this by tokio's paused clock, because a
//! sleep ends only when nothing else can run. So the plan determines the whole order, however long a client pauses
//! before it repeats a request.

mod connector;
mod pending;
mod traffic;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use keywright_local::{Failure, Faults, Local, Rule, Throttle};
use tokio::sync::oneshot;

pub use self::connector::Gated;
use self::pending::{Pending, PendingAction};
pub use self::traffic::Traffic;
use crate::{
    plan::{Fault, Plan},
    random::Random,
};

/// Longer than any pause of a client before it repeats a request.
const QUIET: Duration = Duration::from_secs(60);

/// The scheduler of one run.
#[derive(Debug)]
pub struct Gate {
    state: Mutex<State>,
    local: Local,
    plan: Arc<Plan>,
    /// Steps whose updates must not be delivered twice, because they would take effect twice.
    once: Vec<bool>,
}

#[derive(Debug, Default)]
struct State {
    pending: Vec<Pending>,
    /// The current step of each client.
    at: BTreeMap<u8, usize>,
    traffic: Vec<Traffic>,
    crashes: BTreeMap<usize, oneshot::Sender<()>>,
    /// Counts all events, so that each moment has a number.
    clock: u64,
    running: usize,
    counts: BTreeMap<&'static str, u64>,
    requests: u64,
    /// The number of hedged reads.
    hedged: u64,
}

impl Gate {
    /// Creates a scheduler for a plan's clients in front of an engine.
    pub fn new(local: Local, plan: Arc<Plan>, once: Vec<bool>) -> Arc<Self> {
        let traffic = vec![Traffic::default(); plan.steps.len()];
        let state = State { traffic, running: usize::from(plan.clients), ..State::default() };
        Arc::new(Self { state: Mutex::new(state), local, plan, once })
    }

    /// Returns the next moment.
    pub fn tick(&self) -> u64 {
        let mut state = self.state();
        state.clock += 1;
        state.clock
    }

    /// Begins a step of a client. The receiver is notified if the client is to crash.
    pub fn begin(&self, client: u8, step: usize) -> oneshot::Receiver<()> {
        let (sender, crash) = oneshot::channel();
        let mut state = self.state();
        state.at.insert(client, step);
        state.crashes.insert(step, sender);
        crash
    }

    /// Ends a step of a client. Returns the traffic of the step.
    pub fn end(&self, step: usize) -> Traffic {
        let mut state = self.state();
        state.crashes.remove(&step);
        state
            .traffic
            .get_mut(step)
            .map(|traffic| {
                traffic.ended = true;
                traffic.clone()
            })
            .unwrap_or_default()
    }

    /// Returns the traffic of a step.
    pub fn traffic(&self, step: usize) -> Traffic {
        self.state().traffic.get(step).cloned().unwrap_or_default()
    }

    /// Removes a client that has no more steps.
    pub fn leave(&self) {
        let mut state = self.state();
        state.running = state.running.saturating_sub(1);
    }

    /// Returns how many faults of each kind occurred.
    pub fn faults(&self) -> BTreeMap<&'static str, u64> {
        self.state().counts.clone()
    }

    /// Returns the number of requests, and how many of them were hedges.
    pub fn requests(&self) -> (u64, u64) {
        let state = self.state();
        (state.requests, state.hedged)
    }

    /// Waits for the client's next turn.
    pub async fn pause(&self, client: u8) {
        let (sender, turn) = oneshot::channel();
        self.state().pending.push(Pending { client, step: usize::MAX, what: PendingAction::Pause(sender) });
        let _ = turn.await;
    }

    /// Schedules until every client has left and no request is in flight.
    pub async fn run(&self) {
        let mut random = Random::new(self.plan.schedule);
        loop {
            tokio::time::sleep(QUIET).await;
            let Some(pending) = self.pick(&mut random) else {
                if self.state().running == 0 {
                    return;
                }
                continue;
            };
            self.advance(pending, &mut random).await;
        }
    }

    fn pick(&self, random: &mut Random) -> Option<Pending> {
        let mut state = self.state();
        let plan = &self.plan;
        state.pending.retain(|pending| pending.matters(plan));
        state.pending.sort_by(Pending::order);
        let place = random.below(state.pending.len() as u64) as usize;
        (place < state.pending.len()).then(|| state.pending.remove(place))
    }

    async fn advance(&self, pending: Pending, random: &mut Random) {
        let Pending { client, step, what } = pending;
        match what {
            PendingAction::Pause(turn) => drop(turn.send(())),
            PendingAction::Answer { answer, reply } => drop(reply.send(answer)),
            PendingAction::Request { request, operation, connector, reply } => {
                let fault = self.fault(step, &operation);
                if let Some(fault) = fault {
                    self.local.set_faults(Faults::seeded(0).rule(Rule::all().fail(failure(fault))));
                }
                let answer = connector(request).await;
                self.local.clear_faults();
                self.count(step, &operation, fault, reply.is_closed());
                let pending = Pending { client, step, what: PendingAction::Answer { answer, reply } };
                if random.chance(50) {
                    self.state().pending.push(pending);
                } else if let PendingAction::Answer { answer, reply } = pending.what {
                    drop(reply.send(answer));
                }
            }
        }
    }

    /// Returns the fault of the next request of a step.
    fn fault(&self, step: usize, operation: &str) -> Option<Fault> {
        let number = self.state().traffic.get(step)?.requests;
        let faults = &self.plan.steps.get(step)?.faults;
        let fault = faults.iter().find(|(of, _)| u32::from(*of) == number).map(|(_, fault)| *fault)?;
        let counts_twice = operation == "UpdateItem" && self.once.get(step).copied().unwrap_or(true);
        (!(matches!(fault, Fault::Twice(_)) && counts_twice)).then_some(fault)
    }

    fn count(&self, step: usize, operation: &str, fault: Option<Fault>, is_closed: bool) {
        let mut state = self.state();
        state.clock += 1;
        state.requests += 1;
        if let Some(fault) = fault {
            *state.counts.entry(fault.name()).or_default() += 1;
        }
        let Some(traffic) = state.traffic.get_mut(step) else { return };
        traffic.count(operation, fault, is_closed);
        let requests = traffic.requests;
        let is_over = self
            .plan
            .steps
            .get(step)
            .and_then(|step| step.crash)
            .is_some_and(|crash| requests >= u32::from(crash.after));
        if is_over && let Some(crash) = state.crashes.remove(&step) {
            let _ = crash.send(());
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::LostBefore => Failure::Disconnected { carried_out: false },
        Fault::LostAfter => Failure::Disconnected { carried_out: true },
        Fault::ErrorBefore => Failure::InternalServerError { carried_out: false },
        Fault::ErrorAfter => Failure::InternalServerError { carried_out: true },
        Fault::Late(after) => Failure::Late { after: u64::from(after) },
        Fault::Twice(after) => Failure::Twice { after: u64::from(after) },
        Fault::Throttled => Failure::Throttled(Throttle::throttling()),
    }
}
