//! Each kind of wrong cursor has its own error, which says what to do.

use keywright::{
    Error, ErrorKind, Handle,
    read::{Cursor, CursorKeys},
};
use keywright_local::Local;

use super::asking::*;
use super::plant::*;

/// Creates a table and a cursor of its events.
async fn cursor(place: Source) -> (Local, Handle<Plant>, Cursor) {
    let (local, plant) = plant_on(inline()).await;
    fill(&plant, 30, 6).await;
    let page = Asking { limit: Some(5), ..Asking::all(place) }.page(&plant, None).await.unwrap();
    local.clear_operations();
    (local, plant, page.cursor.unwrap())
}

fn keys() -> CursorKeys {
    CursorKeys::new("2026", [7; 32]).unwrap()
}

#[track_caller]
fn is(error: Error, kind: ErrorKind, fix: &str) {
    assert_eq!(error.kind(), kind, "{error}");
    let text = error.to_string();
    assert!(text.contains("cursor") && text.contains("; ") && text.contains(fix), "{fix:?} is not in: {text}");
}

#[tokio::test(start_paused = true)]
async fn cursor_of_another_query_is_foreign() {
    let (local, plant, of_table) = cursor(Source::Table).await;
    let first = Asking { limit: Some(5), ..Asking::all(Source::Index) }.page(&plant, None).await.unwrap();
    let of_index = first.cursor.unwrap();
    local.clear_operations();
    let all = || hours(-24)..hours(120);
    let at = || Some(of_index.clone());
    for error in [
        // Another direction, partition, part of the sort key, index, entity.
        Event::by_line("a").between(all()).newest_first().cursor(at()).send(&plant).await.map(drop).unwrap_err(),
        Event::by_line("b").between(all()).cursor(at()).send(&plant).await.map(drop).unwrap_err(),
        Event::by_line("a").then(noon()).cursor(at()).send(&plant).await.map(drop).unwrap_err(),
        Event::query().between(all()).cursor(at()).send(&plant).await.map(drop).unwrap_err(),
        Note::by_line("a").between(all()).cursor(at()).send(&plant).await.map(drop).unwrap_err(),
        Event::by_line("a").between(all()).cursor(of_table).send(&plant).await.map(drop).unwrap_err(),
    ] {
        assert!(error.entity().is_some(), "{error}");
        is(error, ErrorKind::CursorForeign, "pass it to the query that gave it");
    }
    assert_eq!(local.requests(), 0);
    // Limits and consistency may differ, and with `resume` also the range.
    let rest = Event::by_line("a").between(all()).limit(99).in_flight(1).cursor(at()).send(&plant).await.unwrap();
    assert_eq!(rest.items.len(), 25);
    let resumed = Event::by_line("a").between(noon()..).limit(99).resume(at()).send(&plant).await.unwrap();
    assert_eq!(resumed.items, rest.items);
}

