use proptest::prelude::*;

use super::*;
use crate::{
    base64url,
    read::cursor::tests::{HEAD_DIGITS, cursor, sample},
};

const SECRET: [u8; 32] = [7; 32];
const OLDER: [u8; 40] = [8; 40];

/// Returns keys that sign and, with the feature, keys that encrypt.
fn keys(id: &str, secret: &[u8]) -> Vec<CursorKeys> {
    let keys = CursorKeys::new(id, secret).unwrap();
    vec![
        #[cfg(feature = "encryption")]
        keys.clone().encrypting(),
        keys,
    ]
}

fn kind_of(keys: &CursorKeys, text: &str) -> ErrorKind {
    keys.open(text).unwrap_err().kind()
}

proptest! {
    #[test]
    fn sealed_cursors_round_trip(cursor in cursor(), id in "[!-~]{1,64}", secret: [u8; 32]) {
        for keys in keys(&id, &secret) {
            prop_assert_eq!(keys.open(&keys.seal(&cursor)).unwrap(), cursor.clone());
        }
    }

    #[test]
    fn arbitrary_texts_do_not_open(text: String, content: Vec<u8>) {
        for keys in keys("k", &SECRET) {
            prop_assert!(keys.open(&text).is_err());
            for kind in [Kind::Plain, Kind::Signed, Kind::Encrypted] {
                let framed = frame::text(&[frame::head(kind, content.len()), content.clone()].concat());
                prop_assert!(keys.open(&framed).is_err());
            }
        }
    }
}

#[test]
fn every_changed_byte_is_detected() {
    let cursor = sample();
    for keys in keys("2026-01", &SECRET) {
        let text = keys.seal(&cursor);
        let bytes = base64url::decode(&text).unwrap();
        let behind_id = 9 + 1 + "2026-01".len();
        for place in 0..bytes.len() {
            for change in [1, 0x20, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[place] ^= change;
                let kind = kind_of(&keys, &frame::text(&changed));
                match place {
                    0..9 => assert_eq!(kind, ErrorKind::CursorMalformed),
                    _ if place < behind_id => {
                        assert!(matches!(kind, ErrorKind::CursorOutdated | ErrorKind::CursorMalformed))
                    }
                    _ => assert_eq!(kind, ErrorKind::CursorTampered, "byte {place}"),
                }
            }
        }
    }
}

#[test]
fn truncation_at_any_length_is_detected() {
    for keys in keys("2026-01", &SECRET) {
        let text = keys.seal(&sample());
        for end in 0..text.len() {
            let expected = if end < HEAD_DIGITS { ErrorKind::CursorMalformed } else { ErrorKind::CursorTruncated };
            assert_eq!(kind_of(&keys, &text[..end]), expected, "{end} of {}", text.len());
        }
        assert_eq!(kind_of(&keys, &(text + "AAAA")), ErrorKind::CursorMalformed);
    }
}

/// A client has shortened the text and adjusted its length.
#[test]
fn truncation_with_an_adjusted_length_is_tampering() {
    for keys in keys("2026-01", &SECRET) {
        let bytes = base64url::decode(&keys.seal(&sample())).unwrap();
        let kind = if keys.kind() == Kind::Signed { Kind::Signed } else { Kind::Encrypted };
        for end in 17..bytes.len() {
            let content = &bytes[9..end];
            let text = frame::text(&[&frame::head(kind, content.len()), content].concat());
            assert_eq!(kind_of(&keys, &text), ErrorKind::CursorTampered, "{end}");
        }
    }
}

