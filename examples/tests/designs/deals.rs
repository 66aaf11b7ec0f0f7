//! Deals, brands, categories, the front page, likes, watchers, messages and users.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{ErrorKind, Handle};
use keywright_local::Local;

use super::{
    at,
    deals::{schema::*, *},
    refused, table,
};

/// The number of deals, one every 20 minutes, on three days in total.
const DEALS: u32 = 150;

fn time(number: u32) -> DateTime<Utc> {
    at(0) + TimeDelta::minutes(20) * number as i32
}

fn deal(number: u32) -> Deal {
    let brand = if number.is_multiple_of(7) { "Acme" } else { "Acme Two" };
    let category = if number.is_multiple_of(2) { "Tools" } else { "toys" };
    let (id, title) = (format!("d-{number}"), format!("Anvil {number}"));
    Deal { id, created_at: time(number), title, brand: brand.into(), category: category.into(), cents: 100 }
}

async fn site() -> (Local, Handle<Site>) {
    let (local, site) = table::<Site>().await;
    create_brand(&site, "Acme").await.unwrap();
    let category = Category { name: "tools".into(), likes: 0, featured: Vec::new() };
    site.create(&category).await.unwrap();
    local.clear_operations();
    (local, site)
}

async fn site_with_deals() -> (Local, Handle<Site>) {
    let (local, site) = site().await;
    let deals: Vec<_> = (0..DEALS).map(deal).collect();
    assert!(site.batch_put(&deals).await.unwrap().is_complete());
    local.clear_operations();
    (local, site)
}

#[tokio::test]
async fn newest_deals_are_read_in_order_across_shards_and_days() {
    let (_local, site) = site_with_deals().await;
    let newest = || Deal::newest().between(time(0)..time(DEALS)).newest_first().limit(40);
    let page = newest().send(&site).await.unwrap();
    assert_eq!(page.items, (DEALS - 40..DEALS).rev().map(deal).collect::<Vec<_>>());
    assert_eq!(page.stats.buckets, 1, "the last day has 42");
    let mut items = page.items;
    let mut cursor = page.cursor;
    while cursor.is_some() {
        let page = newest().cursor(cursor).send(&site).await.unwrap();
        items.extend(page.items);
        cursor = page.cursor;
    }
    assert_eq!(items, (0..DEALS).rev().map(deal).collect::<Vec<_>>());
    let plan = Deal::newest().between(time(0)..time(DEALS)).explain().unwrap();
    assert_eq!(plan.lanes().count(), 3 * 3, "{plan}");
    assert_eq!(site.get(Deal::key("d-17")).await.unwrap(), Some(deal(17)));
}

#[tokio::test]
async fn deals_are_read_by_brand_and_category_in_any_case() {
    let (_local, site) = site_with_deals().await;
    let all = || time(0)..time(DEALS);
    for brand in ["Acme", "ACME", "acme"] {
        let page = Deal::by_brand(brand).between(all()).newest_first().limit(10).send(&site).await.unwrap();
        let expected = (0..DEALS).rev().filter(|number| number.is_multiple_of(7)).take(10);
        assert_eq!(page.items, expected.map(deal).collect::<Vec<_>>());
    }
    let toys = Deal::by_category("Toys").between(time(10)..time(20)).send(&site).await.unwrap();
    assert_eq!(toys.items, [11, 13, 15, 17, 19].map(deal));
    assert_eq!(Deal::by_brand("Ac").between(all()).count(&site).await.unwrap().items, 0);
}

#[tokio::test]
async fn a_brand_is_created_once_and_listed() {
    let (_local, site) = site().await;
    create_brand(&site, "Zeta").await.unwrap();
    assert_eq!(refused(&create_brand(&site, "Acme").await.unwrap_err()), [0]);
    let brands = site.get(Brands::key()).await.unwrap().unwrap();
    assert_eq!(brands.names, ["Acme".to_owned(), "Zeta".to_owned()].into());
    assert_eq!(site.get(Brand::key("Zeta")).await.unwrap(), Some(Brand { name: "Zeta".into(), likes: 0 }));
}

