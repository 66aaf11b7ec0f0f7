//! Monthly buckets of an owner, and an index across the months: one partition, sorted, no scatter.

use crate::support::platform::*;
use crate::support::stored::{self, s};

/// Writes a threat every ten days for half a year, and some of a brand whose name has the same prefix.
async fn half_a_year() -> (keywright_local::Local, keywright::Handle<Platform>) {
    let (local, platform) = platform(7).await;
    for step in 0..18 {
        platform.put(&threat("abc", step * 240)).await.unwrap();
        platform.put(&threat("abcd", step * 240 + 1)).await.unwrap();
    }
    local.clear_operations();
    (local, platform)
}

#[tokio::test]
async fn each_month_of_a_brand_is_a_partition() {
    let (_local, platform) = half_a_year().await;
    let keys = stored::partition_keys(&platform).await;
    let months = ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];
    let expected = months.iter().flat_map(|month| [format!("THREAT#abc#{month}"), format!("THREAT#abcd#{month}")]);
    assert_eq!(keys, expected.collect());
}

#[tokio::test]
async fn the_index_reads_across_months_in_one_request() {
    let (local, platform) = half_a_year().await;
    let page = Threat::by_brand("abc").newest_first().send(&platform).await.unwrap();
    assert_eq!(page.items, (0..18).rev().map(|step| threat("abc", step * 240)).collect::<Vec<_>>());
    let operations = local.operations();
    assert_eq!((operations.len(), page.stats.lanes), (1, 1));
    assert_eq!(operations[0].index.as_deref(), Some("GSI1"));

    let query = platform.client().query().table_name("platform").index_name("GSI1");
    let query = query.key_condition_expression("GSI1PK = :pk AND begins_with(GSI1SK, :sk)");
    let query =
        query.expression_attribute_values(":pk", s("BRAND#abc")).expression_attribute_values(":sk", s("THREAT#"));
    let by_hand = query.scan_index_forward(false).send().await.unwrap();
    let ids: Vec<_> = by_hand.items().iter().map(|item| stored::text(item, "id")).collect();
    assert_eq!(ids, page.items.iter().map(|threat| threat.id.clone()).collect::<Vec<_>>());
}

#[tokio::test]
async fn index_pages_continue_across_months() {
    let (local, platform) = half_a_year().await;
    let first = Threat::by_brand("abc").limit(5).send(&platform).await.unwrap();
    let second = Threat::by_brand("abc").limit(50).cursor(first.cursor.unwrap()).send(&platform).await.unwrap();
    assert!(second.cursor.is_none());
    let both: Vec<_> = first.items.into_iter().chain(second.items).collect();
    assert_eq!(both, (0..18).map(|step| threat("abc", step * 240)).collect::<Vec<_>>());
    assert_eq!(local.requests(), 2);
}

#[tokio::test]
async fn table_range_reads_only_its_months() {
    let (local, platform) = half_a_year().await;
    let page = Threat::query("abc").between(hours(24 * 20)..hours(24 * 60)).send(&platform).await.unwrap();
    assert_eq!(page.items, [2, 3, 4, 5].map(|step| threat("abc", step * 240)));
    // From July 12 to August 21.
    assert_eq!((page.stats.lanes, local.requests()), (2, 2));
}

#[tokio::test]
async fn get_reads_one_item_by_its_key() {
    let (local, platform) = half_a_year().await;
    let found = platform.get(Threat::key("abc", hours(240), "t-240")).await.unwrap();
    assert_eq!(found, Some(threat("abc", 240)));
    assert_eq!(platform.get(Threat::key("abcd", hours(240), "t-240")).await.unwrap(), None);
    assert_eq!(local.requests(), 2);
}
