//! The data of a version-control host in one table: accounts, repositories, issues, pull requests, stars.
//!
//! The design is chapter 21 ("GitHub") of Alex DeBrie's *The DynamoDB Book*. Run it with
//! `cargo run --example version_control`.
//!
//! | Access pattern | Call |
//! |---|---|
//! | Take a name, for a user or an organization | `host.create(&account)` |
//! | Add a member to an organization that exists | [`join`] |
//! | An organization and its members | `Organization::query(name)` |
//! | An account and its repositories, the one last pushed to first | `AccountItem::of_account(name).newest_first().limit(20)` |
//! | A repository | `host.get(Repo::key(owner, name))` |
//! | A repository and its newest issues, in one request | `RepoItem::of_repo(owner, name).newest_first().limit(11)` |
//! | The open, or closed, issues of a repository | `Issue::by_status(owner, repo, Status::Open).newest_first()` |
//! | A repository and its pull requests | `RepoWithPulls::of_repo(owner, name)` |
//! | Open an issue or a pull request, which share their numbers | [`next_number`], then `host.create(&issue)` |
//! | Merge a pull request, and count it | [`merge`] |
//! | Comment; read the comments of an issue in order | `host.create(&comment)`, `Comment::query(owner, repo, number)` |
//! | React to an issue, with several emoji | `host.upsert(Reaction::key(..)).add_to(Reaction::EMOJI, ["heart"])` |
//! | Star a repository once, and count it | [`star`] |
//! | Who starred a repository | `Star::query(owner, repo)` |
//! | Fork a repository, and count it; its forks | [`fork`], `Repo::forks(owner, name)` |
//!
//! Two keys of the published design are changed. There, users and organizations are two entities under one key, so that
//! a name can be taken only once. KW011 refuses that, because a put of one would overwrite the other. Here they are one
//! entity with a `kind`. Stars have a partition key of their own. In the repository's partition, a backward read would
//! find them before the issues, and thousands of stars would slow down reads and writes of the issues.

#[path = "version_control/schema.rs"]
pub(crate) mod schema;

use std::{error::Error, process::ExitCode};

use chrono::{DateTime, Utc};
use keywright::{Handle, ItemUpdate, Result};
use keywright_local::Local;
use keywright_tools::CommandLine;
use schema::*;

/// Adds a member to an organization. Both have to exist.
pub(crate) async fn join(host: &Handle<Host>, organization: &str, user: &str) -> Result<()> {
    let member = Membership { organization: organization.into(), user: user.into() };
    let is_organization = Account::KIND.eq(AccountKind::Organization);
    let transaction = host.transaction().check(Account::key(organization), is_organization);
    transaction.check_exists(Account::key(user)).create(&member).await?;
    Ok(())
}

/// Returns the number of the next issue or pull request. A number that is not used afterwards leaves a gap.
pub(crate) async fn next_number(host: &Handle<Host>, owner: &str, repo: &str) -> Result<u32> {
    Ok(host.update(Repo::key(owner, repo)).add(Repo::NUMBERS, 1).returning().await?.numbers)
}

/// Merges an open pull request once. From then on, the repository is the first of its owner's.
pub(crate) async fn merge(host: &Handle<Host>, pull: &PullRequest, at: DateTime<Utc>) -> Result<()> {
    let key = PullRequest::key(&pull.owner, &pull.repo, pull.number);
    let merged = ItemUpdate::new(key).set(PullRequest::STATUS, Status::Merged);
    let counted = ItemUpdate::new(Repo::key(&pull.owner, &pull.repo)).add(Repo::MERGED, 1).set(Repo::PUSHED_AT, at);
    let merged = merged.when(PullRequest::STATUS.eq(Status::Open));
    host.transaction().update(merged).update(counted).await?;
    Ok(())
}

/// Stars a repository, unless the user already has.
pub(crate) async fn star(host: &Handle<Host>, owner: &str, repo: &str, user: &str) -> Result<()> {
    let star = Star { owner: owner.into(), repo: repo.into(), user: user.into() };
    let counted = ItemUpdate::new(Repo::key(owner, repo)).add(Repo::STARS, 1);
    host.transaction().create(&star).update(counted).await?;
    Ok(())
}