#[test]
fn accepted_keys_open_older_cursors() {
    for older in keys("2025", &OLDER) {
        let text = older.seal(&sample());
        let both = CursorKeys::new("2026", SECRET).unwrap().accept("2025", OLDER).unwrap();
        assert_eq!(both.open(&text).unwrap(), sample());
        assert_eq!(both.open(&both.seal(&sample())).unwrap(), sample());
        assert_eq!(kind_of(&older, &both.seal(&sample())), ErrorKind::CursorOutdated);
        let error = CursorKeys::new("2026", SECRET).unwrap().open(&text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CursorOutdated);
        assert_eq!(
            error.to_string(),
            "the cursor was sealed with key `2025`, which is no longer among the keys; start the query again, or \
             accept that key as long as its cursors are in use"
        );
        let other = CursorKeys::new("2025", SECRET).unwrap().open(&text).unwrap_err();
        assert_eq!(other.kind(), ErrorKind::CursorTampered);
        assert!(other.to_string().contains("key `2025`"), "{other}");
    }
}

#[test]
fn plain_cursors_do_not_open_and_sealed_ones_do_not_parse() {
    for keys in keys("k", &SECRET) {
        let error = keys.open(&sample().to_string()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CursorTampered);
        assert!(error.to_string().contains("is not signed; make its text with `CursorKeys::seal`"), "{error}");
        let error = keys.seal(&sample()).parse::<Cursor>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CursorMalformed);
        assert!(error.to_string().contains("is sealed; open it with `CursorKeys::open`"), "{error}");
    }
}

/// A body with its signature is not accepted as another kind of text.
#[test]
fn the_signature_covers_the_kind() {
    let keys = CursorKeys::new("k", SECRET).unwrap();
    let bytes = base64url::decode(&keys.seal(&sample())).unwrap();
    for kind in [Kind::Plain, Kind::Encrypted] {
        let head = frame::head(kind, bytes.len() - 9);
        let text = frame::text(&[&head, &bytes[9..]].concat());
        assert!(keys.open(&text).is_err() && text.parse::<Cursor>().is_err());
    }
}

#[test]
fn weak_secrets_and_invalid_ids_are_rejected() {
    let kind = |id: &str, secret: &[u8]| CursorKeys::new(id, secret).unwrap_err().kind();
    for id in ["", "with space", "é", "line\n", &"x".repeat(65)] {
        assert_eq!(kind(id, &SECRET), ErrorKind::InvalidArgument, "{id:?}");
    }
    let error = CursorKeys::new("k", [1; 31]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the secret of key `k` has 31 bytes; give 32 random ones or more, such as those of `openssl rand -hex 32`"
    );
    let keys = CursorKeys::new("k", SECRET).unwrap();
    assert_eq!(keys.clone().accept("j", b"").unwrap_err().kind(), ErrorKind::InvalidArgument);
    let error = keys.accept("j", OLDER).unwrap().accept("k", OLDER).unwrap_err();
    assert_eq!(error.to_string(), "two keys have the id `k`; give each secret an id of its own");
}

#[test]
fn debug_prints_no_secret() {
    let secret = b"0123456789abcdef0123456789ABCDEF";
    for keys in keys("2026", secret) {
        let keys = keys.accept("2025", OLDER).unwrap();
        let encrypts = keys.kind() == Kind::Encrypted;
        let expected = format!("CursorKeys {{ current: \"2026\", accepted: [\"2025\"], encrypts: {encrypts}, .. }}");
        assert_eq!(format!("{keys:?}"), expected);
    }
}

/// The signature equals that of any implementation of HMAC-SHA-256. If it changes, the version must change too.
#[test]
fn the_signed_text_is_frozen() {
    let keys = CursorKeys::new("2026-01", SECRET).unwrap();
    expect_test::expect!["AwEAAADh7iPGBzIwMjYtMDEBAQEBAQEBAQICAgIDAwMDAwMDAwQEBAQEBAQEAQIAAAAAajh7AAAAAAACAgAAAABqQbWAAAAAAAECAAAAAGo4ewAAAAAAAgIAAAAAakG1gAAAAAAAAAADAQAAAAQBAAAAADBBIzIwMjYtMDYtMjJUMDA6MDA6MDAuMDAwMDAwMDAwWiNhbm5AZXhhbXBsZS5jb20BAAAAABFFI2FubkBleGFtcGxlLmNvbQABAAAAAN8pDEofMteJspU0v4xphbaiU5eLibpwO4Kz1-GGwMKm"].assert_eq(&keys.seal(&sample()));
}

