use std::ops::Bound;

use proptest::prelude::*;

use super::*;
use crate::key::{KeyValue, Timestamp};

fn value() -> impl Strategy<Value = KeyValue<'static>> {
    prop_oneof![
        any::<String>().prop_map(|text| KeyValue::Text(text.into())),
        any::<i128>().prop_map(|number| KeyValue::Integer(number.into())),
        (any::<i64>(), 0..1_000_000_000_u32).prop_map(|(seconds, nanos)| KeyValue::Time(Timestamp { seconds, nanos })),
        any::<Vec<u8>>().prop_map(|bytes| KeyValue::Binary(bytes.into())),
    ]
}

fn range() -> impl Strategy<Value = ValueRange> {
    let bound =
        || prop_oneof![Just(Bound::Unbounded), value().prop_map(Bound::Included), value().prop_map(Bound::Excluded),];
    (bound(), bound()).prop_map(|(lower, upper)| ValueRange { lower, upper })
}

fn scalar() -> impl Strategy<Value = KeyScalar> {
    prop_oneof![
        any::<String>().prop_map(KeyScalar::S),
        any::<u64>().prop_map(|number| KeyScalar::N(number.to_string())),
        any::<Vec<u8>>().prop_map(KeyScalar::B),
    ]
}

fn position() -> impl Strategy<Value = Position> {
    let table_key =
        (scalar(), proptest::option::of(scalar())).prop_map(|(partition, sort)| ItemKey { partition, sort });
    let after = (
        any::<u32>(),
        proptest::option::of(scalar()),
        proptest::option::of(table_key),
        proptest::option::of(any::<u32>()),
    )
        .prop_map(|(lane, sort, table_key, newest)| After { lane, sort, table_key, newest });
    (any::<u32>(), proptest::option::of(after)).prop_map(|(group, after)| Position { group, after })
}

pub(super) fn cursor() -> impl Strategy<Value = Cursor> {
    let gap = (position(), prop::collection::btree_set(prop_oneof![0..20_u32, any::<u32>()], 1..20))
        .prop_map(|(position, lanes)| Gap { position, lanes: lanes.into_iter().collect() });
    let fingerprint = any::<[[u8; 8]; 4]>().prop_map(|[query, [a, b, c, d, ..], range, table]| Fingerprint {
        query,
        design: [a, b, c, d],
        range,
        table,
    });
    (fingerprint, range(), range(), position(), prop::collection::vec(gap, 0..4)).prop_map(
        |(fingerprint, sort, bucket, position, gaps)| Cursor {
            fingerprint: fingerprint.into(),
            resolved: Arc::new(Resolved { sort, bucket }),
            position,
            gaps,
            is_trusted: false,
        },
    )
}

proptest! {
    #[test]
    fn cursors_round_trip(cursor in cursor()) {
        prop_assert_eq!(cursor.to_string().parse::<Cursor>().unwrap(), cursor);
    }

    #[test]
    fn damaged_cursors_are_rejected(cursor in cursor(), at: prop::sample::Index, digit in "[A-Za-z0-9_-]") {
        let text = cursor.to_string();
        let at = at.index(text.len());
        let mut damaged = text.clone();
        damaged.replace_range(at..=at, &digit);
        prop_assume!(damaged != text);
        prop_assert_eq!(kind_of(&damaged), ErrorKind::CursorMalformed);
        let cut = if at < HEAD_DIGITS { ErrorKind::CursorMalformed } else { ErrorKind::CursorTruncated };
        prop_assert_eq!(kind_of(&text[..at]), cut);
    }

    #[test]
    fn parsing_any_text_never_panics(text: String) {
        let _ = text.parse::<Cursor>();
    }

    /// The head and the checksum are valid, so that the body reaches the decoder.
    #[test]
    fn any_bytes_are_a_cursor_or_malformed(body: Vec<u8>) {
        if let Err(error) = plain(&body).parse::<Cursor>() {
            prop_assert_eq!(error.kind(), ErrorKind::CursorMalformed);
        }
    }

    #[test]
    fn changed_bytes_are_a_cursor_or_malformed(
        cursor in cursor(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, any::<[u8; 4]>()), 1..6),
    ) {
        let mut body = codec::encode(&cursor);
        for (at, removed, bytes) in changes {
            let at = at.index(body.len() + 1);
            let end = (at + removed).min(body.len());
            body.splice(at..end, bytes.into_iter().take(4 - removed));
        }
        match plain(&body).parse::<Cursor>() {
            // A text that was read is a normal cursor.
            Ok(changed) => prop_assert_eq!(changed.to_string().parse::<Cursor>().unwrap(), changed),
            Err(error) => prop_assert_eq!(error.kind(), ErrorKind::CursorMalformed),
        }
    }
}

