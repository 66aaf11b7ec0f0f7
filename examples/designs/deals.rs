//! A site of deals in one table: deals by day, brand and category, likes, watchers, and messages to them.
//!
//! The design is chapter 20 ("Big Time Deals") of Alex DeBrie's *The DynamoDB Book*. Run it with
//! `cargo run --example deals`.
//!
//! | Access pattern | Call |
//! |---|---|
//! | Create deals; import many | `site.create(&deal)`, `site.batch_put(&deals)` |
//! | A deal | `site.get(Deal::key(id))` |
//! | The newest deals, over as many days as it takes | `Deal::newest().between(since..now).newest_first().limit(25)` |
//! | The newest of a brand or a category, in upper or lower case | `Deal::by_brand("acme")`, `Deal::by_category("tools")` |
//! | Create a brand; all brands | [`create_brand`], `site.get(Brands::key())` |
//! | The deals featured in a category | `site.update(key).set(Category::FEATURED, deals)`, `site.get(Category::key(name))` |
//! | The deals featured on the front page | [`set_front_page`], [`front_page`] |
//! | Like a brand or a category, once, and count it | [`like`] |
//! | Watch a brand or a category; its watchers | `site.put(&watch)`, `Watch::query(topic, name)` |
//! | Send a message about a deal to all watchers of its brand | [`announce`] |
//! | A user's messages, without their bodies | `Message::query(user).newest_first().project::<Line>()` |
//! | A user's unread messages | `Message::unread(user).newest_first()` |
//! | Mark a message as read | `site.update(key).remove(Message::UNREAD_SINCE)` |
//! | All users, for a mailing | `site.scan::<User>().index("Users").segments(4)` |
//!
//! Three keys of the published design have only one value at a time, and do not compile:
//!
//! - `DEALS#<created_at:day>`: an import of 1,500 deals per second exceeds one partition's write limit (KW003). The
//!   index is spread over 3 shards, which `Deal::newest` reads as one ordered answer.
//! - `FRONTPAGE` (KW001): everyone reads it. More shards would not help, because a read visits all of them. Instead,
//!   there are [`COPIES`] equal items, and a reader takes any of them.
//! - `BRANDS` (KW001): here `allow_hot` says why one item will do.

#[path = "deals/schema.rs"]
pub(crate) mod schema;

use std::{error::Error, process::ExitCode};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;
use keywright::{Handle, ItemUpdate, Result};
use keywright_local::Local;
use keywright_tools::CommandLine;
use schema::*;

/// The number of copies of the front page. Each carries 3,000 strongly consistent reads of up to 4 KB per second.
pub(crate) const COPIES: u8 = 8;

/// Creates a brand and adds it to the list of all brands.
pub(crate) async fn create_brand(site: &Handle<Site>, name: &str) -> Result<()> {
    let brand = Brand { name: name.into(), likes: 0 };
    let listed = ItemUpdate::upsert(Brands::key()).add_to(Brands::NAMES, [name]);
    site.transaction().create(&brand).update(listed).await?;
    Ok(())
}

/// Features deals on the front page. All copies change at once.
pub(crate) async fn set_front_page(site: &Handle<Site>, featured: &[Featured]) -> Result<()> {
    let pages: Vec<_> = (0..COPIES).map(|copy| FrontPage { copy, featured: featured.into() }).collect();
    pages.iter().fold(site.transaction(), |sofar, page| sofar.put(page)).await?;
    Ok(())
}

/// Returns the front page, from one copy that depends on the visitor.
pub(crate) async fn front_page(site: &Handle<Site>, visitor: u64) -> Result<Vec<Featured>> {
    let copy = (visitor % u64::from(COPIES)) as u8;
    Ok(site.get(FrontPage::key(copy)).await?.map(|page| page.featured).unwrap_or_default())
}

/// Likes a brand or a category, unless the user already likes it. A repeated request within 10 minutes has no effect.
pub(crate) async fn like(site: &Handle<Site>, topic: Topic, name: &str, user: &str, request: &str) -> Result<()> {
    let like = Like { topic, name: name.into(), user: user.into() };
    let transaction = site.transaction().create(&like);
    let transaction = match topic {
        Topic::Brand => transaction.update(ItemUpdate::new(Brand::key(name)).add(Brand::LIKES, 1)),
        Topic::Category => transaction.update(ItemUpdate::new(Category::key(name)).add(Category::LIKES, 1)),
    };
    transaction.token(request).await?;
    Ok(())
}

