//! A lane that cannot be read fails the page, or is named in a partial one.

use keywright::{ErrorKind, collection::Collection as _};
use keywright_local::{Failure, Faults, Rule};

use super::design::{HallItem, Return, Sale, shop};

#[tokio::test(start_paused = true)]
async fn partial_page_cursor_resumes_with_the_failed_lane() {
    let (local, shop) = shop().await;
    for id in 0..20 {
        shop.put(&Sale { hall: 1, id }).await.unwrap();
        shop.put(&Return { of: 1, id }).await.unwrap();
    }
    let whole = HallItem::of_hall(1u8).send(&shop).await.unwrap().items;
    assert_eq!((whole.len(), HallItem::SCHEMA.entities.len()), (40, 2));
    let broken = Failure::ServiceUnavailable { carried_out: false };
    local.set_faults(Faults::seeded(0).rule(Rule::all().lane("HALL#1#2").fail(broken)));

    let error = HallItem::of_hall(1u8).send(&shop).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::Service, Some("HALL#1#2")));
    let page = HallItem::of_hall(1u8).send(&shop).partial().await.unwrap();
    assert_eq!(page.failed.len(), 1);
    assert_eq!(page.failed[0].partition_key.to_string(), "HALL#1#2");
    local.clear_faults();
    let rest = HallItem::of_hall(1u8).cursor(page.cursor).send(&shop).await.unwrap();
    assert!(rest.cursor.is_none() && !rest.items.is_empty());
    let mut all: Vec<_> = page.items.into_iter().chain(rest.items).collect();
    all.sort_by_key(|item| whole.iter().position(|other| other == item));
    assert_eq!(all, whole);
}
