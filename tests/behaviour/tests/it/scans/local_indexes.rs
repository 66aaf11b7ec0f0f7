//! Scans of a local index.

use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "LSI1", sk = "LSI1SK")]
#[entities(Track)]
struct Music;

#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Music)]
#[pk(template = "ALBUM#<album>")]
#[sk(template = "TRACK#<number>")]
#[lsi(index = "LSI1", query = by_title, sk = "<title>")]
struct Track {
    album: u32,
    number: u32,
    title: String,
}

#[tokio::test]
async fn local_index_can_be_scanned_consistently() {
    let local = Local::start();
    let music = local.open::<Music>("music").await.unwrap();
    for number in 0..5 {
        music.put(&Track { album: 1, number, title: format!("t{number}") }).await.unwrap();
    }
    let scan = || music.scan::<Track>().index("LSI1").consistent();
    let asked = scan().params().unwrap();
    assert_eq!((asked[0].index_name(), asked[0].consistent_read()), (Some("LSI1"), Some(true)));
    assert_eq!(scan().await.unwrap().items.len(), 5);
}
