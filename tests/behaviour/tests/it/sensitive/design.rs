//! A clinic with sensitive values in keys and items, and a recorder of all texts that the library emits.

use std::{
    error::Error as _,
    fmt::{Debug, Write as _},
    sync::{Arc, Mutex},
};

use keywright::{Collection, Entity, Error, KeyEnum, Projection, Table};
use serde::{Deserialize, Serialize, Serializer, ser::Error as _};

/// Every secret value contains one of them, in upper or lower case.
pub const SECRETS: [&str; 2] = ["s3cret", "hunter"];
pub const EMAIL: &str = "Ann.S3cret@example.com";

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[entities(Patient, Meal, Diet, Visit, Sealed)]
pub struct Clinic;

/// A patient. The key has the address in lower case, so that another item can have the same key.
#[derive(Clone, PartialEq, Debug, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "WARD#<ward>#<email:lower>")]
#[sk(template = "PATIENT#<email>#<id>")]
#[gsi(index = "GSI1", query = by_email, pk = "EMAIL#<email>", sk = "WARD#<ward>")]
#[gsi(index = "GSI2", query = of_ward, pk = "WARD#<ward>", sk = "<email>#<id>")]
pub struct Patient {
    pub ward: String,
    #[entity(sensitive)]
    pub email: String,
    pub id: u32,
    #[entity(sensitive)]
    pub level: Level,
    #[entity(sensitive)]
    pub diagnosis: String,
}

#[derive(Clone, PartialEq, Debug, Projection, Deserialize)]
#[projection(of = Patient)]
pub struct Illness {
    pub id: u32,
    pub diagnosis: String,
}

/// An entity in a patient's partition that does not mark the address as sensitive.
#[derive(Clone, PartialEq, Debug, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "WARD#<ward>#<address>")]
#[sk(template = "MEAL#<day>")]
pub struct Meal {
    pub ward: String,
    pub address: String,
    pub day: u32,
}

/// An entity in a patient's partition that marks the address as sensitive.
#[derive(Clone, PartialEq, Debug, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "WARD#<ward>#<address>")]
#[sk(template = "DIET#<day>")]
pub struct Diet {
    pub ward: String,
    #[entity(sensitive)]
    pub address: String,
    pub day: u32,
}

#[derive(Clone, PartialEq, Debug, Collection)]
#[collection(query = of_kitchen(ward, address))]
pub enum Kitchen {
    Meal(Meal),
    Diet(Diet),
}

#[derive(Clone, Copy, PartialEq, Debug, KeyEnum, Serialize, Deserialize)]
pub enum Level {
    Low,
    High,
}

/// An entity that is appended to random shards.
#[derive(Clone, PartialEq, Debug, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "VISIT#<email>#<ward>")]
#[shard(random = 2)]
#[sk(template = "VISIT#<id>")]
pub struct Visit {
    pub ward: String,
    #[entity(sensitive)]
    pub email: String,
    pub id: u32,
    #[entity(sensitive)]
    pub reason: String,
    pub nurse: String,
}

/// An entity that fails to serialize, with a reason.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "SEALED#<id>")]
#[sk(template = "SEALED")]
pub struct Sealed {
    pub id: u32,
    #[entity(sensitive)]
    #[serde(serialize_with = "refuse")]
    pub content: String,
}

fn refuse<S: Serializer>(content: &str, _: S) -> Result<S::Ok, S::Error> {
    Err(S::Error::custom(format!("{content} is sealed")))
}

pub fn patient(email: &str, id: u32) -> Patient {
    Patient { ward: "w7".into(), email: email.into(), id, level: Level::High, diagnosis: "hunter's".into() }
}

pub fn visit(reason: &str, nurse: &str) -> Visit {
    Visit { ward: "w7".into(), email: EMAIL.into(), id: 1, reason: reason.into(), nurse: nurse.into() }
}

/// All recorded texts.
#[derive(Clone, Default)]
pub struct CapturedLogs(Arc<Mutex<Vec<String>>>);

impl CapturedLogs {
    pub fn text(&self, text: impl Into<String>) {
        self.0.lock().unwrap().push(text.into());
    }

    pub fn debug(&self, value: &impl Debug) {
        self.text(format!("{value:?} {value:#?}"));
    }

    /// Records an error in every printed form, with its causes.
    pub fn error(&self, error: &Error) {
        self.text(format!("{error} {error:?} {:?}", error.key()));
        let mut cause = error.source();
        while let Some(error) = cause {
            self.text(error.to_string());
            cause = error.source();
        }
    }

    pub fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    /// Checks that no secret was recorded, and that these texts were.
    pub fn check(&self, expected: &[&str]) {
        let all = self.all();
        for text in &all {
            let lower = text.to_lowercase();
            assert!(SECRETS.iter().all(|secret| !lower.contains(secret)), "a secret is in: {text}");
        }
        for expected in expected {
            assert!(all.iter().any(|text| text.contains(expected)), "{expected:?} was not said: {all:#?}");
        }
    }
}

impl tracing::field::Visit for CapturedLogs {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn Debug) {
        let mut text = String::new();
        write!(text, "{field}={value:?}").unwrap();
        self.text(text);
    }
}

/// Records the traces of this library. Those of the SDK are not checked.
impl tracing::Subscriber for CapturedLogs {
    fn enabled(&self, of: &tracing::Metadata<'_>) -> bool {
        of.target().starts_with("keywright")
    }

    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::Id {
        span.record(&mut self.clone());
        tracing::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::Id, values: &tracing::span::Record<'_>) {
        values.record(&mut self.clone());
    }

    fn record_follows_from(&self, _: &tracing::Id, _: &tracing::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut self.clone());
    }

    fn enter(&self, _: &tracing::Id) {}

    fn exit(&self, _: &tracing::Id) {}
}
