//! Conditions that the client evaluates agree with DynamoDB's. A partition with older keys and one without have equal
//! items, and both return the same ones.

use std::collections::BTreeMap;

use keywright::{Entity, Table, expression::Condition};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Things;

macro_rules! thing {
    ($name:ident, $($pk:tt)*) => {
        #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
        #[entity(table = Things)]
        #[pk($($pk)*)]
        #[sk(template = "<id>")]
        struct $name {
            owner: String,
            id: u32,
            number: f64,
            text: String,
            maybe: Option<i64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            rare: Option<String>,
            list: Vec<u32>,
            map: BTreeMap<String, u32>,
            truth: bool,
            #[serde(with = "serde_dynamo::string_set")]
            texts: Vec<String>,
        }
    };
}

thing!(Served, template = "SERVED#<owner>");
thing!(Judged, template = "JUDGED#<owner>", legacy(template = "OLDER#<owner>"));

macro_rules! conditions {
    ($thing:ident) => {{
        let all: Vec<Condition<$thing>> = vec![
            $thing::NUMBER.eq(2.0),
            $thing::NUMBER.ne(2.0),
            $thing::NUMBER.lt(2.5),
            $thing::NUMBER.between(1.0..3.0),
            $thing::NUMBER.between(1.0..=3.0),
            $thing::TEXT.gt("b"),
            $thing::TEXT.begins_with("a"),
            $thing::TEXT.contains("b"),
            $thing::TEXT.size().ge(2),
            $thing::TEXT.is_in(["a", "abc", "zz"]),
            $thing::MAYBE.exists(),
            $thing::MAYBE.attribute_exists(),
            $thing::MAYBE.attribute_not_exists(),
            $thing::MAYBE.eq(None),
            $thing::MAYBE.ne(None),
            $thing::MAYBE.gt(3),
            $thing::MAYBE.is_type("NULL"),
            $thing::RARE.exists(),
            $thing::RARE.not_exists(),
            $thing::RARE.ne("r1"),
            $thing::RARE.eq(None),
            $thing::LIST.contains(3),
            $thing::LIST.size().between(1..3),
            $thing::LIST.index::<u32>(1).eq(4),
            $thing::LIST.eq(vec![1]),
            $thing::MAP.at::<u32>("x").le(2),
            $thing::MAP.at::<u32>("none").ne(2),
            $thing::MAP.size().eq(1),
            $thing::TRUTH.eq(true),
            $thing::TEXTS.contains("p"),
            $thing::TEXTS.size().gt(1),
            $thing::MAP.at::<f64>("x").lt_field($thing::NUMBER),
        ];
        all
    }};
}

macro_rules! items {
    ($thing:ident) => {
        (0..24_u32).map(|id| $thing {
            owner: "ann".into(),
            id,
            number: f64::from(id) / 4.0,
            text: ["a", "abc", "b", "bcd", "zz", "ü"][id as usize % 6].into(),
            maybe: (id % 3 != 0).then_some(i64::from(id) - 4),
            rare: (id % 4 == 1).then(|| format!("r{}", id % 3)),
            list: (1..id % 6).collect(),
            map: if id % 2 == 0 { BTreeMap::from([("x".into(), id % 5)]) } else { BTreeMap::new() },
            truth: id % 5 < 2,
            texts: if id % 2 == 0 { vec!["p".into()] } else { vec!["p".into(), "q".into()] },
        })
    };
}

#[tokio::test]
async fn local_and_service_evaluation_agree() {
    let things = keywright_local::Local::start().open::<Things>("things").await.unwrap();
    for item in items!(Served) {
        things.put(&item).await.unwrap();
    }
    for item in items!(Judged) {
        things.put(&item).await.unwrap();
    }
    let (served, judged) = (conditions!(Served), conditions!(Judged));
    let pairs = served.into_iter().zip(judged).collect::<Vec<_>>();
    let mut met = 0;
    for (at, (served, judged)) in pairs.iter().enumerate() {
        // Each condition alone, negated, and joined with another one in both orders.
        let (other_served, other_judged) = pairs[(at + 7) % pairs.len()].clone();
        let all = [
            (served.clone(), judged.clone()),
            (!served.clone(), !judged.clone()),
            (served.clone() & other_served.clone(), judged.clone() & other_judged.clone()),
            (served.clone() | !other_served, judged.clone() | !other_judged),
        ];
        for (served, judged) in all {
            let what = served.to_string();
            let served = Served::query("ann").filter(served).send(&things).await.unwrap();
            let judged = Judged::query("ann").filter(judged).send(&things).await.unwrap();
            let ids = |ids: Vec<u32>| ids;
            let (served, judged) = (
                ids(served.items.iter().map(|item| item.id).collect()),
                ids(judged.items.iter().map(|item| item.id).collect()),
            );
            assert_eq!(served, judged, "{what}");
            met += usize::from(!served.is_empty() && served.len() < 24);
        }
    }
    assert!(met > 90, "{met} conditions told items apart");
}
