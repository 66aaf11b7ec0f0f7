//! Cursors in a client's hands: signed, encrypted, and with keys that are replaced meanwhile.

use keywright::{ErrorKind, read::CursorKeys};

use super::asking::*;
use super::plant::*;

fn keys(id: &str) -> CursorKeys {
    CursorKeys::new(id, [id.len() as u8; 32]).unwrap()
}

#[tokio::test(start_paused = true)]
async fn sealed_cursors_walk_the_same_pages() {
    let (_local, plant) = plant_on(inline().permute_ties(2)).await;
    fill(&plant, 40, 2).await;
    for place in Source::BOTH {
        for keys in [keys("k"), keys("k").encrypting()] {
            let asking = Asking { limit: Some(3), ..Asking::all(place) };
            let whole = asking.walk(&plant).await;
            let (mut items, mut text) = (Vec::new(), None::<String>);
            loop {
                let cursor = text.as_deref().map(|text| keys.open(text).unwrap());
                let page = asking.page(&plant, cursor).await.unwrap();
                items.extend(page.items);
                let Some(cursor) = page.cursor else { break };
                let sealed = keys.seal(&cursor);
                assert!(sealed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{sealed}");
                assert_eq!(keys.open(&sealed).unwrap(), cursor);
                text = Some(sealed);
            }
            assert_eq!(items, whole);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn encrypted_cursor_does_not_reveal_item_values() {
    let (_local, plant) = plant_on(inline()).await;
    for number in 0..3 {
        plant.put(&event(hours(number), "ann@example.com")).await.unwrap();
    }
    let cursor =
        Asking { limit: Some(1), ..Asking::all(Source::Index) }.page(&plant, None).await.unwrap().cursor.unwrap();
    let shows = |text: &str| decoded(text).windows(15).any(|bytes| bytes == b"ann@example.com");
    assert!(shows(&cursor.to_string()));
    assert!(shows(&keys("k").seal(&cursor)));
    let keys = keys("k").encrypting();
    assert!(!shows(&keys.seal(&cursor)));
    assert_ne!(keys.seal(&cursor), keys.seal(&cursor), "the same cursor twice looks like two");
}

fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'-' => 62,
        _ => 63,
    };
    let bits = |digits: &[u8]| digits.iter().fold(0_u32, |bits, &byte| (bits << 6) | u32::from(digit(byte)));
    text.as_bytes().chunks_exact(4).flat_map(|digits| bits(digits).to_be_bytes()[1..].to_vec()).collect()
}

#[tokio::test(start_paused = true)]
async fn cursor_keys_can_be_rotated_during_a_walk() {
    let (_local, plant) = plant_on(inline()).await;
    fill(&plant, 40, 4).await;
    let asking = Asking { limit: Some(7), ..Asking::all(Source::Table) };
    let secret = |id: &str| [id.len() as u8; 32];
    let steps = [
        keys("old"),
        keys("old").accept("newer", secret("newer")).unwrap(),
        keys("newer").accept("old", secret("old")).unwrap().encrypting(),
        keys("newer").encrypting(),
    ];
    let whole = asking.walk(&plant).await;
    let first = asking.page(&plant, None).await.unwrap();
    let (mut items, mut text) = (first.items, steps[0].seal(&first.cursor.unwrap()));
    for keys in &steps[1..] {
        let page = asking.page(&plant, Some(keys.open(&text).unwrap())).await.unwrap();
        items.extend(page.items);
        text = keys.seal(&page.cursor.unwrap());
    }
    assert_eq!(items, whole[..28]);
    assert_eq!(keys("old").open(&text).unwrap_err().kind(), ErrorKind::CursorOutdated);
}
