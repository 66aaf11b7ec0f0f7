// Times of every form together with names that the expansion could mean.
#![no_implicit_prelude]
#![deny(missing_docs, warnings)]
//! A table.

/// Not the standard library's.
pub struct Option;

/// Sessions.
#[derive(::keywright::Table)]
#[table(ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Session)]
pub struct Platform;

/// A session.
#[derive(::keywright::Entity, ::serde::Serialize, ::serde::Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "SESSION#<id>")]
#[gsi(index = "GSI1", query = ending, pk = "USER#<user>", sk = "<ends>#<value>")]
pub struct Session {
    #[entity(sensitive)]
    /// Whose it is.
    pub user: ::std::string::String,
    /// Its number.
    pub id: u32,
    /// An argument's name.
    pub value: u32,
    /// Its end.
    #[entity(ttl)]
    #[serde(rename = "expires_at", with = "::chrono::serde::ts_seconds")]
    pub ends: ::chrono::DateTime<::chrono::Utc>,
    /// Its beginning.
    #[entity(created, sensitive)]
    pub field: ::std::option::Option<::chrono::DateTime<::chrono::Utc>>,
    /// Its change.
    #[entity(updated)]
    #[serde(default, serialize_with = "write")]
    pub to: ::chrono::DateTime<::chrono::Utc>,
}

fn write<S: ::serde::Serializer>(
    time: &::chrono::DateTime<::chrono::Utc>,
    to: S,
) -> ::std::result::Result<S::Ok, S::Error> {
    ::serde::Serialize::serialize(time, to)
}

pub(super) fn main() {
    let _ = Session::ending("ann");
}
