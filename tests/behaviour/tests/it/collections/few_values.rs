//! Sort keys that all begin with one of few unordered values.

use keywright::{Collection, Entity, KeyEnum, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Chore, Errand)]
struct Club;

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
enum State {
    Due,
    Done,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Club)]
#[pk(template = "DUTIES#<who>")]
#[sk(template = "<state>#CHORE#<id>")]
struct Chore {
    who: String,
    state: State,
    id: u8,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Club)]
#[pk(template = "DUTIES#<who>")]
#[sk(template = "<state>#ERRAND#<id>")]
struct Errand {
    who: String,
    id: u8,
    state: State,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_member(who))]
enum Duty {
    Chore(Chore),
    Errand(Errand),
}

#[tokio::test]
async fn query_selects_one_enum_value_over_all_entities() {
    let local = Local::start();
    let club = local.open::<Club>("club").await.unwrap();
    let chore = |state, id| Chore { who: "ann".into(), state, id };
    let errand = |state, id| Errand { who: "ann".into(), state, id };
    for id in 0..3 {
        club.put(&chore(if id == 0 { State::Done } else { State::Due }, id)).await.unwrap();
        club.put(&errand(if id == 1 { State::Done } else { State::Due }, id)).await.unwrap();
    }
    let due = Duty::of_member("ann").then(State::Due).send(&club).await.unwrap();
    let expected = [
        Duty::Chore(chore(State::Due, 1)),
        Duty::Chore(chore(State::Due, 2)),
        Duty::Errand(errand(State::Due, 0)),
        Duty::Errand(errand(State::Due, 2)),
    ];
    assert_eq!((&due.items[..], due.stats.items_read), (&expected[..], 4));
    assert_eq!(Duty::of_member("ann").then(State::Done).count(&club).await.unwrap().items, 2);
    assert_eq!(Duty::of_member("ann").count(&club).await.unwrap().items, 6);
}
