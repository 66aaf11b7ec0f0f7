//! Accounts, repositories, issues, pull requests, comments, reactions, stars and forks.

use keywright::{ErrorKind, Handle};

use super::{
    at, refused, table,
    version_control::{schema::*, *},
};

/// Creates two organizations, two users, and three repositories with a common prefix in their names.
async fn host() -> (keywright_local::Local, Handle<Host>) {
    let (local, host) = table::<Host>().await;
    for name in ["rust", "rusty", "ann", "bob"] {
        let kind = if name.starts_with("rust") { AccountKind::Organization } else { AccountKind::User };
        host.create(&Account { name: name.into(), kind }).await.unwrap();
    }
    for (minute, name) in ["rustc", "rust", "rustup"].into_iter().enumerate() {
        host.create(&repository("rust", name, at(minute as i64))).await.unwrap();
    }
    host.create(&repository("rusty", "rust", at(9))).await.unwrap();
    local.clear_operations();
    (local, host)
}

async fn stored(host: &Handle<Host>, name: &str) -> Repo {
    host.get(Repo::key("rust", name)).await.unwrap().unwrap()
}

async fn open_issues(host: &Handle<Host>, owner: &str, repo: &str, count: u32) -> Vec<Issue> {
    let mut issues = Vec::new();
    for _ in 0..count {
        let number = next_number(host, owner, repo).await.unwrap();
        let title = format!("{owner}/{repo} {number}");
        let issue = Issue { owner: owner.into(), repo: repo.into(), number, status: Status::Open, title };
        host.create(&issue).await.unwrap();
        issues.push(issue);
    }
    issues
}

async fn open_pull(host: &Handle<Host>, owner: &str, repo: &str) -> PullRequest {
    let number = next_number(host, owner, repo).await.unwrap();
    let pull = PullRequest { owner: owner.into(), repo: repo.into(), number, status: Status::Open };
    host.create(&pull).await.unwrap();
    pull
}

