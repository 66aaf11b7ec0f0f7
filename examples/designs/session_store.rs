//! A store of sessions that expire: it finds the signed-in user by the token that the browser sends.
//!
//! The design is chapter 18 ("Session store") of Alex DeBrie's *The DynamoDB Book*. Its table has only a key of one
//! attribute, one index, and the TTL attribute. Run it with `cargo run --example session_store`.
//!
//! | Access pattern | Call |
//! |---|---|
//! | Sign in, with a new token | `store.create(&session)` |
//! | The session of a token, unless it has expired | `store.get(Session::key(token))` |
//! | Stay signed in for longer, unless it has expired | `store.update(key).set(Session::EXPIRES_AT, until)` |
//! | Sign out | `store.delete(Session::key(token))` |
//! | The sessions of a user | `Session::of_user(user)` |
//! | Sign a user out everywhere | [`sign_out_everywhere`] |
//! | Remove expired sessions | nothing: DynamoDB deletes them within some days, and until then reads ignore them |
//!
//! No key of the published design is refused, and none is changed: each is a token or a user. Both are fields, stored
//! once. Anyone with a token is signed in, so the token is `sensitive`: no error, trace or monitor shows it.
//!
//! One session for each device would be `#[entity(unique(within = user))]`. Its sentinels are items of the same table,
//! so KW011 then requires a prefix before the token: `#[pk(template = "SESSION#<token>")]`.

use std::{error::Error, process::ExitCode};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use futures_util::TryStreamExt;
use keywright::{Entity, Handle, Result, Table, client::BatchDeleteReport};
use keywright_local::Local;
use keywright_tools::CommandLine;
use serde::{Deserialize, Serialize};

/// The sessions.
#[derive(Table)]
#[table(pk = "token", sk = none, ttl = "expires_at")]
#[gsi(name = "ByUser", pk = "user")]
#[entities(Session)]
pub(crate) struct Store;

/// A session of a user.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "<token>")]
#[gsi(index = "ByUser", query = of_user, pk = "<user>")]
pub(crate) struct Session {
    /// The token that the browser sends: 128 random bits, as text.
    #[entity(sensitive)]
    pub(crate) token: String,
    /// The user name.
    pub(crate) user: String,
    /// The device.
    pub(crate) device: String,
    /// The time of the sign-in.
    #[entity(created)]
    pub(crate) signed_in_at: Option<DateTime<Utc>>,
    /// When it ends, to the second.
    #[entity(ttl)]
    pub(crate) expires_at: DateTime<Utc>,
}

/// Deletes all sessions of a user, including expired ones.
///
/// The index is some milliseconds behind the table, so a user who signs in meanwhile may stay signed in. Deleting a
/// session twice does no harm.
pub(crate) async fn sign_out_everywhere(store: &Handle<Store>, user: &str) -> Result<BatchDeleteReport<Session>> {
    let tokens: Vec<_> = Session::of_user(user).include_expired().keys().stream(store).try_collect().await?;
    store.batch_delete(tokens).await
}

fn main() -> std::result::Result<ExitCode, Box<dyn Error>> {
    if std::env::args().len() > 1 {
        return Ok(CommandLine::<Store>::new().run());
    }
    example()?;
    Ok(ExitCode::SUCCESS)
}

#[tokio::main]
pub(crate) async fn example() -> std::result::Result<(), Box<dyn Error>> {
    let store = Local::start().open::<Store>("sessions").await?;
    let tomorrow = (Utc::now() + TimeDelta::days(1)).trunc_subsecs(0);
    let session = |token: &str, device: &str, expires_at| Session {
        token: token.into(),
        user: "ann".into(),
        device: device.into(),
        signed_in_at: None,
        expires_at,
    };
    store.create(&session("t-1", "phone", tomorrow)).await?;
    store.create(&session("t-2", "laptop", Utc::now() - TimeDelta::hours(1))).await?;
    if let Err(error) = store.create(&session("t-1", "tablet", tomorrow)).await {
        println!("taken:    {error}");
    }
    println!("session:  {:?}", store.get(Session::key("t-1")).await?.map(|session| session.device));
    println!("expired:  {:?}", store.get(Session::key("t-2")).await?.map(|session| session.device));

    let renewed = store.update(Session::key("t-1")).set(Session::EXPIRES_AT, tomorrow + TimeDelta::days(1));
    println!("until:    {}", renewed.returning().await?.expires_at);
    if let Err(error) = store.update(Session::key("t-2")).set(Session::EXPIRES_AT, tomorrow).await {
        println!("too late: {error}");
    }
    println!("sessions: {}", Session::of_user("ann").send(&store).await?.items.len());
    println!("ended:    {}", sign_out_everywhere(&store, "ann").await?.deleted);
    println!("sessions: {}", Session::of_user("ann").send(&store).await?.items.len());
    Ok(())
}
