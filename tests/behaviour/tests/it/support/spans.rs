//! Records the library's spans.

use std::{
    collections::BTreeMap,
    fmt::Debug,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use tracing::{
    Event, Id, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Record},
    subscriber::Interest,
};

use super::subscriber;

/// One span, with the fields recorded so far.
#[derive(Debug, Clone, Default)]
pub struct Span {
    pub name: String,
    pub fields: BTreeMap<&'static str, String>,
    pub is_closed: bool,
}

impl Span {
    /// Returns operation, entity, pattern and index, with `-` for absent ones.
    pub fn of(&self) -> String {
        let field = |name| self.fields.get(name).map_or("-", |value| value.trim_matches('"'));
        ["db.operation.name", "entity", "pattern", "index"].map(field).join(" ")
    }

    pub fn units(&self, name: &str) -> Option<f64> {
        self.fields.get(name).map(|units| units.parse().unwrap())
    }

    /// Returns the kind of the error with which the call failed. A failed call also has OpenTelemetry's status.
    pub fn failure(&self) -> Option<&str> {
        let failure = self.fields.get("error.type").map(String::as_str);
        let is_failed = self.fields.get("otel.status_code").is_some_and(|code| code.trim_matches('"') == "ERROR");
        assert_eq!(failure.is_some(), is_failed, "{self:#?}");
        failure
    }

    pub fn requests(&self) -> Option<u64> {
        self.fields.get("requests").map(|requests| requests.parse().unwrap())
    }
}

impl Visit for Span {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }
}

#[derive(Default)]
struct Heard {
    next: AtomicU64,
    spans: Mutex<BTreeMap<u64, (Span, usize)>>,
    events: Mutex<Vec<Span>>,
}

/// Records the spans and the events of the library, but not the SDK's.
#[derive(Clone, Default)]
pub struct Spans(Arc<Heard>);

impl Spans {
    /// Records this thread's spans as long as the guard lives.
    pub fn listen() -> (Self, tracing::subscriber::DefaultGuard) {
        let spans = Self::default();
        (spans.clone(), subscriber::set_for_this_thread(spans))
    }

    /// Returns the spans since the last time, in their order.
    pub fn take(&self) -> Vec<Span> {
        std::mem::take(&mut *self.0.spans.lock().unwrap()).into_values().map(|(span, _)| span).collect()
    }

    /// Returns the only span since the last time.
    pub fn one(&self) -> Span {
        let mut spans = self.take();
        assert_eq!(spans.len(), 1, "{spans:#?}");
        spans.remove(0)
    }

    /// Returns the events so far.
    pub fn events(&self) -> Vec<Span> {
        self.0.events.lock().unwrap().clone()
    }

    fn change(&self, id: &Id, change: impl FnOnce(&mut Span, &mut usize)) {
        if let Some((span, held)) = self.0.spans.lock().unwrap().get_mut(&id.into_u64()) {
            change(span, held);
        }
    }
}

impl Subscriber for Spans {
    /// Other threads have other subscribers.
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, of: &Metadata<'_>) -> bool {
        of.target().starts_with("keywright")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed) + 1;
        let mut span = Span { name: attributes.metadata().name().into(), ..Span::default() };
        attributes.record(&mut span);
        self.0.spans.lock().unwrap().insert(id, (span, 1));
        Id::from_u64(id)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        self.change(id, |span, _| values.record(span));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut heard = Span { name: event.metadata().target().into(), ..Span::default() };
        event.record(&mut heard);
        self.0.events.lock().unwrap().push(heard);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}

    fn clone_span(&self, id: &Id) -> Id {
        self.change(id, |_, held| *held += 1);
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        self.change(&id, |span, held| {
            *held -= 1;
            span.is_closed = *held == 0;
        });
        false
    }
}
