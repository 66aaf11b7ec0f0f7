//! Cursors that are damaged or belong to other queries.

use keywright::{ErrorKind, read::Cursor};

use crate::support::shop::*;

async fn cursor() -> (keywright_local::Local, keywright::Handle<Shop>, Cursor) {
    let (local, shop) = shop().await;
    let orders: Vec<_> = (0..10).map(|at| Order { clerk: Some("ann".into()), ..order(&at.to_string()) }).collect();
    assert!(shop.batch_put(&orders).await.unwrap().is_complete());
    let cursor = Order::by_clerk("ann").limit(3).send(&shop).await.unwrap().cursor.unwrap();
    local.clear_operations();
    (local, shop, cursor)
}

#[tokio::test]
async fn modified_cursor_text_is_rejected() {
    let (_local, _shop, cursor) = cursor().await;
    let text = cursor.to_string();
    assert_eq!(text.parse::<Cursor>().unwrap(), cursor);
    // The first twelve characters contain the total length.
    for end in 0..text.len() {
        let expected = if end < 12 { ErrorKind::CursorMalformed } else { ErrorKind::CursorTruncated };
        assert_eq!(text[..end].parse::<Cursor>().unwrap_err().kind(), expected, "{end} of {}", text.len());
    }
    let mut damaged = vec![format!("{text}="), format!(" {text}"), format!("{text}A"), "garbage!".into()];
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        damaged.push(String::from_utf8(bytes).unwrap());
    }
    for text in damaged {
        assert_eq!(text.parse::<Cursor>().unwrap_err().kind(), ErrorKind::CursorMalformed, "{text}");
    }
}

#[tokio::test]
async fn cursor_of_another_query_is_rejected() {
    let (local, shop, cursor) = cursor().await;
    for error in [
        Order::by_clerk("bob").cursor(cursor.clone()).send(&shop).await.unwrap_err(),
        Order::by_clerk("ann").newest_first().cursor(cursor.clone()).send(&shop).await.unwrap_err(),
        Order::by_clerk("ann").then(noon()).cursor(cursor.clone()).send(&shop).await.unwrap_err(),
        Order::query("ann").cursor(cursor.clone()).send(&shop).await.unwrap_err(),
        Click::query().between(noon()..).cursor(cursor.clone()).send(&shop).await.map(drop).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
    }
    assert_eq!(local.requests(), 0);
    let rest = Order::by_clerk("ann").limit(99).cursor(cursor).send(&shop).await.unwrap();
    assert_eq!(rest.items.len(), 7);
}
