//! Projections, hydration, collections and mixed reads also hide expired items. Streams do not.

use keywright::streams::{Change, StreamEvent};
use serde_json::json;

use super::design::*;

#[tokio::test]
async fn projections_also_read_the_ttl() {
    let (_local, store) = store().await;
    two_sessions(&store).await;
    let listed = |id| Listed { id, device: "phone".into() };
    let get = |id: u32| store.get(Session::key("ann", id)).project::<Listed>();
    assert_eq!(get(1).await.unwrap(), None);
    assert_eq!(get(1).include_expired().await.unwrap(), Some(listed(1)));
    assert_eq!(get(2).await.unwrap(), Some(listed(2)));
    let batch = || store.batch_get([1_u32, 2].map(|id| Session::key("ann", id))).project::<Listed>();
    assert_eq!(batch().await.unwrap(), [None, Some(listed(2))]);
    assert_eq!(batch().include_expired().await.unwrap(), [Some(listed(1)), Some(listed(2))]);
    let early = store.batch_get([Session::key("ann", 1_u32)]).include_expired().project::<Listed>();
    assert_eq!(early.await.unwrap(), [Some(listed(1))]);
    let page = Session::query("ann").project::<Listed>().send(&store).await.unwrap();
    assert_eq!((page.items, page.stats.expired), (vec![listed(2)], 1));
}

#[tokio::test]
async fn projection_reads_the_ttl_in_its_field_type() {
    let (_local, store) = store().await;
    let (_, alive) = two_sessions(&store).await;
    let end = End { id: 2, expires_at: alive.expires_at };
    assert_eq!(store.get(Session::key("ann", 2_u32)).project::<End>().await.unwrap(), Some(end.clone()));
    let page = Session::ends_by_device("phone").project::<End>().send(&store).await.unwrap();
    assert_eq!(page.items, [end]);
}

#[tokio::test]
async fn hydration_checks_the_ttl_in_the_table_if_not_in_the_index() {
    let (_local, store) = store().await;
    let (_, alive) = two_sessions(&store).await;
    for query in [Session::keys_by_device("phone").hydrate(), Session::keys_by_device("phone").limit(9).hydrate()] {
        let page = query.send(&store).await.unwrap();
        assert_eq!((page.items, page.stats.expired), (vec![alive.clone()], 1));
    }
    let page = Session::ends_by_device("phone").hydrate().send(&store).await.unwrap();
    assert_eq!((page.items, page.stats.expired), (vec![alive], 1));
    let all = Session::keys_by_device("phone").include_expired().hydrate().send(&store).await.unwrap();
    assert_eq!((all.items.len(), all.stats.expired), (2, 0));
}

#[tokio::test]
async fn collections_hide_expired_items_per_entity() {
    let (_local, store) = store().await;
    let (_, alive) = two_sessions(&store).await;
    let user = User { user: "ann".into() };
    store.put(&user).await.unwrap();
    let page = UserItem::of_user("ann").send(&store).await.unwrap();
    assert_eq!(page.items, [UserItem::Session(alive), UserItem::User(user)]);
    assert_eq!(page.stats.expired, 1);
    let all = UserItem::of_user("ann").include_expired().send(&store).await.unwrap();
    assert_eq!((all.items.len(), all.stats.expired), (3, 0));
}

#[tokio::test]
async fn mixed_and_transactional_reads_hide_expired_items() {
    let (_local, store) = store().await;
    let (over, alive) = two_sessions(&store).await;
    let user = User { user: "ann".into() };
    store.put(&user).await.unwrap();
    let keys = || ([1_u32, 2].map(|id| Session::key("ann", id)), [User::key("ann")]);
    let (sessions, users) = store.batch_get_mixed(keys()).await.unwrap();
    assert_eq!((sessions, users), (vec![None, Some(alive.clone())], vec![Some(user.clone())]));
    let (sessions, _) = store.batch_get_mixed(keys()).include_expired().await.unwrap();
    assert_eq!(sessions, [Some(over.clone()), Some(alive.clone())]);
    let (reports, _) = store.batch_get_mixed(keys()).partial().await.unwrap();
    assert_eq!(reports.items, [None, Some(alive.clone())]);
    let keys = || (Session::key("ann", 1_u32), Session::key("ann", 2_u32), User::key("ann"));
    let read = store.transaction_get(keys()).await.unwrap();
    assert_eq!(read, (None, Some(alive.clone()), Some(user.clone())));
    let read = store.transaction_get(keys()).include_expired().await.unwrap();
    assert_eq!(read, (Some(over), Some(alive), Some(user)));
}

#[tokio::test]
async fn stream_records_decode_expired_items() {
    let over = session(1, seconds(-2));
    let keys = json!({"PK": {"S": "USER#ann"}, "SK": {"S": "SESSION#0000000001"}});
    let mut image = json!({
        "_et": {"S": "Session"}, "user": {"S": "ann"}, "id": {"N": "1"}, "device": {"S": "phone"},
        "expires_at": {"N": over.expires_at.timestamp().to_string()},
    });
    image.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    let images = json!({"Keys": keys, "StreamViewType": "NEW_AND_OLD_IMAGES", "OldImage": image});
    let event = json!({"Records": [{"eventName": "REMOVE", "eventSource": "aws:dynamodb", "dynamodb": images}]});
    let event: StreamEvent = serde_json::from_value(event).unwrap();
    assert_eq!(event.records[0].change::<Session>().unwrap(), Some(Change::Removed(over)));
}
