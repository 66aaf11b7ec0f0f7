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

fn cursor() -> impl Strategy<Value = Cursor> {
    let table_key =
        (scalar(), proptest::option::of(scalar())).prop_map(|(partition, sort)| ItemKey { partition, sort });
    let after = (
        any::<u32>(),
        proptest::option::of(scalar()),
        proptest::option::of(table_key),
        proptest::option::of(any::<u32>()),
    )
        .prop_map(|(lane, sort, table_key, newest)| After { lane, sort, table_key, newest });
    (any::<([u8; 8], [u8; 4], u32)>(), range(), range(), proptest::option::of(after)).prop_map(
        |((query, design, group), sort, bucket, after)| Cursor {
            fingerprint: Fingerprint { query, design },
            resolved: Resolved { sort, bucket },
            position: Position { group, after },
        },
    )
}

proptest! {
    #[test]
    fn a_cursor_survives_its_text(cursor in cursor()) {
        prop_assert_eq!(cursor.to_string().parse::<Cursor>().unwrap(), cursor);
    }

    #[test]
    fn a_damaged_cursor_is_malformed(cursor in cursor(), at: prop::sample::Index, digit in "[A-Za-z0-9_-]") {
        let text = cursor.to_string();
        let at = at.index(text.len());
        let mut damaged = text.clone();
        damaged.replace_range(at..=at, &digit);
        prop_assume!(damaged != text);
        prop_assert_eq!(damaged.parse::<Cursor>().unwrap_err().kind(), ErrorKind::CursorMalformed);
        prop_assert_eq!(text[..at].parse::<Cursor>().unwrap_err().kind(), ErrorKind::CursorMalformed);
    }

    #[test]
    fn any_text_parses_or_fails(text: String) {
        let _ = text.parse::<Cursor>();
    }
}

#[test]
fn another_version_is_outdated() {
    use sha2::{Digest, Sha256};
    let mut bytes = vec![9, 1, 2, 3];
    let sum = Sha256::digest(&bytes);
    bytes.extend(&sum[..4]);
    let error = base64url::encode(&bytes).parse::<Cursor>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorOutdated);
}
