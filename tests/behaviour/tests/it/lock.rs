//! The lock's verdict on a change matches the results of reads: written by one design, read by another.

#![allow(dead_code, reason = "some designs are only written, others only read")]

mod attributes;
mod with_time;

use aws_sdk_dynamodb::Client;
use keywright::{KeyEnum, Schema, Table};
use keywright_local::Local;
use keywright_tools::lock::{Lock, Readable, compare};
use serde::{Deserialize, Serialize};

const ITEMS: u32 = 12;

/// A tenant with a text that the delimiters of all designs would escape.
const TENANT: &str = "a#b|c";

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub enum Tenant {
    #[key("a#b|c")]
    #[serde(rename = "a#b|c")]
    Known,
}

impl From<&str> for Tenant {
    fn from(_: &str) -> Self {
        Self::Known
    }
}

/// The number of written items that a query finds, and of those found one by one.
#[derive(Debug, PartialEq)]
struct Found {
    queried: usize,
    by_key: usize,
}

macro_rules! design {
    (
        $name:ident, $read:ident, $(name = $entity:literal,)?
        $(#[$table:meta])* Note { $(#[$note:meta])* $tenant:ty, $number:ty }
    ) => {
        mod $name {
            use super::*;
            use keywright::Entity;

            #[derive(Table)]
            $(#[$table])*
            #[entities(Note)]
            pub(super) struct Notes;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Notes $(, name = $entity)?)]
            $(#[$note])*
            pub(super) struct Note {
                tenant: $tenant,
                number: $number,
            }

            pub(super) async fn write(client: Client) {
                let notes = Notes::open(client, "notes");
                for number in 0..ITEMS {
                    notes.put(&Note { tenant: TENANT.into(), number: number.into() }).await.unwrap();
                }
            }

            pub(super) async fn found(client: Client) -> Found {
                let notes = Notes::open(client, "notes");
                let tenant = <$tenant>::from(TENANT);
                let queried = Note::query(tenant.clone()).send(&notes).await.map_or(0, |page| page.items.len());
                let mut by_key = 0;
                for number in 0..ITEMS {
                    by_key += design!(@ $read notes, tenant.clone(), <$number>::from(number));
                }
                Found { queried, by_key }
            }
        }
    };
    (@ get $notes:ident, $tenant:expr, $number:expr) => {
        usize::from($notes.get(Note::key($tenant, $number)).await.is_ok_and(|note| note.is_some()))
    };
    (@ find $notes:ident, $tenant:expr, $number:expr) => {
        Note::find($tenant, $number).send(&$notes).await.map_or(0, |found| found.len())
    };
}

design!(
    plain,
    get,
    Note {
        #[pk(template = "T#<tenant>")]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    wide,
    get,
    Note {
        #[pk(template = "T#<tenant>")]
        #[sk(template = "<number>")]
        String,
        u64
    }
);
design!(
    padded,
    get,
    Note {
        #[pk(template = "T#<tenant>")]
        #[sk(template = "<number:w10>")]
        String,
        u64
    }
);
design!(
    listed,
    get,
    Note {
        #[pk(template = "T#<tenant>", allow_hot = "few items")]
        #[sk(template = "<number>")]
        Tenant,
        u32
    }
);
design!(
    lower,
    get,
    Note {
        #[pk(template = "t#<tenant>")]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    lower_legacy,
    get,
    Note {
        #[pk(template = "t#<tenant>", legacy(template = "T#<tenant>"))]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    kind,
    get,
    #[table(discriminator = "kind")]
    Note {
        #[pk(template = "T#<tenant>")]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    bar,
    get,
    #[table(delimiter = "|")]
    Note {
        #[pk(template = "T#<tenant>")]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    raw,
    get,
    #[table(encoding = "raw")]
    Note {
        #[pk(template = "T#<tenant>")]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    renamed,
    get,
    name = "Other",
    Note {
        #[pk(template = "T#<tenant>")]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    random_4,
    find,
    Note {
        #[pk(template = "T#<tenant>")]
        #[shard(random = 4)]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    random_9,
    find,
    Note {
        #[pk(template = "T#<tenant>")]
        #[shard(random = 9)]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    random_from_1,
    find,
    Note {
        #[pk(template = "T#<tenant>")]
        #[shard(random = 9, first = 1)]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    random_4_legacy,
    find,
    Note {
        #[pk(template = "T#<tenant>", legacy(template = "T#<tenant>", shards = 9))]
        #[shard(random = 4)]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    hash_4,
    get,
    Note {
        #[pk(template = "T#<tenant>")]
        #[shard(hash(number), count = 4)]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    hash_9,
    get,
    Note {
        #[pk(template = "T#<tenant>")]
        #[shard(hash(number), count = 9)]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    hash_9_legacy,
    get,
    Note {
        #[pk(template = "T#<tenant>", legacy(template = "T#<tenant>", shards = 4))]
        #[shard(hash(number), count = 9)]
        #[sk(template = "<number>")]
        String,
        u32
    }
);
design!(
    hash_of_both,
    get,
    Note {
        #[pk(template = "T#<tenant>")]
        #[shard(hash(number, tenant), count = 4)]
        #[sk(template = "<number>")]
        String,
        u32
    }
);

/// Returns whether every old item stays readable by the lock's verdict.
fn stays_readable<Old: Schema, New: Schema>() -> bool {
    let now = keywright::key::Timestamp::MAX;
    let changes = compare(&Lock::of::<Old>(), &Lock::of::<New>(), now);
    changes.iter().all(|change| change.readable != Readable::No)
}

macro_rules! change {
    ($old:ident -> $new:ident: $readable:expr) => {{
        let local = Local::start();
        local.open::<$old::Notes>("notes").await.unwrap();
        $old::write(local.client()).await;
        let found = $new::found(local.client()).await;
        let all = Found { queried: ITEMS as usize, by_key: ITEMS as usize };
        let change = concat!(stringify!($old), " -> ", stringify!($new));
        assert_eq!(found == all, $readable, "{change}: {found:?}");
        assert_eq!(stays_readable::<$old::Notes, $new::Notes>(), $readable, "{change}");
    }};
}

#[tokio::test]
async fn lock_predicts_readability_of_template_and_type_changes() {
    change!(plain -> plain: true);
    change!(plain -> wide: false);
    change!(plain -> padded: true);
    change!(wide -> padded: false);
    change!(listed -> plain: true);
    change!(plain -> lower: false);
    change!(plain -> lower_legacy: true);
    change!(plain -> renamed: false);
    change!(plain -> kind: true);
    change!(plain -> bar: false);
    change!(plain -> raw: false);
}

#[tokio::test]
async fn lock_predicts_readability_of_shard_changes() {
    change!(random_4 -> random_9: true);
    change!(random_9 -> random_4: false);
    change!(random_9 -> random_4_legacy: true);
    change!(random_4 -> random_from_1: false);
    change!(plain -> random_4: false);
    change!(hash_4 -> hash_9: false);
    change!(hash_9 -> hash_4: false);
    change!(hash_4 -> hash_9_legacy: true);
    change!(hash_4 -> hash_of_both: false);
    change!(hash_4 -> random_4: true);
    change!(hash_4 -> random_9: true);
    change!(hash_9 -> random_4: false);
    change!(random_4 -> hash_4: false);
    change!(random_4 -> hash_9_legacy: true);
}
