//! `a = "m#b"` and `a = "m", b = ..` have the same raw key.

use std::collections::BTreeSet;

use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored;

#[derive(Table)]
#[entities(Document, Folder)]
struct Shelf;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shelf)]
#[pk(template = "TENANT#<tenant>#<project>")]
#[sk(template = "DOC#<folder>#<name>")]
struct Document {
    tenant: String,
    project: String,
    folder: String,
    name: String,
}

/// An entity of a whole tenant.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shelf)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "FOLDER#<name>")]
struct Folder {
    tenant: String,
    name: String,
}

/// An existing table, whose keys contain raw values.
#[derive(Table)]
#[table(encoding = "raw")]
#[entities(Raw)]
struct Existing;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Existing)]
#[pk(template = "TENANT#<tenant>#<project>")]
#[sk(template = "DOC")]
struct Raw {
    tenant: String,
    project: String,
}

fn document([tenant, project, folder, name]: [&str; 4]) -> Document {
    Document { tenant: tenant.into(), project: project.into(), folder: folder.into(), name: name.into() }
}

async fn shelf() -> Handle<Shelf> {
    Local::start().open::<Shelf>("shelf").await.unwrap()
}

/// With raw values joined by `#`, all of these have the same key.
const ALIKE: [[&str; 4]; 6] = [
    ["m#b", "c", "d", "e"],
    ["m", "b#c", "d", "e"],
    ["m%23b", "c", "d", "e"],
    ["m#b", "c", "d#e", "f"],
    ["m#b", "c", "d", "e#f"],
    ["m#b", "c", "d%23e", "f"],
];

#[test]
fn plain_concatenation_collides() {
    let joined = |[tenant, project, folder, name]: [&str; 4]| {
        (format!("TENANT#{tenant}#{project}"), format!("DOC#{folder}#{name}"))
    };
    assert_eq!(joined(ALIKE[0]), joined(ALIKE[1]));
    assert_eq!(joined(ALIKE[3]), joined(ALIKE[4]));
}

#[tokio::test]
async fn escaped_values_give_distinct_keys() {
    let shelf = shelf().await;
    for values in ALIKE {
        shelf.put(&document(values)).await.unwrap();
    }
    let items = stored::items(&shelf).await;
    let keys: BTreeSet<_> = items.iter().map(|item| (stored::text(item, "PK"), stored::text(item, "SK"))).collect();
    let expected = [
        ("TENANT#m%23b#c", "DOC#d#e"),
        ("TENANT#m#b%23c", "DOC#d#e"),
        ("TENANT#m%2523b#c", "DOC#d#e"),
        ("TENANT#m%23b#c", "DOC#d%23e#f"),
        ("TENANT#m%23b#c", "DOC#d#e%23f"),
        ("TENANT#m%23b#c", "DOC#d%2523e#f"),
    ];
    assert_eq!(keys, expected.map(|(pk, sk)| (pk.to_owned(), sk.to_owned())).into());
    for values @ [tenant, project, folder, name] in ALIKE {
        let found = shelf.get(Document::key(tenant, project, folder, name)).await.unwrap();
        assert_eq!(found, Some(document(values)));
    }
}

#[tokio::test]
async fn tenants_cannot_form_each_others_keys() {
    let shelf = shelf().await;
    shelf.put(&document(["m", "b", "d", "e"])).await.unwrap();
    shelf.put(&Folder { tenant: "m".into(), name: "d".into() }).await.unwrap();
    for (tenant, project) in [("m#b", "b"), ("m#b#", "b"), ("m", "b#"), ("M", "b"), ("m%23b", "b")] {
        let page = Document::query(tenant, project).send(&shelf).await.unwrap();
        assert_eq!((page.items.len(), page.stats.items_read), (0, 0), "{tenant} {project}");
    }
    assert_eq!(Document::query("", "m#b").send(&shelf).await.unwrap_err().kind(), ErrorKind::KeyValue);
    // The tenant `m#b` next to the project `b` of the tenant `m`.
    assert_eq!(Folder::query("m#b").send(&shelf).await.unwrap().stats.items_read, 0);
    shelf.put(&Folder { tenant: "m#b".into(), name: "x".into() }).await.unwrap();
    assert_eq!(stored::under(&shelf, "TENANT#m#b").await.len(), 1);
    assert_eq!(stored::under(&shelf, "TENANT#m%23b").await.len(), 1);
}

#[tokio::test]
async fn raw_templates_reject_values_with_separators() {
    let local = Local::start();
    let existing = local.open::<Existing>("existing").await.unwrap();
    local.clear_operations();
    let error = existing.put(&Raw { tenant: "m#b".into(), project: "c".into() }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue, "{error}");
    assert_eq!(Raw::query("m#b", "c").send(&existing).await.unwrap_err().kind(), ErrorKind::KeyValue);
    assert_eq!(local.requests(), 0);
    // Nothing follows the project.
    for project in ["b c", "b#c"] {
        existing.put(&Raw { tenant: "m".into(), project: project.into() }).await.unwrap();
        let page = Raw::query("m", project).send(&existing).await.unwrap();
        assert_eq!(page.items, [Raw { tenant: "m".into(), project: project.into() }]);
    }
    assert_eq!(stored::partition_keys(&existing).await, ["TENANT#m#b c".to_owned(), "TENANT#m#b#c".to_owned()].into());
}
