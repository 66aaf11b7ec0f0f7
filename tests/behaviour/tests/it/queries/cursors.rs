//! Page by page.

use keywright::{
    ErrorKind,
    read::{Cursor, CursorKeys},
};

use super::design::*;

#[tokio::test]
async fn pages_together_equal_one_full_read() {
    let (_local, platform) = with_logs(24).await;
    for newest_first in [false, true] {
        for limit in [1, 3, 7] {
            let query = || {
                let query = OpsLog::query().between(hours(0)..hours(72)).limit(limit);
                if newest_first { query.newest_first() } else { query }
            };
            let mut items = Vec::new();
            let mut cursor: Option<Cursor> = None;
            loop {
                let page = query().cursor(cursor).send(&platform).await.unwrap();
                assert!(page.items.len() <= limit);
                items.extend(page.items);
                // As text, like in a web page.
                cursor = page.cursor.map(|cursor| cursor.to_string().parse().unwrap());
                if cursor.is_none() {
                    break;
                }
            }
            let mut expected: Vec<_> = (0..24).map(|step| log(step * 3)).collect();
            if newest_first {
                expected.reverse();
            }
            assert_eq!(items, expected, "limit {limit}");
        }
    }
}

#[tokio::test]
async fn clients_can_hold_sealed_cursors() {
    let (_local, platform) = with_logs(24).await;
    let signing = || CursorKeys::new("2026", [7; 32]).unwrap();
    for keys in [signing(), signing().encrypting()] {
        let mut items = Vec::new();
        let mut text: Option<String> = None;
        loop {
            let cursor = text.map(|text| keys.open(&text).unwrap());
            let page = OpsLog::query().between(hours(0)..hours(72)).limit(7).cursor(cursor).send(&platform).await;
            let page = page.unwrap();
            items.extend(page.items);
            text = page.cursor.map(|cursor| keys.seal(&cursor));
            let Some(text) = &text else { break };
            assert_eq!(text.parse::<Cursor>().unwrap_err().kind(), ErrorKind::CursorMalformed);
            let older = CursorKeys::new("2027", [8; 32]).unwrap();
            assert_eq!(older.open(text).unwrap_err().kind(), ErrorKind::CursorOutdated);
        }
        assert_eq!(items, (0..24).map(|step| log(step * 3)).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn resume_keeps_the_range_of_the_first_page() {
    let (_local, platform) = with_logs(8).await;
    let first = OpsLog::query().between(hours(0)..hours(12)).limit(2).send(&platform).await.unwrap();
    let moved = || OpsLog::query().between(hours(6)..hours(18));
    let refused = moved().cursor(first.cursor.clone()).send(&platform).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::CursorForeign);
    let moved = moved().resume(first.cursor).send(&platform).await.unwrap();
    assert_eq!(moved.items, [log(6), log(9)]);
    assert!(moved.cursor.is_none());
}

#[tokio::test]
async fn empty_page_can_have_a_cursor() {
    let (_local, platform) = platform().await;
    for hour in 0..6 {
        platform.put(&Note { brand: "abc".into(), at: hours(hour), id: format!("n-{hour}") }).await.unwrap();
    }
    platform.put(&threat(6, "t")).await.unwrap();
    let query = || Threat::by_brand("abc").limit(1).scan_limit(3);
    let first = query().send(&platform).await.unwrap();
    assert!(first.items.is_empty());
    let second = query().cursor(first.cursor).send(&platform).await.unwrap();
    assert!(second.items.is_empty());
    let third = query().cursor(second.cursor).send(&platform).await.unwrap();
    assert_eq!(third.items, [threat(6, "t")]);
}

#[tokio::test]
async fn a_cursor_is_small_and_belongs_to_its_query() {
    let (local, platform) = with_logs(24).await;
    let page = OpsLog::query().between(hours(0)..hours(72)).limit(5).send(&platform).await.unwrap();
    let cursor = page.cursor.unwrap();
    assert!(cursor.to_string().len() < 250, "{cursor}");
    local.clear_operations();
    let other = OpsLog::query().between(hours(0)..hours(72)).newest_first().cursor(cursor.clone());
    assert_eq!(other.send(&platform).await.unwrap_err().kind(), ErrorKind::CursorForeign);
    let other = Reading::query("x").between(hours(0)..hours(72)).cursor(cursor);
    assert_eq!(other.send(&platform).await.unwrap_err().kind(), ErrorKind::CursorForeign);
    assert_eq!("AAAA".parse::<Cursor>().unwrap_err().kind(), ErrorKind::CursorMalformed);
    assert_eq!(local.operations().len(), 0);
}
