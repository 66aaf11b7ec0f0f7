//! A collection key that stays small, accepted with its reason: `BRAND_INDEX`.

use keywright::{Entity as _, read::Cursor};
use keywright_tools::access_patterns;

use crate::support::platform::*;
use crate::support::stored;

#[tokio::test]
async fn all_brands_share_one_index_partition() {
    let (local, platform) = platform(3).await;
    for (id, name) in [("b-1", "Zeta"), ("b-2", "Alpha"), ("b-3", "Beta")] {
        platform.put(&brand(id, name)).await.unwrap();
    }
    for item in stored::items(&platform).await {
        assert_eq!(stored::text(&item, "GSI1PK"), "BRAND_INDEX");
        assert_eq!(stored::text(&item, "GSI1SK"), stored::text(&item, "name"));
    }
    local.clear_operations();
    let page = Brand::all().send(&platform).await.unwrap();
    assert_eq!(page.items, [brand("b-2", "Alpha"), brand("b-3", "Beta"), brand("b-1", "Zeta")]);
    assert_eq!((page.stats.lanes, local.requests()), (1, 1));
}

#[tokio::test]
async fn brands_with_equal_names_are_returned_once() {
    for seed in 0..6 {
        let (_local, platform) = platform(seed).await;
        for number in 0..7 {
            platform.put(&brand(&format!("b-{number}"), if number < 5 { "Acme" } else { "Bell" })).await.unwrap();
        }
        let (mut ids, mut names, mut cursor) = (Vec::new(), Vec::new(), None::<Cursor>);
        loop {
            let page = Brand::all().limit(2).cursor(cursor).send(&platform).await.unwrap();
            names.extend(page.items.iter().map(|brand| brand.name.clone()));
            ids.extend(page.items.into_iter().map(|brand| brand.id));
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(names, ["Acme", "Acme", "Acme", "Acme", "Acme", "Bell", "Bell"]);
        ids.sort_unstable();
        assert_eq!(ids, ["b-0", "b-1", "b-2", "b-3", "b-4", "b-5", "b-6"], "seed {seed}");
    }
}

#[test]
fn reason_for_the_hot_key_is_documented() {
    assert_eq!(Brand::SCHEMA.keys[1].allow_hot, Some("50 a day"));
    let page = access_patterns::markdown::<Platform>("platform");
    let risks = page.split("## ").find(|section| section.starts_with("Risks")).unwrap();
    assert!(risks.contains("- `Brand` on GSI1: `BRAND_INDEX`: may be hot, accepted: 50 a day\n"), "{risks}");
}
