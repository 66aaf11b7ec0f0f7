//! Sessions that are created, read, renewed, expired and ended.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use keywright::ErrorKind;

use super::{session_store::*, table};

/// Returns the instant this many minutes from now.
fn minutes(minutes: i64) -> DateTime<Utc> {
    (Utc::now() + TimeDelta::minutes(minutes)).trunc_subsecs(0)
}

fn session(token: &str, user: &str, expires_at: DateTime<Utc>) -> Session {
    let (token, user, device) = (token.into(), user.into(), "phone".into());
    Session { token, user, device, signed_in_at: None, expires_at }
}

/// Removes the time at which the session was stored.
fn asked(found: Option<Session>) -> Option<Session> {
    found.map(|found| Session { signed_in_at: None, ..found })
}

#[tokio::test]
async fn a_session_is_read_by_its_token_until_it_expires() {
    let (_local, store) = table::<Store>().await;
    let (alive, over) = (session("t-1", "ann", minutes(5)), session("t-2", "ann", minutes(-5)));
    store.create(&alive).await.unwrap();
    store.create(&over).await.unwrap();
    let found = store.get(Session::key("t-1")).await.unwrap();
    assert!(found.as_ref().unwrap().signed_in_at.unwrap() > minutes(-1));
    assert_eq!(asked(found), Some(alive));
    assert_eq!(store.get(Session::key("t-2")).await.unwrap(), None);
    assert_eq!(asked(store.get(Session::key("t-2")).include_expired().await.unwrap()), Some(over));
    assert_eq!(store.get(Session::key("t-3")).await.unwrap(), None);
    let listed = Session::of_user("ann").send(&store).await.unwrap().items;
    assert_eq!(listed.iter().map(|session| session.token.as_str()).collect::<Vec<_>>(), ["t-1"]);
}

#[tokio::test]
async fn tokens_are_unique_and_absent_from_errors() {
    let (_local, store) = table::<Store>().await;
    let first = session("t-1", "ann", minutes(5));
    store.create(&first).await.unwrap();
    let error = store.create(&session("t-1", "bob", minutes(5))).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert!(!format!("{error} {error:?}").contains("t-1"), "{error:?}");
    assert_eq!(asked(store.get(Session::key("t-1")).await.unwrap()), Some(first));
}

#[tokio::test]
async fn the_token_of_an_expired_session_can_be_reused() {
    let (_local, store) = table::<Store>().await;
    store.create(&session("t-1", "ann", minutes(-5))).await.unwrap();
    let second = session("t-1", "bob", minutes(5));
    store.create(&second).await.unwrap();
    assert_eq!(asked(store.get(Session::key("t-1")).await.unwrap()), Some(second));
    assert!(Session::of_user("ann").include_expired().send(&store).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn only_live_sessions_are_renewed() {
    let (_local, store) = table::<Store>().await;
    store.create(&session("t-1", "ann", minutes(5))).await.unwrap();
    store.create(&session("t-2", "ann", minutes(-5))).await.unwrap();
    let renew = |token: &str| store.update(Session::key(token)).set(Session::EXPIRES_AT, minutes(50));
    renew("t-1").await.unwrap();
    assert!(store.get(Session::key("t-1")).await.unwrap().unwrap().expires_at > minutes(40));
    for gone in ["t-2", "t-3"] {
        assert_eq!(renew(gone).await.unwrap_err().kind(), ErrorKind::NotFound);
    }
    assert_eq!(store.get(Session::key("t-2")).await.unwrap(), None, "what is over stays over");
}

#[tokio::test]
async fn signing_out_deletes_only_sessions_of_that_user() {
    let (_local, store) = table::<Store>().await;
    for at in 0..40 {
        let end = if at % 3 == 0 { -5 } else { 5 };
        store.create(&session(&format!("t-{at}"), "ann", minutes(end))).await.unwrap();
    }
    store.create(&session("t-anna", "anna", minutes(5))).await.unwrap();
    store.delete(Session::key("t-1")).await.unwrap();
    let report = sign_out_everywhere(&store, "ann").await.unwrap();
    assert_eq!((report.deleted, report.leftovers.len()), (39, 0));
    assert_eq!(sign_out_everywhere(&store, "ann").await.unwrap().deleted, 0);
    let left = store.scan::<Session>().include_expired().await.unwrap();
    assert_eq!(left.items.iter().map(|session| session.user.as_str()).collect::<Vec<_>>(), ["anna"]);
}
