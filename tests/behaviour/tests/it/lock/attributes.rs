//! The lock's verdict on a change of attributes matches what reads of old items return.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::Client;
use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use keywright_tools::lock::{Lock, Readable, compare};
use serde::{Deserialize, Serialize};

/// The value of a field that no item has.
const NOTHING: &str = "";

/// Declares a design: a function that makes an item, and one that returns the text of a value that is read.
macro_rules! design {
    ($name:ident: $template:literal { $($fields:tt)* } $write:expr, $read:expr) => {
        mod $name {
            use super::*;

            #[derive(Table)]
            #[table(ttl = "ends")]
            #[entities(Note)]
            pub(super) struct Notes;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Notes)]
            #[pk(template = $template)]
            #[sk(template = "NOTE")]
            pub(super) struct Note {
                $($fields)*
            }

            pub(super) async fn write(client: Client) {
                let notes = Notes::open(client, "notes");
                let write: fn(u32) -> Note = $write;
                for number in 0..2 {
                    notes.put(&write(number)).await.unwrap();
                }
            }

            /// Returns the values of the items, or an error that names an attribute.
            pub(super) async fn read(client: Client) -> Result<Vec<String>, String> {
                let notes = Notes::open(client, "notes");
                let read: fn(Note) -> String = $read;
                let mut values = Vec::new();
                for number in 0..2_u32 {
                    let note = notes.get(Note::key(number)).await.map_err(|error| error.to_string())?;
                    values.push(read(note.ok_or("not found")?));
                }
                Ok(values)
            }
        }
    };
}

fn mail(number: u32) -> Option<String> {
    (number == 0).then(|| "a@example.com".to_owned())
}

fn text(value: Option<String>) -> String {
    value.unwrap_or_default()
}

fn number(value: u64) -> String {
    if value == 0 { NOTHING.to_owned() } else { value.to_string() }
}

design!(bare: "N#<id>" { id: u32 } |id| Note { id }, |_| NOTHING.to_owned());
design!(key_only: "N#<id>" { #[entity(key_only)] id: u32 } |id| Note { id }, |_| NOTHING.to_owned());
design!(uid: "N#<uid>" { #[serde(alias = "id")] uid: u32 } |uid| Note { uid }, |_| NOTHING.to_owned());
design!(email: "N#<id>" { id: u32, email: Option<String> } |id| Note { id, email: mail(id) }, |note| text(note.email));
design!(
    email_required: "N#<id>" { id: u32, email: String }
    |id| Note { id, email: "a@example.com".to_owned() }, |note| note.email
);
design!(renamed: "N#<id>" { id: u32, mail: Option<String> } |id| Note { id, mail: mail(id) }, |note| text(note.mail));
design!(
    aliased: "N#<id>" { id: u32, #[serde(alias = "email")] mail: Option<String> }
    |id| Note { id, mail: mail(id) }, |note| text(note.mail)
);
design!(
    exchanged: "N#<id>" { id: u32, #[serde(rename = "email", alias = "mail")] mail: Option<String> }
    |id| Note { id, mail: mail(id) }, |note| text(note.mail)
);
design!(
    renamed_required: "N#<id>" { id: u32, mail: String } |id| Note { id, mail: text(mail(id)) }, |note| note.mail
);
design!(
    aliased_required: "N#<id>" { id: u32, #[serde(alias = "email")] mail: String }
    |id| Note { id, mail: text(mail(id)) }, |note| note.mail
);
design!(
    defaulted: "N#<id>" { id: u32, #[serde(default)] email: String }
    |id| Note { id, email: text(mail(id)) }, |note| note.email
);
design!(
    tags: "N#<id>" { id: u32, tags: BTreeSet<String> }
    |id| Note { id, tags: BTreeSet::new() }, |note| text(note.tags.into_iter().next())
);
design!(
    version: "N#<id>" { id: u32, #[entity(version)] rev: u64 } |id| Note { id, rev: 0 }, |note| number(note.rev)
);
design!(
    version_renamed: "N#<id>" { id: u32, #[entity(version)] v: u64 } |id| Note { id, v: 0 }, |note| number(note.v)
);
design!(
    ttl: "N#<id>" { id: u32, #[entity(ttl)] ends: DateTime<Utc> }
    |id| Note { id, ends: "2036-01-01T00:00:00Z".parse().unwrap() }, |_| NOTHING.to_owned()
);
design!(
    ttl_optional: "N#<id>" { id: u32, #[entity(ttl)] ends: Option<DateTime<Utc>> }
    |id| Note { id, ends: None }, |_| NOTHING.to_owned()
);
design!(
    created: "N#<id>" { id: u32, #[entity(created)] at: DateTime<Utc> }
    |id| Note { id, at: DateTime::UNIX_EPOCH }, |_| NOTHING.to_owned()
);

macro_rules! change {
    ($old:ident -> $new:ident: $readable:expr) => {
        change!($old, $old -> $new: $readable)
    };
    // Items of an earlier design, which the old one reads.
    ($written:ident, $old:ident -> $new:ident: $readable:expr) => {{
        let local = Local::start();
        local.open::<$written::Notes>("notes").await.unwrap();
        $written::write(local.client()).await;
        let (was, is) = ($old::read(local.client()).await, $new::read(local.client()).await);
        let change = concat!(stringify!($old), " -> ", stringify!($new));
        assert!(was.is_ok(), "{change}: {was:?}");
        assert_eq!(was == is, $readable, "{change}: {was:?}, then {is:?}");
        let changes = compare(&Lock::of::<$old::Notes>(), &Lock::of::<$new::Notes>(), keywright::key::Timestamp::MAX);
        let is_allowed = changes.iter().all(|change| change.readable != Readable::No);
        assert_eq!(is_allowed, $readable, "{change}: {changes:?}");
    }};
}

#[tokio::test]
async fn lock_predicts_readability_of_renamed_attributes() {
    change!(email -> email: true);
    change!(email -> renamed: false);
    change!(email -> aliased: true);
    change!(email_required -> renamed_required: false);
    change!(email_required -> aliased_required: true);
    change!(exchanged -> aliased: true);
    change!(aliased -> exchanged: true);
    change!(exchanged -> renamed: false);
    change!(email, aliased -> renamed: false);
    change!(bare -> uid: true);
}

#[tokio::test]
async fn lock_predicts_readability_of_added_and_optional_attributes() {
    change!(bare -> email: true);
    change!(bare -> email_required: false);
    change!(bare -> defaulted: true);
    change!(bare -> tags: true);
    change!(email -> email_required: false);
    change!(email_required -> email: true);
    change!(email -> defaulted: true);
}

#[tokio::test]
async fn lock_predicts_readability_of_key_only_fields() {
    change!(bare -> key_only: true);
    change!(key_only -> bare: true);
}

#[tokio::test]
async fn lock_predicts_readability_of_special_roles() {
    change!(bare -> version: true);
    change!(version -> version_renamed: false);
    change!(bare -> ttl: false);
    change!(bare -> ttl_optional: true);
    change!(ttl -> ttl_optional: true);
    change!(ttl_optional -> ttl: false);
    change!(bare -> created: true);
}
