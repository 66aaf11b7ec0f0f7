//! Items that may still be under a key of an older design.

use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::answers::{cancelled, client_with};
use super::design::keys;

mod earlier {
    use super::*;

    #[derive(Table)]
    #[entities(Note)]
    pub struct Pad;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Pad)]
    #[pk(template = "NOTES", allow_hot = "a prototype")]
    #[sk(template = "<id>")]
    pub struct Note {
        pub id: String,
        pub by: String,
    }
}

#[derive(Table)]
#[entities(Note, Tag)]
struct Pad;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Pad)]
#[pk(template = "NOTE#<by>", legacy(template = "NOTES"))]
#[sk(template = "<id>")]
struct Note {
    id: String,
    by: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Pad)]
#[pk(template = "TAG#<name>")]
#[sk(template = "TAG")]
struct Tag {
    name: String,
}

fn note(by: &str) -> Note {
    Note { id: "n-1".into(), by: by.into() }
}

fn key(by: &str) -> keywright::Key<Note> {
    Note::key(by, "n-1")
}

fn tag() -> Tag {
    Tag { name: "todo".into() }
}

/// Creates a pad with a note of Ann's under the older key.
async fn pad() -> (Local, Handle<Pad>) {
    let local = Local::start();
    let pad = local.open::<Pad>("pad").await.unwrap();
    let earlier = earlier::Pad::open(local.client(), "pad");
    earlier.put(&earlier::Note { id: "n-1".into(), by: "ann".into() }).await.unwrap();
    local.clear_operations();
    (local, pad)
}

#[tokio::test]
async fn create_checks_older_keys() {
    let (local, pad) = pad().await;
    let (mine, tag) = (note("ann"), tag());
    let error = pad.transaction().put(&tag).create(&mine).await.unwrap_err();
    let [cancelled] = error.cancellations() else { panic!("{error}") };
    assert_eq!((error.kind(), cancelled.position), (ErrorKind::TransactionCancelled, 1));
    assert_eq!((cancelled.entity, cancelled.key.as_str()), ("Note", "NOTES / n-1"));
    assert!(
        cancelled.text.starts_with("the item exists already, under an older key; `replace` it by itself"),
        "{}",
        cancelled.text
    );
    assert_eq!(cancelled.stored::<Note>().unwrap(), Some(note("ann")));
    assert_eq!(local.requests(), 1);
    // Another author's note with this id is another item.
    let other = note("bob");
    pad.transaction().create(&other).put(&tag).await.unwrap();
    assert_eq!(keys(&pad).await, ["NOTE#bob / n-1", "NOTES / n-1", "TAG#todo / TAG"]);
}

#[tokio::test]
async fn older_key_checks_count_as_actions() {
    let (local, pad) = pad().await;
    let notes: Vec<_> = (0..51).map(|id| Note { id: format!("n-{id}"), by: "bob".into() }).collect();
    let all = notes.iter().fold(pad.transaction(), |sofar, note| sofar.create(note));
    let error = all.await.unwrap_err();
    assert!(
        error.to_string().contains("it requires 102 actions, including sentinels and checks of older keys"),
        "{error}"
    );
    assert_eq!(local.requests(), 0);
    notes.iter().take(50).fold(pad.transaction(), |sofar, note| sofar.create(note)).await.unwrap();
}

#[tokio::test]
async fn actions_that_need_a_read_first_are_rejected() {
    let (local, pad) = pad().await;
    let mine = note("ann");
    let refused = [
        (pad.transaction().replace(&mine), "which a replace must read first"),
        (pad.transaction().delete(key("ann")), "which a delete must read first"),
        (pad.transaction().delete_item(&mine), "which a delete must read first"),
        (pad.transaction().check_exists(key("ann")), "which a check must read first"),
        (pad.transaction().check(key("ann"), Note::ID.eq("n-1")), "which a check must read first"),
    ];
    for (transaction, text) in refused {
        let error = transaction.await.unwrap_err();
        assert_eq!((error.kind(), error.entity()), (ErrorKind::InvalidArgument, Some("Note")));
        assert!(error.to_string().contains(text), "{error}");
    }
    assert_eq!(local.requests(), 0);
    pad.transaction().put(&mine).await.unwrap();
    assert_eq!(keys(&pad).await, ["NOTE#ann / n-1", "NOTES / n-1"], "a put writes today's key only");
}

#[tokio::test]
async fn transaction_get_reads_older_keys_at_the_same_instant() {
    let (local, pad) = pad().await;
    let found = pad.transaction_get((key("ann"), Tag::key("todo"), key("bob"))).await.unwrap();
    assert_eq!(found, (Some(note("ann")), None, None));
    assert_eq!(local.requests(), 1);
    let params = pad.transaction_get((key("ann"), key("bob"))).params().unwrap();
    assert_eq!(params.transact_items().len(), 3, "the older key is that of both");
    pad.put(&Note { by: "bob".into(), ..note("ann") }).await.unwrap();
    assert_eq!(pad.transaction_get([key("bob"), key("ann")]).await.unwrap(), [Some(note("bob")), Some(note("ann"))]);
    let keys: Vec<_> = (0..51).map(|id| Note::key("bob", format!("n-{id}"))).collect();
    let error = pad.transaction_get(keys).await.unwrap_err();
    assert!(error.to_string().contains("it reads 102 items, those under older keys included"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn single_create_follows_the_same_retry_rules() {
    let conflict = || cancelled(&["TransactionConflict", "None"]);
    let (local, _) = pad().await;
    let (client, sent) = client_with(&local, vec![conflict(), conflict()], 3);
    Pad::open(client, "pad").create(&note("bob")).await.unwrap();
    let tokens = sent.tokens();
    assert!(tokens.len() == 3 && tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
    for (attempts, requests) in [(1, 1), (3, 10)] {
        local.clear_operations();
        let (client, _) = client_with(&local, vec![conflict(); 20], attempts);
        let error = Pad::open(client, "pad").create(&note("eve")).await.unwrap_err();
        assert_eq!((error.kind(), local.requests()), (ErrorKind::TransactionConflict, requests), "{error}");
        assert!(error.to_string().contains("wait and repeat"), "{error}");
    }
}