/// Sends a message about a deal to all watchers of its brand. Returns the users whose message failed after retries.
pub(crate) async fn announce(site: &Handle<Site>, deal: &Deal) -> Result<Vec<String>> {
    let message = |watch: Watch| Message {
        user: watch.user,
        at: deal.created_at,
        deal: deal.id.clone(),
        subject: format!("New: {}", deal.title),
        body: format!("{} of {}, for {} cents", deal.title, deal.brand, deal.cents),
        unread_since: Some(deal.created_at),
    };
    let watchers = Watch::query(Topic::Brand, &deal.brand).stream(site).map_ok(message);
    let messages: Vec<_> = watchers.try_collect().await?;
    let report = site.batch_put(&messages).await?;
    Ok(report.leftovers.iter().map(|leftover| leftover.entity.user.clone()).collect())
}

fn main() -> std::result::Result<ExitCode, Box<dyn Error>> {
    if std::env::args().len() > 1 {
        let commands = CommandLine::<Site>::new().projection::<Line>();
        return Ok(commands.run());
    }
    example()?;
    Ok(ExitCode::SUCCESS)
}

#[tokio::main]
pub(crate) async fn example() -> std::result::Result<(), Box<dyn Error>> {
    let site = Local::start().open::<Site>("deals").await?;
    let now: DateTime<Utc> = "2026-06-22T12:00:00Z".parse()?;
    let since = now - TimeDelta::days(30);
    create_brand(&site, "Acme").await?;
    site.create(&Category { name: "tools".into(), likes: 0, featured: Vec::new() }).await?;
    let deal = |hours: i64, id: &str| Deal {
        id: id.into(),
        created_at: now - TimeDelta::hours(hours),
        title: format!("Anvil {id}"),
        brand: "Acme".into(),
        category: "Tools".into(),
        cents: 99_00,
    };
    let deals = [deal(100, "d-1"), deal(50, "d-2"), deal(1, "d-3")];
    println!("imported:   {} deals", site.batch_put(&deals).await?.written);

    println!("deal:       {:?}", site.get(Deal::key("d-1")).await?);
    let newest = Deal::newest().between(since..now).newest_first().limit(2).send(&site).await?;
    println!("newest:     {:?}\n            {:?}", newest.items, newest.stats);
    let of_brand = Deal::by_brand("ACME").between(since..now).newest_first().limit(25).send(&site).await?;
    println!("brand:      {} deals", of_brand.items.len());
    let of_category = Deal::by_category("tools").between(since..now).newest_first().limit(25).send(&site).await?;
    println!("category:   {} deals", of_category.items.len());
    println!("brands:     {:?}", site.get(Brands::key()).await?);

    let featured = [Featured { deal: "d-3".into(), title: "Anvil d-3".into() }];
    site.update(Category::key("tools")).set(Category::FEATURED, featured.to_vec()).await?;
    set_front_page(&site, &featured).await?;
    println!("front page: {:?}", front_page(&site, 4711).await?);
    like(&site, Topic::Category, "tools", "ann", "request-1").await?;
    like(&site, Topic::Category, "tools", "ann", "request-1").await?;
    if let Err(error) = like(&site, Topic::Category, "tools", "ann", "request-2").await {
        println!("again:      {error}");
    }
    println!("category:   {:?}", site.get(Category::key("tools")).await?);

    site.put(&User { name: "ann".into() }).await?;
    site.put(&Watch { topic: Topic::Brand, name: "Acme".into(), user: "ann".into() }).await?;
    println!("watchers:   {:?}", Watch::query(Topic::Brand, "Acme").send(&site).await?.items);
    for deal in &deals {
        println!("untold:     {:?}", announce(&site, deal).await?);
    }
    site.update(Message::key("ann", deals[0].created_at, "d-1")).remove(Message::UNREAD_SINCE).await?;
    println!("messages:   {:?}", Message::query("ann").newest_first().project::<Line>().send(&site).await?.items);
    println!("unread:     {:?}", Message::unread("ann").newest_first().send(&site).await?.items);
    println!("users:      {:?}", site.scan::<User>().index("Users").segments(4).await?);
    Ok(())
}
