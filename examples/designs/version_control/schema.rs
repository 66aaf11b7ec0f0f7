//! The schema: eight entities in one table with four indexes, and the collections that are read together.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use keywright::{Collection, Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

/// The table of the code host.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
#[gsi(name = "GSI4", pk = "GSI4PK", sk = "GSI4SK")]
#[entities(Account, Membership, Repo, Issue, PullRequest, Comment, Reaction, Star)]
pub(crate) struct Host;

/// A user or an organization.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Host)]
#[pk(template = "ACCOUNT#<name>")]
#[sk(template = "ACCOUNT")]
#[gsi(index = "GSI3", query = by_account, pk = "ACCOUNT#<name>", sk = "ACCOUNT")]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) kind: AccountKind,
}

/// The kind of an account.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum AccountKind {
    User,
    Organization,
}

/// A user's membership in an organization.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Host)]
#[pk(template = "ACCOUNT#<organization>")]
#[sk(template = "MEMBERSHIP#<user>")]
pub(crate) struct Membership {
    pub(crate) organization: String,
    pub(crate) user: String,
}

/// A repository. A fork is in GSI2, under what it was forked from; others are not in it.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Host)]
#[pk(template = "REPO#<owner>#<name>")]
#[sk(template = "REPO")]
#[gsi(index = "GSI1", query = by_name, pk = "REPO#<owner>#<name>", sk = "REPO")]
#[gsi(index = "GSI2", query = forks, pk = "REPO#<source_owner>#<source_name>", sk = "FORK#<owner>")]
#[gsi(index = "GSI3", query = by_account, pk = "ACCOUNT#<owner>", sk = "#<pushed_at>#<name>")]
pub(crate) struct Repo {
    pub(crate) owner: String,
    pub(crate) name: String,
    pub(crate) pushed_at: DateTime<Utc>,
    pub(crate) source_owner: Option<String>,
    pub(crate) source_name: Option<String>,
    /// The number of issues and pull requests, which is the last one's number.
    pub(crate) numbers: u32,
    pub(crate) merged: u32,
    pub(crate) forks: u32,
    pub(crate) stars: u32,
}

/// An issue.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Host)]
#[pk(template = "REPO#<owner>#<repo>")]
#[sk(template = "ISSUE#<number>")]
#[gsi(index = "GSI4", query = by_status, pk = "REPO#<owner>#<repo>#<status>", sk = "ISSUE#<number>")]
pub(crate) struct Issue {
    pub(crate) owner: String,
    pub(crate) repo: String,
    pub(crate) number: u32,
    pub(crate) status: Status,
    pub(crate) title: String,
}

/// The state of an issue or a pull request.
#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub(crate) enum Status {
    Open,
    Closed,
    Merged,
}

/// A pull request. It is among its repository's items in GSI1, so that those of the table are issues only.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Host)]
#[pk(template = "PR#<owner>#<repo>#<number>")]
#[sk(template = "PR")]
#[gsi(index = "GSI1", query = of_repo, pk = "REPO#<owner>#<repo>", sk = "PR#<number>")]
pub(crate) struct PullRequest {
    pub(crate) owner: String,
    pub(crate) repo: String,
    pub(crate) number: u32,
    pub(crate) status: Status,
}

/// A comment on an issue or a pull request.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Host)]
#[pk(template = "COMMENT#<owner>#<repo>#<number>")]
#[sk(template = "COMMENT#<at>#<author>")]
pub(crate) struct Comment {
    pub(crate) owner: String,
    pub(crate) repo: String,
    pub(crate) number: u32,
    pub(crate) at: DateTime<Utc>,
    pub(crate) author: String,
    pub(crate) text: String,
}

/// One user's reactions to an issue or a pull request.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Host)]
#[pk(template = "REACTION#<owner>#<repo>#<number>#<user>")]
#[sk(template = "REACTION")]
pub(crate) struct Reaction {
    pub(crate) owner: String,
    pub(crate) repo: String,
    pub(crate) number: u32,
    pub(crate) user: String,
    #[serde(default, with = "serde_dynamo::string_set", skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) emoji: BTreeSet<String>,
}

/// A user's star on a repository.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Host)]
#[pk(template = "STAR#<owner>#<repo>")]
#[sk(template = "STAR#<user>")]
pub(crate) struct Star {
    pub(crate) owner: String,
    pub(crate) repo: String,
    pub(crate) user: String,
}

/// An organization and its members.
#[derive(Debug, PartialEq, Collection)]
#[collection(query(name))]
pub(crate) struct Organization {
    pub(crate) account: Account,
    pub(crate) members: Vec<Membership>,
}

/// An account and its repositories, item by item. Backwards, the account comes first.
#[derive(Debug, PartialEq, Collection)]
#[collection(query = of_account(name), index = "GSI3")]
pub(crate) enum AccountItem {
    Account(Account),
    Repo(Repo),
}

/// A repository and its issues, item by item. Backwards, the repository comes first.
#[derive(Debug, PartialEq, Collection)]
#[collection(query = of_repo(owner, name))]
pub(crate) enum RepoItem {
    Repo(Repo),
    Issue(Issue),
}

/// A repository and its pull requests.
#[derive(Debug, PartialEq, Collection)]
#[collection(query = of_repo(owner, name), index = "GSI1")]
pub(crate) struct RepoWithPulls {
    pub(crate) repo: Repo,
    pub(crate) pulls: Vec<PullRequest>,
}