#[tokio::test]
async fn users_and_organizations_share_unique_names() {
    let (_local, host) = host().await;
    let error = host.create(&Account { name: "rust".into(), kind: AccountKind::User }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert_eq!(host.get(Account::key("rust")).await.unwrap().unwrap().kind, AccountKind::Organization);
}

#[tokio::test]
async fn existing_users_join_existing_organizations_once() {
    let (_local, host) = host().await;
    for (organization, user) in [("rust", "bob"), ("rust", "ann"), ("rusty", "ann")] {
        join(&host, organization, user).await.unwrap();
    }
    let rust = Organization::query("rust").send(&host).await.unwrap().unwrap();
    assert_eq!(rust.account.name, "rust");
    assert_eq!(rust.members.iter().map(|member| &member.user).collect::<Vec<_>>(), ["ann", "bob"]);
    assert_eq!(refused(&join(&host, "ann", "bob").await.unwrap_err()), [0], "no organization");
    assert_eq!(refused(&join(&host, "rust", "eve").await.unwrap_err()), [1], "no such user");
    assert_eq!(refused(&join(&host, "rust", "ann").await.unwrap_err()), [2], "twice");
}

#[tokio::test]
async fn an_account_is_followed_by_its_latest_pushed_repositories() {
    let (local, host) = host().await;
    let names = async || {
        let page = AccountItem::of_account("rust").newest_first().limit(3).send(&host).await.unwrap();
        let name = |item| match item {
            AccountItem::Account(account) => format!("account {}", account.name),
            AccountItem::Repo(repo) => repo.name,
        };
        page.items.into_iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names().await, ["account rust", "rustup", "rust"]);
    assert_eq!(local.requests(), 1);
    let pull = open_pull(&host, "rust", "rustc").await;
    merge(&host, &pull, at(5)).await.unwrap();
    assert_eq!(names().await, ["account rust", "rustc", "rustup"]);
}

#[tokio::test]
async fn a_repository_and_its_newest_issues_are_one_request() {
    let (local, host) = host().await;
    let issues = open_issues(&host, "rust", "rust", 11).await;
    open_issues(&host, "rust", "rustc", 2).await;
    open_issues(&host, "rusty", "rust", 3).await;
    open_pull(&host, "rust", "rust").await;
    star(&host, "rust", "rust", "ann").await.unwrap();
    local.clear_operations();
    let page = RepoItem::of_repo("rust", "rust").newest_first().limit(4).send(&host).await.unwrap();
    let [repo, newest @ ..] = page.items.as_slice() else { panic!() };
    assert_eq!(*repo, RepoItem::Repo(stored(&host, "rust").await));
    assert!(newest.iter().eq([&issues[10], &issues[9], &issues[8]].map(|issue| RepoItem::Issue(issue.clone())).iter()));
    assert_eq!(page.stats.requests, 1);
}

#[tokio::test]
async fn issues_are_read_by_their_status() {
    let (_local, host) = host().await;
    let issues = open_issues(&host, "rust", "rust", 3).await;
    open_issues(&host, "rusty", "rust", 1).await;
    let close = host.update(Issue::key("rust", "rust", 2_u32)).set(Issue::STATUS, Status::Closed);
    close.when(Issue::STATUS.eq(Status::Open)).await.unwrap().applied().unwrap();
    let read = async |status| Issue::by_status("rust", "rust", status).newest_first().send(&host).await.unwrap().items;
    assert_eq!(read(Status::Open).await, [issues[2].clone(), issues[0].clone()]);
    assert_eq!(read(Status::Closed).await, [Issue { status: Status::Closed, ..issues[1].clone() }]);
}

#[tokio::test]
async fn issues_and_pull_requests_share_their_numbers() {
    let (_local, host) = host().await;
    open_issues(&host, "rust", "rust", 2).await;
    let third = open_pull(&host, "rust", "rust").await;
    let fourth = open_pull(&host, "rust", "rust").await;
    let elsewhere = open_pull(&host, "rust", "rustc").await;
    assert_eq!([third.number, fourth.number, elsewhere.number], [3, 4, 1]);
    let pulls = RepoWithPulls::of_repo("rust", "rust").send(&host).await.unwrap().unwrap();
    assert_eq!(pulls, RepoWithPulls { repo: stored(&host, "rust").await, pulls: vec![third, fourth] });
    assert_eq!(next_number(&host, "rust", "none").await.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_pull_request_is_merged_and_counted_once() {
    let (_local, host) = host().await;
    let pull = open_pull(&host, "rust", "rust").await;
    merge(&host, &pull, at(10)).await.unwrap();
    assert_eq!(refused(&merge(&host, &pull, at(20)).await.unwrap_err()), [0]);
    let repo = stored(&host, "rust").await;
    assert_eq!((repo.merged, repo.pushed_at), (1, at(10)));
    let merged = host.get(PullRequest::key("rust", "rust", 1_u32)).await.unwrap().unwrap();
    assert_eq!(merged.status, Status::Merged);
    assert_eq!(stored(&host, "rustc").await.merged, 0);
}

#[tokio::test]
async fn comments_are_sorted_by_time() {
    let (_local, host) = host().await;
    let comment = |number, minute, author: &str| {
        let (owner, repo, author) = ("rust".into(), "rust".into(), author.into());
        Comment { owner, repo, number, at: at(minute), author, text: format!("at {minute}") }
    };
    for (number, minute) in [(1, 20), (11, 1), (1, 3), (1, 100)] {
        host.create(&comment(number, minute, "ann")).await.unwrap();
    }
    let read = Comment::query("rust", "rust", 1_u32).send(&host).await.unwrap();
    assert_eq!(read.items, [3, 20, 100].map(|minute| comment(1, minute, "ann")));
}

#[tokio::test]
async fn a_user_reacts_to_an_issue_with_several_emoji() {
    let (_local, host) = host().await;
    let key = |user: &str| Reaction::key("rust", "rust", 1_u32, user);
    for emoji in ["heart", "eyes", "heart"] {
        host.upsert(key("ann")).add_to(Reaction::EMOJI, [emoji]).await.unwrap();
    }
    host.upsert(key("bob")).add_to(Reaction::EMOJI, ["rocket"]).await.unwrap();
    let ann = host.get(key("ann")).await.unwrap().unwrap();
    assert_eq!((ann.user.as_str(), ann.emoji), ("ann", ["eyes".to_owned(), "heart".to_owned()].into()));
    host.update(key("ann")).take_from(Reaction::EMOJI, ["heart", "eyes"]).await.unwrap();
    assert!(host.get(key("ann")).await.unwrap().unwrap().emoji.is_empty());
}

#[tokio::test]
async fn a_user_stars_a_repository_once() {
    let (_local, host) = host().await;
    for (repo, user) in [("rust", "bob"), ("rustc", "ann"), ("rust", "ann")] {
        star(&host, "rust", repo, user).await.unwrap();
    }
    assert_eq!(refused(&star(&host, "rust", "rust", "ann").await.unwrap_err()), [0]);
    assert_eq!(refused(&star(&host, "rust", "none", "ann").await.unwrap_err()), [1]);
    let stars = Star::query("rust", "rust").send(&host).await.unwrap();
    assert_eq!(stars.items.iter().map(|star| star.user.as_str()).collect::<Vec<_>>(), ["ann", "bob"]);
    assert_eq!((stored(&host, "rust").await.stars, stored(&host, "rustc").await.stars), (2, 1));
}

#[tokio::test]
async fn forks_are_listed_under_their_source_repository() {
    let (_local, host) = host().await;
    let source = stored(&host, "rust").await;
    let of_bob = fork(&host, &source, "bob", at(1)).await.unwrap();
    let of_ann = fork(&host, &source, "ann", at(2)).await.unwrap();
    assert_eq!(refused(&fork(&host, &source, "ann", at(3)).await.unwrap_err()), [0]);
    let of_fork = fork(&host, &of_ann, "rusty", at(4)).await.unwrap_err();
    assert_eq!(refused(&of_fork), [0], "rusty has a repository of the name");
    let forks = Repo::forks("rust", "rust").send(&host).await.unwrap();
    assert_eq!(forks.items, [of_ann, of_bob]);
    assert_eq!(stored(&host, "rust").await.forks, 2);
    assert_eq!(Repo::forks("rust", "rustc").count(&host).await.unwrap().items, 0);
}
