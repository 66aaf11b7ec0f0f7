//! Items that share an index key come in no particular order.

use std::collections::BTreeSet;

use keywright::read::Cursor;
use keywright_local::Local;

use super::design::*;

#[tokio::test]
async fn tied_items_are_returned_once_in_any_order() {
    for seed in 0..4 {
        let (_local, platform) = platform_on(Local::builder().permute_ties(seed).start()).await;
        let mut expected = BTreeSet::new();
        for number in 0..9 {
            let id = format!("t-{number}");
            platform.put(&threat(number / 6, &id)).await.unwrap();
            platform.put(&Note { brand: "abc".into(), at: hours(0), id: id.clone() }).await.unwrap();
            expected.insert(id);
        }
        for limit in [1, 2, 4] {
            let mut seen = Vec::new();
            let mut times = Vec::new();
            let mut cursor: Option<Cursor> = None;
            loop {
                let page = Threat::by_brand("abc").limit(limit).cursor(cursor).send(&platform).await.unwrap();
                times.extend(page.items.iter().map(|threat| threat.at));
                seen.extend(page.items.into_iter().map(|threat| threat.id));
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(seen.len(), expected.len(), "seed {seed}, limit {limit}: {seen:?}");
            assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), expected);
            assert!(times.is_sorted());
        }
    }
}