/// The number of digits that contain the length of the whole text.
pub(super) const HEAD_DIGITS: usize = 12;

fn kind_of(text: &str) -> ErrorKind {
    text.parse::<Cursor>().unwrap_err().kind()
}

/// Returns a position after an item of an index, in a range of a week.
pub(super) fn sample() -> Cursor {
    let at = |seconds| KeyValue::Time(Timestamp { seconds, nanos: 0 });
    let week = ValueRange { lower: Bound::Included(at(1_782_086_400)), upper: Bound::Excluded(at(1_782_691_200)) };
    Cursor {
        fingerprint: Fingerprint { query: [1; 8], design: [2; 4], range: [3; 8], table: [4; 8] }.into(),
        resolved: Arc::new(Resolved { sort: week.clone(), bucket: week }),
        position: Position {
            group: 3,
            after: Some(After {
                lane: 4,
                sort: Some(KeyScalar::S("A#2026-06-22T00:00:00.000000000Z#ann@example.com".to_owned())),
                table_key: Some(ItemKey { partition: KeyScalar::S("E#ann@example.com".to_owned()), sort: None }),
                newest: Some(0),
            }),
        },
        gaps: Vec::new(),
        is_trusted: false,
    }
}

#[test]
fn a_length_of_four_billion_is_malformed() {
    let mut body = codec::encode(&sample());
    let text = body.windows(2).position(|bytes| bytes == b"A#").unwrap();
    body[text - 4..text].fill(255);
    assert_eq!(kind_of(&plain(&body)), ErrorKind::CursorMalformed);
}

#[test]
fn a_billion_nanoseconds_are_malformed() {
    let mut cursor = sample();
    Arc::make_mut(&mut cursor.resolved).sort.lower =
        Bound::Included(KeyValue::Time(Timestamp { seconds: 0, nanos: 1_000_000_000 }));
    assert_eq!(kind_of(&cursor.to_string()), ErrorKind::CursorMalformed);
}

#[test]
fn lanes_that_failed_at_one_position_share_its_encoding() {
    let mut cursor = sample();
    let gap = |lanes: Vec<u32>| Gap { position: Position { group: 3, after: None }, lanes };
    let without = codec::encode(&cursor).len();
    let mut size = |gaps| {
        cursor.gaps = gaps;
        let text = cursor.to_string();
        assert_eq!(text.parse::<Cursor>().unwrap(), cursor);
        codec::encode(&cursor).len() - without
    };
    assert_eq!(size(vec![gap((0..1_000).collect())]), 8);
    assert_eq!(size(vec![gap((0..500).map(|rank| 2 * rank).collect())]), 1_005);
    // Every tenth lane: 1,000 of 10,000.
    assert_eq!(size(vec![gap((0..1_000).map(|rank| 10 * rank).collect())]), 2_005);
    // A cursor without lanes has no gap.
    cursor.gaps = vec![gap(Vec::new())];
    assert_eq!(cursor.to_string(), sample().to_string());
}

/// The text of this version. If it changes, the version must change too.
#[test]
fn the_text_is_frozen() {
    let mut cursor = sample();
    cursor.gaps = vec![Gap { position: Position { group: 1, after: None }, lanes: vec![0, 1, 2, 9] }];
    expect_test::expect!["AwAAAADGz0ReAQEBAQEBAQECAgICAwMDAwMDAwMEBAQEBAQEBAECAAAAAGo4ewAAAAAAAgIAAAAAakG1gAAAAAABAgAAAABqOHsAAAAAAAICAAAAAGpBtYAAAAAAAAAAAwEAAAAEAQAAAAAwQSMyMDI2LTA2LTIyVDAwOjAwOjAwLjAwMDAwMDAwMFojYW5uQGV4YW1wbGUuY29tAQAAAAARRSNhbm5AZXhhbXBsZS5jb20AAQAAAAAAAAABAAAEBgHurI-n"].assert_eq(&cursor.to_string());
}
