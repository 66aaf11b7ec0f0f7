//! Versions of items that move from an older key.

use keywright::{Entity, ErrorKind, Handle, Key, Outcome};
use keywright_local::{Failure, Faults, Rule};

use super::design::*;

/// Writes the note by its first design.
pub async fn put_older(platform: &Handle<Platform>, text: &str, version: Option<u64>) {
    let mut attributes =
        vec![("PK", s("NOTES")), ("SK", s("n-1")), ("_et", s("Note")), ("id", s("n-1")), ("text", s(text))];
    attributes.extend(version.map(|version| ("version", n(version))));
    put_item(platform, &attributes).await;
}

fn key() -> Key<Note> {
    Note::key("n-1")
}

async fn keys(platform: &Handle<Platform>) -> Vec<String> {
    items(platform).await.iter().map(|item| item["PK"].as_s().unwrap().clone()).collect()
}

#[tokio::test]
async fn put_of_an_item_read_under_an_older_key_moves_it() {
    for (version, held) in [(None, 0), (Some(3), 3)] {
        let (_local, platform) = platform().await;
        put_older(&platform, "old", version).await;
        let read = platform.get(key()).await.unwrap().unwrap();
        assert_eq!(read, note("old", held));
        assert_eq!(platform.put(&read).await.unwrap().version(), held as u64 + 1);
        assert_eq!(keys(&platform).await, ["NOTE#n-1"]);
        assert_eq!(platform.get(key()).await.unwrap().unwrap(), note("old", held + 1));
    }
}

#[tokio::test]
async fn another_version_under_an_older_key_is_a_conflict() {
    for (version, expected) in [(None, 1), (Some(3), 0), (Some(3), 2)] {
        let (_local, platform) = platform().await;
        put_older(&platform, "old", version).await;
        let found = version.unwrap_or(0);
        for error in [
            platform.put(&note("new", expected)).await.unwrap_err(),
            platform.replace(&note("new", expected)).await.unwrap_err(),
            platform.delete(key()).version(expected).await.unwrap_err(),
        ] {
            let conflict = error.version_conflict().unwrap();
            assert_eq!((conflict.expected, conflict.found), (expected as u64, Some(found)), "{error}");
            assert_eq!(conflict.stored::<Note>().unwrap().unwrap(), note("old", found as i64));
        }
        assert_eq!(platform.create(&note("new", 0)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(keys(&platform).await, ["NOTES"]);
    }
}

#[tokio::test]
async fn missing_item_can_be_put_only_with_version_0() {
    let (_local, platform) = platform().await;
    assert_eq!(platform.put(&note("new", 2)).await.unwrap_err().version_conflict().unwrap().found, None);
    assert_eq!(platform.put(&note("new", 0)).await.unwrap().version(), 1);
    assert_eq!(platform.put(&note("again", 1)).await.unwrap().version(), 2);
    assert_eq!(platform.put(&note("again", 1)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert_eq!(keys(&platform).await, ["NOTE#n-1"]);
}

#[tokio::test]
async fn delete_of_the_newest_version_removes_older_copies() {
    let (_local, platform) = platform().await;
    put_older(&platform, "old", Some(3)).await;
    let item = note("new", 5).to_item().unwrap();
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    let error = platform.delete(key()).version(3_i64).await.unwrap_err();
    assert_eq!(error.version_conflict().unwrap().found, Some(5));
    assert_eq!(keys(&platform).await.len(), 2);
    platform.delete(key()).version(5_i64).await.unwrap();
    assert_eq!(items(&platform).await, []);
    put_older(&platform, "old", Some(3)).await;
    platform.delete(key()).version(3_i64).await.unwrap();
    assert_eq!(items(&platform).await, []);
}

#[tokio::test(start_paused = true)]
async fn move_with_a_lost_response_writes_one_version() {
    let (local, platform) = platform().await;
    put_older(&platform, "old", Some(3)).await;
    let lost = Rule::on(["TransactWriteItems"]).unwrap().first(1).fail(Failure::Disconnected { carried_out: true });
    local.set_faults(Faults::seeded(1).rule(lost));
    match platform.put(&note("new", 3)).await {
        Ok(written) => assert_eq!(written.version(), 4),
        Err(error) => assert_eq!(error.outcome(), Outcome::Unknown, "{error}"),
    }
    assert_eq!(platform.get(key()).await.unwrap().unwrap(), note("new", 4));
    assert_eq!(keys(&platform).await, ["NOTE#n-1"]);
}