#[tokio::test]
async fn editors_feature_deals_in_categories_and_on_every_copy_of_the_front_page() {
    let (_local, site) = site().await;
    let featured = |deals: &[&str]| -> Vec<_> {
        deals.iter().map(|deal| Featured { deal: (*deal).into(), title: format!("about {deal}") }).collect()
    };
    assert_eq!(front_page(&site, 3).await.unwrap(), []);
    for deals in [featured(&["d-1"]), featured(&["d-2", "d-3"])] {
        set_front_page(&site, &deals).await.unwrap();
        for visitor in 0..2 * u64::from(COPIES) {
            assert_eq!(front_page(&site, visitor).await.unwrap(), deals);
        }
    }
    site.update(Category::key("tools")).set(Category::FEATURED, featured(&["d-4"])).await.unwrap();
    assert_eq!(site.get(Category::key("tools")).await.unwrap().unwrap().featured, featured(&["d-4"]));
    assert_eq!(front_page(&site, 0).await.unwrap(), featured(&["d-2", "d-3"]));
    let none = site.update(Category::key("toys")).set(Category::FEATURED, featured(&["d-4"])).await.unwrap_err();
    assert_eq!(none.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_user_likes_a_topic_once() {
    let (_local, site) = site().await;
    for _ in 0..3 {
        like(&site, Topic::Brand, "Acme", "ann", "request-1").await.unwrap();
    }
    let again = like(&site, Topic::Brand, "Acme", "ann", "request-2").await.unwrap_err();
    assert_eq!(refused(&again), [0]);
    like(&site, Topic::Brand, "Acme", "bob", "request-3").await.unwrap();
    like(&site, Topic::Category, "tools", "ann", "request-4").await.unwrap();
    let other = like(&site, Topic::Category, "tools", "bob", "request-4").await.unwrap_err();
    assert_eq!(other.kind(), ErrorKind::TokenReused);
    assert_eq!(site.get(Brand::key("Acme")).await.unwrap().unwrap().likes, 2);
    assert_eq!(site.get(Category::key("tools")).await.unwrap().unwrap().likes, 1);
    assert_eq!(refused(&like(&site, Topic::Category, "Acme", "ann", "request-5").await.unwrap_err()), [1]);
    assert_eq!(site.get(Like::key(Topic::Category, "Acme", "ann")).await.unwrap(), None);
}

/// Ann and Bob watch the brand. Ann also watches a category of the same name, and Eve watches another brand.
async fn watched(site: &Handle<Site>) {
    let watches = [
        (Topic::Brand, "Acme", "bob"),
        (Topic::Category, "Acme", "ann"),
        (Topic::Brand, "Acme", "ann"),
        (Topic::Brand, "Acme Two", "eve"),
    ];
    for (topic, name, user) in watches {
        site.put(&Watch { topic, name: name.into(), user: user.into() }).await.unwrap();
    }
}

#[tokio::test]
async fn a_new_deal_is_announced_to_the_watchers_of_its_topics() {
    let (_local, site) = site().await;
    watched(&site).await;
    let watchers = Watch::query(Topic::Brand, "Acme").send(&site).await.unwrap();
    assert_eq!(watchers.items.iter().map(|watch| watch.user.as_str()).collect::<Vec<_>>(), ["ann", "bob"]);
    assert!(announce(&site, &deal(7)).await.unwrap().is_empty());
    for (user, messages) in [("ann", 1), ("bob", 1), ("eve", 0)] {
        assert_eq!(Message::query(user).count(&site).await.unwrap().items, messages, "{user}");
    }
}

#[tokio::test]
async fn read_messages_leave_the_sparse_index_of_unread_messages() {
    let (local, site) = site().await;
    watched(&site).await;
    for number in [7, 0, 14] {
        announce(&site, &deal(number)).await.unwrap();
    }
    site.update(Message::key("ann", time(7), "d-7")).remove(Message::UNREAD_SINCE).await.unwrap();
    local.clear_operations();
    let unread = async |user| {
        let page = Message::unread(user).newest_first().send(&site).await.unwrap();
        (page.items.into_iter().map(|message| message.deal).collect::<Vec<_>>(), page.stats.items_read)
    };
    assert_eq!(unread("ann").await, (vec!["d-14".into(), "d-0".into()], 2), "read ones are not looked at");
    assert_eq!(unread("bob").await.0, ["d-14", "d-7", "d-0"]);

    let lines = Message::query("ann").newest_first().project::<Line>().send(&site);
    let sent = lines.params().unwrap().remove(0).expression_attribute_names.unwrap();
    assert!(sent.values().any(|name| name == "subject") && sent.values().all(|name| name != "body"), "{sent:?}");
    let line = |number, is_unread: bool| Line {
        at: time(number),
        subject: format!("New: Anvil {number}"),
        unread_since: is_unread.then(|| time(number)),
    };
    assert_eq!(lines.await.unwrap().items, [line(14, true), line(7, false), line(0, true)]);
}

#[tokio::test]
async fn scanning_the_index_reads_only_users() {
    let (_local, site) = site_with_deals().await;
    for user in 0..20 {
        site.put(&User { name: format!("user-{user}") }).await.unwrap();
    }
    let page = site.scan::<User>().index("Users").segments(4).await.unwrap();
    let mut names: Vec<_> = page.items.into_iter().map(|user| user.name).collect();
    names.sort_by_key(|name| name.trim_start_matches("user-").parse::<u32>().unwrap());
    assert_eq!(names, (0..20).map(|user| format!("user-{user}")).collect::<Vec<_>>());
    assert_eq!(page.stats.items_read, 20);
}
