//! A partition key that is spread over shards: a query reads all of them, whichever the writer chose.

use super::design::{HallItem, Return, Sale, shop};

#[tokio::test]
async fn every_shard_is_read_once() {
    let (local, shop) = shop().await;
    for id in 0..40 {
        shop.put(&Sale { hall: 1, id }).await.unwrap();
        shop.put(&Return { of: 1, id }).await.unwrap();
    }
    local.clear_operations();
    let page = HallItem::of_hall(1u8).send(&shop).await.unwrap();
    assert_eq!((page.items.len(), page.stats.lanes, page.stats.requests), (80, 4, 4));
    assert_eq!(page.stats.items_read, 80);
    assert_eq!(page.items[0], HallItem::Return(Return { of: 1, id: 0 }));
    assert_eq!(page.items[79], HallItem::Sale(Sale { hall: 1, id: 39 }));
}

#[tokio::test]
async fn few_items_are_read_for_a_small_page() {
    let (_local, shop) = shop().await;
    for id in 0..200 {
        shop.put(&Sale { hall: 1, id }).await.unwrap();
    }
    let page = HallItem::of_hall(1u8).limit(8).send(&shop).await.unwrap();
    let expected: Vec<_> = (0..8).map(|id| HallItem::Sale(Sale { hall: 1, id })).collect();
    assert_eq!(page.items, expected);
    assert!(page.stats.items_read < 60, "{:?}", page.stats);
}