#[cfg(not(feature = "encryption"))]
#[test]
fn encrypted_cursors_need_the_encryption_feature() {
    let content = [&[1, b'k'][..], &[0; 60]].concat();
    let text = frame::text(&[frame::head(Kind::Encrypted, content.len()), content].concat());
    let error = CursorKeys::new("k", SECRET).unwrap().open(&text).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorOutdated);
    assert!(error.to_string().contains("without its feature `encryption`"), "{error}");
}

#[cfg(feature = "encryption")]
mod encryption {
    use std::collections::HashSet;

    use super::*;
    use crate::read::cursor::{Gap, Position, codec};

    fn holds(bytes: &[u8], part: &[u8]) -> bool {
        bytes.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn an_encrypted_cursor_shows_neither_ranges_nor_keys() {
        let cursor = sample();
        let [encrypting, signing] = keys("k", &SECRET).try_into().unwrap();
        let signed = base64url::decode(&signing.seal(&cursor)).unwrap();
        let encrypted = base64url::decode(&encrypting.seal(&cursor)).unwrap();
        let after = cursor.position.after.as_ref().unwrap();
        let sort = after.sort.as_ref().unwrap().as_s().unwrap();
        let table = after.table_key.as_ref().unwrap().partition.as_s().unwrap();
        let from = 1_782_086_400_i64.to_be_bytes();
        for part in [sort.as_bytes(), table.as_bytes(), b"ann@", b"2026-06", &from, &cursor.fingerprint.query] {
            assert!(holds(&signed, part), "the test looks for what is there");
            assert!(!holds(&encrypted, part));
        }
        // The text contains no eight consecutive bytes of the body.
        let body = codec::encode(&cursor);
        assert!(!body.windows(8).any(|part| holds(&encrypted[11..], part)));
    }

    #[test]
    fn encryption_gives_equal_cursors_different_texts() {
        let keys = CursorKeys::new("k", SECRET).unwrap().encrypting();
        let texts: HashSet<String> = (0..100).map(|_| keys.seal(&sample())).collect();
        assert_eq!(texts.len(), 100);
        assert!(texts.iter().all(|text| keys.open(text).unwrap() == sample()));
    }

    #[test]
    fn the_key_id_is_authenticated() {
        let keys = CursorKeys::new("a", SECRET).unwrap().accept("b", SECRET).unwrap().encrypting();
        let mut bytes = base64url::decode(&keys.seal(&sample())).unwrap();
        assert_eq!(bytes[10], b'a');
        bytes[10] = b'b';
        assert_eq!(kind_of(&keys, &frame::text(&bytes)), ErrorKind::CursorTampered);
    }

    #[test]
    fn encrypting_keys_open_signed_cursors() {
        let signing = CursorKeys::new("k", SECRET).unwrap();
        assert_eq!(signing.clone().encrypting().open(&signing.seal(&sample())).unwrap(), sample());
    }

    #[test]
    fn sealing_adds_the_same_bytes_to_every_cursor() {
        let mut cursor = sample();
        for gaps in [Vec::new(), vec![Gap { position: Position { group: 0, after: None }, lanes: vec![3] }]] {
            cursor.gaps = gaps;
            let body = codec::encode(&cursor).len();
            let [encrypting, signing] = keys("2026", &SECRET).try_into().unwrap();
            let sizes =
                [&encrypting, &signing].map(|keys| base64url::decode(&keys.seal(&cursor)).unwrap().len() - body);
            assert_eq!(sizes, [9 + 1 + 4 + 24 + 16, 9 + 1 + 4 + 32]);
        }
    }
}