/// Forks a repository to another account.
pub(crate) async fn fork(host: &Handle<Host>, source: &Repo, owner: &str, at: DateTime<Utc>) -> Result<Repo> {
    let (source_owner, source_name) = (Some(source.owner.clone()), Some(source.name.clone()));
    let fork = Repo { source_owner, source_name, ..repository(owner, &source.name, at) };
    let counted = ItemUpdate::new(Repo::key(&source.owner, &source.name)).add(Repo::FORKS, 1);
    host.transaction().create(&fork).update(counted).await?;
    Ok(fork)
}

/// Returns a new repository.
pub(crate) fn repository(owner: &str, name: &str, pushed_at: DateTime<Utc>) -> Repo {
    let (owner, name) = (owner.into(), name.into());
    let (source_owner, source_name) = (None, None);
    Repo { owner, name, pushed_at, source_owner, source_name, numbers: 0, merged: 0, forks: 0, stars: 0 }
}

fn main() -> std::result::Result<ExitCode, Box<dyn Error>> {
    if std::env::args().len() > 1 {
        let commands = CommandLine::<Host>::new()
            .assembly::<Organization>()
            .collection::<AccountItem>()
            .collection::<RepoItem>()
            .assembly::<RepoWithPulls>();
        return Ok(commands.run());
    }
    example()?;
    Ok(ExitCode::SUCCESS)
}

#[tokio::main]
pub(crate) async fn example() -> std::result::Result<(), Box<dyn Error>> {
    let host = Local::start().open::<Host>("host").await?;
    let at: DateTime<Utc> = "2026-06-22T12:00:00Z".parse()?;
    for (name, kind) in [("rust-lang", AccountKind::Organization), ("ann", AccountKind::User)] {
        host.create(&Account { name: name.into(), kind }).await?;
    }
    join(&host, "rust-lang", "ann").await?;
    println!("members:  {:?}", Organization::query("rust-lang").send(&host).await?);

    let rust = repository("rust-lang", "rust", at);
    host.create(&rust).await?;
    star(&host, "rust-lang", "rust", "ann").await?;
    if let Err(error) = star(&host, "rust-lang", "rust", "ann").await {
        println!("again:    {error}");
    }
    println!("stars:    {:?}", Star::query("rust-lang", "rust").send(&host).await?.items);
    fork(&host, &rust, "ann", at).await?;
    println!("forks:    {:?}", Repo::forks("rust-lang", "rust").send(&host).await?.items);

    let (owner, repo, status) = ("rust-lang".to_owned(), "rust".to_owned(), Status::Open);
    let number = next_number(&host, &owner, &repo).await?;
    let issue = Issue { owner: owner.clone(), repo: repo.clone(), number, status, title: "ICE".into() };
    host.create(&issue).await?;
    let comment = Comment { owner, repo, number, at, author: "ann".into(), text: "I see it, too".into() };
    host.create(&comment).await?;
    host.upsert(Reaction::key("rust-lang", "rust", number, "ann")).add_to(Reaction::EMOJI, ["heart", "eyes"]).await?;
    println!("reaction: {:?}", host.get(Reaction::key("rust-lang", "rust", number, "ann")).await?);
    println!("comments: {:?}", Comment::query("rust-lang", "rust", number).send(&host).await?.items);
    let open = Issue::by_status("rust-lang", "rust", Status::Open).newest_first().send(&host).await?;
    println!("open:     {:?}", open.items);

    let number = next_number(&host, "rust-lang", "rust").await?;
    let pull = PullRequest { owner: "rust-lang".into(), repo: "rust".into(), number, status };
    host.create(&pull).await?;
    merge(&host, &pull, at).await?;
    println!("pulls:    {:?}", RepoWithPulls::of_repo("rust-lang", "rust").send(&host).await?);
    let newest = RepoItem::of_repo("rust-lang", "rust").newest_first().limit(11).send(&host).await?;
    println!("issues:   {:?}", newest.items);
    let repos = AccountItem::of_account("rust-lang").newest_first().limit(20).send(&host).await?;
    println!("account:  {:?}", repos.items);
    Ok(())
}
