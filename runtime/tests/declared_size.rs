//! Items that are larger than declared cause warnings.
#![cfg(feature = "client")]

use std::{
    fmt,
    sync::{Arc, Mutex},
};

use keywright::{Entity, ErrorKind, Table};
use serde::{Deserialize, Serialize};
use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

#[derive(Table)]
#[entities(Order, Note, Draft)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[peak(writes_per_second = 10, item_bytes = 900)]
struct Order {
    customer: String,
    id: u32,
    text: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "NOTE#<id>")]
#[peak(writes_per_second = 10, item_bytes = 900)]
struct Note {
    customer: String,
    id: u32,
    text: String,
}

/// Declares nothing.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "DRAFT#<id>")]
struct Draft {
    customer: String,
    id: u32,
    text: String,
}

fn order(bytes: usize) -> Order {
    Order { customer: "ann".into(), id: 7, text: "x".repeat(bytes) }
}

/// Collects warnings as lines.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Warnings {
    /// Returns the warnings of some work.
    fn of(work: impl FnOnce()) -> Vec<String> {
        let warnings = Self::default();
        tracing::subscriber::with_default(warnings.clone(), work);
        warnings.0.lock().unwrap().clone()
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::WARN
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.push_str(&format!("{}={value:?} ", field.name()));
    }
}

#[test]
fn warnings_are_given_for_the_first_oversized_item_and_each_doubling() {
    let declared = Order::SCHEMA.item_bytes().unwrap();
    let fits = usize::try_from(declared - keywright::client::item_bytes(&order(0).to_item().unwrap())).unwrap();
    let warnings = Warnings::of(|| {
        for more in [0, 1, 2, declared / 2, declared, declared + 4, declared + 5, 4 * declared] {
            order(fits + usize::try_from(more).unwrap()).to_item().unwrap();
        }
    });
    let sizes = [declared + 1, 2 * declared + 4, 5 * declared];
    assert_eq!(warnings.len(), sizes.len(), "{warnings:#?}");
    for (warning, bytes) in warnings.iter().zip(sizes) {
        let wcu = bytes.div_ceil(1_024);
        assert!(warning.contains("entity=\"Order\" key=\"CUSTOMER#ann / ORDER#0000000007\""), "{warning}");
        assert!(
            warning.contains(&format!("bytes={bytes} declared_bytes={declared} wcu={wcu} declared_wcu=1")),
            "{warning}"
        );
        assert!(warning.contains("raise `item_bytes` in `#[peak(..)]`"), "{warning}");
    }
}

#[test]
fn only_entities_with_a_declared_size_give_warnings() {
    let warnings = Warnings::of(|| {
        let text = "x".repeat(2_000);
        Note { customer: "ann".into(), id: 1, text: text.clone() }.to_item().unwrap();
        Note { customer: "ann".into(), id: 2, text: text.clone() }.to_item().unwrap();
        Draft { customer: "ann".into(), id: 3, text }.to_item().unwrap();
    });
    assert_eq!(warnings.len(), 1, "{warnings:#?}");
    assert!(warnings[0].contains("NOTE#0000000001"), "{warnings:#?}");
}

#[test]
fn an_item_above_400_kb_is_an_error_without_a_warning() {
    let warnings = Warnings::of(|| {
        let error = Draft { customer: "ann".into(), id: 3, text: "x".repeat(410_000) }.to_item().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ItemTooLarge);
        assert!(error.key().is_some_and(|key| key.starts_with("CUSTOMER#ann")), "{error}");
    });
    assert!(warnings.is_empty(), "{warnings:#?}");
}
