//! Sets of newtypes, enums and `Option`s, read by every operation.

use std::collections::{BTreeSet, HashSet};

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::TryStreamExt as _;
use keywright::{Entity, KeyEnum, KeyField, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Photo)]
struct Album;

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
struct Tag(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, KeyField, Serialize, Deserialize)]
struct Rank(u32);

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
struct Print(keywright::Bytes);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, KeyEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
    Blue,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Album)]
#[pk(template = "PHOTO#<id>")]
#[sk(template = "PHOTO")]
struct Photo {
    id: u32,
    #[serde(default)]
    tags: BTreeSet<Tag>,
    ranks: Option<HashSet<Rank>>,
    #[serde(default)]
    colours: BTreeSet<Colour>,
    #[serde(default)]
    prints: BTreeSet<Print>,
    #[serde(default)]
    levels: BTreeSet<Option<u8>>,
}

#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Photo)]
struct Ranked {
    ranks: Option<HashSet<Rank>>,
    #[serde(default)]
    tags: BTreeSet<Tag>,
}

fn photo() -> Photo {
    Photo {
        id: 1,
        tags: [Tag("a".into()), Tag("b c".into())].into(),
        ranks: Some([Rank(1), Rank(u32::MAX)].into()),
        colours: [Colour::Red, Colour::Blue].into(),
        prints: [Print(keywright::Bytes::from(vec![1, 2]))].into(),
        levels: [Some(3), Some(4)].into(),
    }
}

#[tokio::test]
async fn sets_of_newtypes_enums_and_options_are_read() {
    let album = Local::start().open::<Album>("album").await.unwrap();
    let photo = photo();
    album.put(&photo).await.unwrap();
    let stored = album.client().scan().table_name("album").send().await.unwrap().items()[0].clone();
    for (name, is_set) in [
        ("tags", AttributeValue::is_ss as fn(&AttributeValue) -> bool),
        ("ranks", AttributeValue::is_ns),
        ("colours", AttributeValue::is_ss),
        ("prints", AttributeValue::is_bs),
        ("levels", AttributeValue::is_ns),
    ] {
        assert!(is_set(&stored[name]), "{name}: {:?}", stored[name]);
    }
    assert_eq!(Photo::from_item(stored).unwrap(), photo);
    assert_eq!(album.get(Photo::key(1)).await.unwrap(), Some(photo.clone()));
    assert_eq!(album.batch_get([Photo::key(1)]).await.unwrap(), [Some(photo.clone())]);
    assert_eq!(album.transaction_get(Photo::key(1)).await.unwrap(), Some(photo.clone()));
    assert_eq!(Photo::query(1).send(&album).await.unwrap().items, std::slice::from_ref(&photo));
    assert_eq!(Photo::query(1).stream(&album).try_collect::<Vec<_>>().await.unwrap(), std::slice::from_ref(&photo));
    assert_eq!(album.scan::<Photo>().await.unwrap().items, std::slice::from_ref(&photo));
    let ranked = Photo::query(1).project::<Ranked>().send(&album).await.unwrap().items;
    assert_eq!(ranked, [Ranked { ranks: photo.ranks.clone(), tags: photo.tags.clone() }]);
    let parsed = album.clone().parse_items_with_sdk();
    assert_eq!(parsed.get(Photo::key(1)).await.unwrap(), Some(photo.clone()));
    album.put(&photo).await.unwrap();
    let updated =
        album.update(Photo::key(1)).set(Photo::TAGS, BTreeSet::from([Tag("z".into())])).returning().await.unwrap();
    assert_eq!(updated, Photo { tags: [Tag("z".into())].into(), ..photo });
}
