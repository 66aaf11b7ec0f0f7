//! A key without a time changes in two releases. Both read both keys; the first one writes the older key, the second
//! one the newer key.

use std::collections::BTreeMap;

use keywright::{ErrorKind, Handle, Table};
use keywright_local::Local;

#[derive(Table)]
struct Accounts;

macro_rules! release {
    ($name:ident, $pk:meta) => {
        mod $name {
            use keywright::Entity;
            use serde::{Deserialize, Serialize};

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = super::Accounts)]
            #[$pk]
            #[sk(template = "PROFILE")]
            pub(super) struct Profile {
                pub(super) id: u32,
                pub(super) name: String,
                #[entity(version)]
                pub(super) version: u64,
            }
        }
    };
}

release!(first, pk(template = "USER#<id>", legacy(template = "ACCOUNT#<id>")));
release!(second, pk(template = "ACCOUNT#<id>", legacy(template = "USER#<id>")));

/// Writes a profile by one release: creates it, puts it over the one it read, updates it, or deletes it.
macro_rules! act {
    ($release:ident, $table:expr, $step:expr, $stored:expr) => {{
        let (table, id, name): (&Handle<Accounts>, u32, String) = ($table, $step % 5, format!("n{}", $step));
        let read = table.get($release::Profile::key(id)).await.unwrap();
        assert_eq!(read.as_ref().map(|read| &read.name), $stored.get(&id), "step {}", $step);
        match ($step / 5) % 4 {
            0 => match table.create(&$release::Profile { id, name: name.clone(), version: 0 }).await {
                Ok(_) => drop($stored.insert(id, name)),
                Err(error) => assert_eq!((error.kind(), read.is_some()), (ErrorKind::AlreadyExists, true)),
            },
            1 => {
                let read = read.unwrap_or($release::Profile { id, name: String::new(), version: 0 });
                table.put(&$release::Profile { name: name.clone(), ..read }).await.unwrap();
                $stored.insert(id, name);
            }
            2 => match table.update($release::Profile::key(id)).set($release::Profile::NAME, &*name).await {
                Ok(()) => drop($stored.insert(id, name)),
                Err(error) => assert_eq!((error.kind(), read.is_some()), (ErrorKind::NotFound, false)),
            },
            _ if $step % 3 == 0 => {
                table.delete($release::Profile::key(id)).await.unwrap();
                $stored.remove(&id);
            }
            _ => {}
        }
    }};
}

#[tokio::test]
async fn nothing_is_lost_or_doubled_while_both_releases_write() {
    let local = Local::start();
    let table = local.open::<Accounts>("accounts").await.unwrap();
    let mut stored = BTreeMap::new();
    // Replicas of both releases take turns, also after a rollback.
    for step in 0..300_u32 {
        match (step * 7 + step / 11) % 3 {
            0 => act!(first, &table, step, stored),
            1 => act!(second, &table, step, stored),
            _ if step < 150 => act!(second, &table, step, stored),
            _ => act!(first, &table, step, stored),
        }
        let items = table.scan_items().await.unwrap().items;
        assert_eq!(items.len(), stored.len(), "each profile is stored once");
    }
    let report = table.rekey::<second::Profile>().await.unwrap();
    assert!(report.is_complete());
    assert!(table.rekey::<second::Profile>().dry_run().await.unwrap().is_settled());
    let items = table.scan_items().await.unwrap().items;
    assert!(items.iter().all(|item| item["PK"].as_s().unwrap().starts_with("ACCOUNT#")));
    assert_eq!(items.len(), stored.len());
}
