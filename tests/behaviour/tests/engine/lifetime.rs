//! Handles, files and the runtime.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::table::{self, GLOBAL, TABLE, get, item, key, n, put, s};
use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use keywright_local::Local;

/// A temporary folder under Cargo's, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("tables.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn a_file_survives_a_restart() {
    let folder = Folder::new("restart");
    let mut entry = key("a", "1");
    entry.extend(item([("G", s("x")), ("GS", n(1))]));
    {
        let local = Local::at(folder.file()).unwrap();
        let client = local.client();
        table::create(&client).await;
        put(&client, entry.clone()).await;
    }
    let client = Local::at(folder.file()).unwrap().client();
    assert_eq!(get(&client, "a", "1").await, Some(entry));
    let found = client
        .query()
        .table_name(TABLE)
        .index_name(GLOBAL)
        .key_condition_expression("G = :g")
        .expression_attribute_values(":g", s("x"))
        .send()
        .await
        .unwrap();
    assert_eq!(found.count, 1);
}

#[tokio::test]
async fn the_last_drop_closes_the_file() {
    let folder = Folder::new("closed");
    let local = Local::at(folder.file()).unwrap();
    let client = local.client();
    table::create(&client).await;
    put(&client, key("a", "1")).await;
    drop(client);
    drop(local);
    let names: Vec<_> = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["tables.db"], "the write-ahead log is merged on close");
}

#[test]
fn unopenable_path_is_named_in_the_error() {
    let folder = Folder::new("missing");
    let error = Local::at(folder.0.join("nowhere").join("tables.db")).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
    std::fs::write(folder.file(), "this is not a database, and long enough to be read as one").unwrap();
    let error = Local::at(folder.file()).unwrap_err();
    assert!(error.to_string().contains("tables.db"), "{error}");
}

#[tokio::test]
async fn engines_are_independent_and_clones_share_state() {
    let (one, two) = (Local::start(), Local::start());
    table::create(&one.client()).await;
    put(&one.clone().client(), key("a", "1")).await;
    assert!(get(&one.client(), "a", "1").await.is_some());
    assert!(two.client().list_tables().send().await.unwrap().table_names().is_empty());
    assert_eq!((one.requests(), two.requests()), (3, 1));
}

#[tokio::test]
async fn a_client_outlives_its_handles() {
    let client = {
        let local = Local::start();
        table::create(&local.client()).await;
        local.client()
    };
    put(&client, key("a", "1")).await;
    assert!(get(&client, "a", "1").await.is_some());
}

#[tokio::test]
async fn dropped_requests_do_not_break_the_engine() {
    let local = Local::start();
    let client = local.client();
    table::create(&client).await;
    for number in 0..20 {
        let entry = key("dropped", &number.to_string());
        let write = client.put_item().table_name(TABLE).set_item(Some(entry)).send();
        let _ = tokio::time::timeout(Duration::from_micros(100), write).await;
    }
    put(&client, key("a", "1")).await;
    assert!(get(&client, "a", "1").await.is_some());
}

#[test]
fn dropping_the_runtime_does_not_hang() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let client = Local::start().client();
    runtime.block_on(async move {
        table::create(&client).await;
        tokio::spawn(async move {
            loop {
                put(&client, key("a", "1")).await;
            }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
    });
    drop(runtime);
}

#[tokio::test(flavor = "current_thread")]
async fn a_busy_engine_does_not_starve_the_runtime() {
    let local = Local::start();
    let client = local.client();
    table::create(&client).await;
    for batch in 0..40 {
        let writes = (0..25).map(|number| {
            let mut entry = key("busy", &format!("{batch:03}-{number:03}"));
            entry.insert("text".into(), AttributeValue::S("x".repeat(400)));
            let put = PutRequest::builder().set_item(Some(entry)).build().unwrap();
            WriteRequest::builder().put_request(put).build()
        });
        let writes = writes.collect();
        client.batch_write_item().request_items(TABLE, writes).send().await.unwrap();
    }

    let mut turns = 0_u32;
    for _ in 0..20 {
        let scan = client
            .scan()
            .table_name(TABLE)
            .filter_expression("SK = :never")
            .expression_attribute_values(":never", s("-"));
        let scan = tokio::spawn(scan.send());
        while !scan.is_finished() {
            tokio::task::yield_now().await;
            turns += 1;
        }
        assert_eq!(scan.await.unwrap().unwrap().count, 0);
    }
    // If the scans were answered on this thread, this task would get only a few turns.
    assert!(turns > 1_000, "only {turns} turns next to 20 scans");
}
