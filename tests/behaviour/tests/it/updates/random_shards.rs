//! Items of randomly sharded entities are named by their location.

use keywright::ErrorKind;

use super::design::*;

#[tokio::test]
async fn a_located_item_is_updated_in_its_shard() {
    let (_local, shop) = shop().await;
    for seconds in 0..8 {
        let call = Call { agent: "max".into(), at: at(i64::from(seconds)), topic: "bill".into(), seconds };
        shop.put(&call).await.unwrap();
    }
    let located = Call::query("max").limit(100).located().send(&shop).await.unwrap();
    assert_eq!(located.items.len(), 8);
    for call in &located.items {
        shop.update(call).set(Call::TOPIC, "refund").add(Call::SECONDS, 100).await.unwrap();
    }
    let calls = Call::query("max").limit(100).located().send(&shop).await.unwrap().items;
    for (place, (call, before)) in calls.iter().zip(&located.items).enumerate() {
        assert_eq!((&call.key, call.item.seconds), (&before.key, 100 + u32::try_from(place).unwrap()));
    }
    let of = |topic: &'static str| {
        let shop = shop.clone();
        async move { Call::by_topic(topic).limit(100).send(&shop).await.unwrap().items.len() }
    };
    assert_eq!((of("bill").await, of("refund").await), (0, 8));
}

#[tokio::test]
async fn key_with_an_invalid_shard_is_rejected() {
    let (local, shop) = shop().await;
    let call = Call { agent: "max".into(), at: at(0), topic: "bill".into(), seconds: 1 };
    let put = shop.put(&call).await.unwrap();
    local.clear_operations();
    let error = shop.update(Call::key_in_shard(9, "max", at(0))).add(Call::SECONDS, 1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    assert_eq!(local.requests(), 0);
    let call = shop.update(put.key(&call)).add(Call::SECONDS, 1).returning().await.unwrap();
    assert_eq!(call.seconds, 2);
}