#[tokio::test(start_paused = true)]
async fn cursor_of_another_filter_or_prefix_is_foreign() {
    let (local, plant, of_table) = cursor(Source::Table).await;
    let all = || Event::query().between(hours(-24)..hours(120));
    let error = all().filter(Event::LINE.eq("a")).cursor(of_table).send(&plant).await.map(drop).unwrap_err();
    is(error, ErrorKind::CursorForeign, "filter");
    let page = all().filter(Event::LINE.eq("a")).limit(5).send(&plant).await.unwrap();
    local.clear_operations();
    for error in [
        all().filter(Event::LINE.eq("b")).cursor(page.cursor.clone()).send(&plant).await.map(drop).unwrap_err(),
        all().cursor(page.cursor.clone()).send(&plant).await.map(drop).unwrap_err(),
        all().resume(page.cursor).send(&plant).await.map(drop).unwrap_err(),
    ] {
        is(error, ErrorKind::CursorForeign, "filter");
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test(start_paused = true)]
async fn cursor_of_another_table_is_foreign() {
    for place in Source::BOTH {
        let (local, plant, cursor) = cursor(place).await;
        let other = <Plant as keywright::Table>::open(plant.client().clone(), "plant-2");
        other.create_table().await.unwrap();
        local.clear_operations();
        let asking = Asking { limit: Some(5), ..Asking::all(place) };
        for error in [
            asking.page(&other, Some(cursor.clone())).await.map(drop).unwrap_err(),
            asking.resumed(&other, Some(cursor.clone())).await.map(drop).unwrap_err(),
            asking.page(&other, Some(through_text(&cursor))).partial().await.map(drop).unwrap_err(),
            asking.page(&other, Some(cursor.clone())).params().map(drop).unwrap_err(),
        ] {
            is(error, ErrorKind::CursorForeign, "on the table that it read");
        }
        assert_eq!(local.requests(), 0);
        assert_eq!(asking.page(&plant, Some(cursor)).await.unwrap().items.len(), 5);
    }
}

#[tokio::test(start_paused = true)]
async fn cursor_of_another_context_is_foreign() {
    let (local, plant, without) = cursor(Source::Table).await;
    let all = || Event::query().between(hours(-24)..hours(120)).limit(5);
    let of_7 = all().cursor_context("tenant-7").send(&plant).await.unwrap().cursor.unwrap();
    local.clear_operations();
    for cursor in [of_7.clone(), keys().open(&keys().seal(&of_7)).unwrap()] {
        for error in [
            all().cursor_context("tenant-8").cursor(cursor.clone()).send(&plant).await.map(drop).unwrap_err(),
            all().cursor_context("tenant-8").resume(cursor.clone()).send(&plant).await.map(drop).unwrap_err(),
            all().cursor_context("").cursor(cursor.clone()).send(&plant).await.map(drop).unwrap_err(),
            all().cursor(cursor.clone()).send(&plant).await.map(drop).unwrap_err(),
            all().cursor(cursor.clone()).located().cursor_context("tenant-8").send(&plant).await.map(drop).unwrap_err(),
            all().cursor(without.clone()).cursor_context("tenant-7").send(&plant).await.map(drop).unwrap_err(),
        ] {
            is(error, ErrorKind::CursorForeign, "cursor context");
        }
    }
    assert_eq!(local.requests(), 0);
    assert!(!of_7.to_string().contains("tenant"));
    let next = all().cursor_context("tenant-7").cursor(of_7).send(&plant).await.unwrap();
    assert_eq!(next.items.len(), 5);
}

#[tokio::test(start_paused = true)]
async fn cursor_of_a_changed_key_design_is_outdated() {
    let (_local, plant, of_four_shards) = cursor(Source::Table).await;
    let now = resharded::Event::query().between(hours(-24)..hours(120));
    let plant = <resharded::Plant as keywright::Table>::open(plant.client().clone(), "plant");
    let error = now.cursor(of_four_shards).send(&plant).await.map(drop).unwrap_err();
    is(error, ErrorKind::CursorOutdated, "start the query again");
}

/// The entity with other shards.
mod resharded {
    use chrono::{DateTime, Utc};
    use serde::{Deserialize, Serialize};

    #[derive(keywright::Table)]
    #[entities(Event)]
    pub struct Plant;

    #[derive(keywright::Entity, Serialize, Deserialize)]
    #[entity(table = Plant)]
    #[pk(template = "EVENT#<at:day>", retention = "400d")]
    #[shard(random = 8)]
    #[sk(template = "<at>#<id>")]
    #[peak(writes_per_second = 2_000, item_bytes = 200)]
    pub struct Event {
        at: DateTime<Utc>,
        id: String,
    }
}

#[tokio::test(start_paused = true)]
async fn cursor_of_an_old_version_or_removed_cursor_key_is_outdated() {
    // Versions 1 and 2, with the lengths that they declare.
    let old = "AQAAAAAo1u0JAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    is(old.parse::<Cursor>().unwrap_err(), ErrorKind::CursorOutdated, "start the query again");
    let old_2 = "AgAAAAC2WnRAAQEBAQEBAQECAgICAQIAAAAAajh7AAAAAAACAgAAAABqQbWAAAAAAAECAAAAAGo4ewAAAAAAAgIAAAAAakG1gAAAAAAAAAADAQAAAAQBAAAAADBBIzIwMjYtMDYtMjJUMDA6MDA6MDAuMDAwMDAwMDAwWiNhbm5AZXhhbXBsZS5jb20BAAAAABFFI2FubkBleGFtcGxlLmNvbQABAAAAAAAAAAEAAAQGAe558U4";
    is(old_2.parse::<Cursor>().unwrap_err(), ErrorKind::CursorOutdated, "start the query again");
    is(keys().open(old).unwrap_err(), ErrorKind::CursorOutdated, "start the query again");
    let (_local, _plant, cursor) = cursor(Source::Table).await;
    for gone in [CursorKeys::new("2025", [7; 32]).unwrap(), CursorKeys::new("2025", [7; 32]).unwrap().encrypting()] {
        is(keys().open(&gone.seal(&cursor)).unwrap_err(), ErrorKind::CursorOutdated, "key `2025`");
    }
}

#[tokio::test(start_paused = true)]
async fn modified_cursor_is_tampered() {
    let (_local, _plant, cursor) = cursor(Source::Index).await;
    is(keys().open(&cursor.to_string()).unwrap_err(), ErrorKind::CursorTampered, "`CursorKeys::seal`");
    for keys in [keys(), keys().encrypting()] {
        let other = CursorKeys::new("2026", [8; 32]).unwrap();
        is(other.open(&keys.seal(&cursor)).unwrap_err(), ErrorKind::CursorTampered, "start the query again");
        let text = keys.seal(&cursor);
        // Head and key id: 14 bytes.
        for place in 20..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] = if bytes[place] == b'A' { b'E' } else { b'A' };
            let error = keys.open(&String::from_utf8(bytes).unwrap()).unwrap_err();
            // The last character has bits that belong to no byte.
            let is_last = place + 1 == text.len() && error.kind() == ErrorKind::CursorMalformed;
            assert!(is_last || error.kind() == ErrorKind::CursorTampered, "{place} of {}: {error}", text.len());
        }
        for place in 0..20 {
            let mut bytes = text.clone().into_bytes();
            bytes[place] = if bytes[place] == b'A' { b'E' } else { b'A' };
            let error = keys.open(&String::from_utf8(bytes).unwrap()).unwrap_err();
            let kinds = [ErrorKind::CursorMalformed, ErrorKind::CursorTampered, ErrorKind::CursorOutdated];
            assert!(kinds.contains(&error.kind()), "{error}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn shortened_cursor_is_truncated() {
    let (_local, _plant, cursor) = cursor(Source::Index).await;
    let plain = cursor.to_string();
    for end in [12, plain.len() / 2, plain.len() - 1] {
        let error = plain[..end].parse::<Cursor>().unwrap_err();
        assert!(error.to_string().contains(&format!("after {end} of {} bytes", plain.len())), "{error}");
        is(error, ErrorKind::CursorTruncated, "store and pass on all of it");
    }
    for keys in [keys(), keys().encrypting()] {
        let text = keys.seal(&cursor);
        is(keys.open(&text[..text.len() - 1]).unwrap_err(), ErrorKind::CursorTruncated, "store and pass on all of it");
    }
}

#[tokio::test(start_paused = true)]
async fn text_that_is_not_a_cursor_is_malformed() {
    let (_local, _plant, cursor) = cursor(Source::Table).await;
    let plain = cursor.to_string();
    let sealed = keys().seal(&cursor);
    is(sealed.parse::<Cursor>().unwrap_err(), ErrorKind::CursorMalformed, "`CursorKeys::open`");
    for text in
        ["", "null", "eyJwayI6eyJTIjoiYSJ9fQ", "Ω", &format!("{plain}="), &format!("{plain}A"), &format!("{plain} ")]
    {
        is(text.parse::<Cursor>().unwrap_err(), ErrorKind::CursorMalformed, "pass back the value of `page.cursor`");
        is(keys().open(text).unwrap_err(), ErrorKind::CursorMalformed, "pass back the value of `page.cursor`");
    }
    let json = serde_json::to_string(&cursor).unwrap();
    assert_eq!(serde_json::from_str::<Cursor>(&json).unwrap(), cursor);
    assert!(serde_json::from_str::<Cursor>("\"null\"").unwrap_err().to_string().contains("this is not a cursor"));
}
