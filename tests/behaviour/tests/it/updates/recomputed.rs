//! After any sequence of updates, an item is as a put would write it: no index key is ever stale.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, Handle, Item, Key, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::{at, whole};
use crate::support::random::Random;

#[derive(Table)]
#[table(undeclared_peak = "allow")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
#[gsi(name = "GSI4", pk = "GSI4PK", sk = "GSI4SK")]
#[gsi(name = "GSI5", pk = "team", sk(name = "points", type = "N"))]
#[gsi(name = "GSI6", pk = "GSI6PK", sk = "GSI6SK")]
#[entities(Ticket)]
struct Desk;

/// A ticket in indexes of every kind: sharded by the table key, by a hash and by bucket; sparse; grown; with native
/// attributes; with only the key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Desk, constants("v" = "1"))]
#[pk(template = "QUEUE#<queue>#<made:month>")]
#[shard(hash(id), count = 3)]
#[sk(template = "T#<id:w8>#<made:s>")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<level>#<id>", shard(random = 4))]
#[gsi(index = "GSI2", query = by_day, pk = "DAY#<opened:day>", sk = "<opened>#<id>", shard(hash(agent), count = 3))]
#[gsi(index = "GSI3", query = by_owner, pk = "OWNER#<owner>", sk = "<due>#<id>", shard(hash(owner, id), count = 2))]
#[gsi(
    index = "GSI4", query = by_kind, pk = "KIND#<kind>", sk = "<raised>",
    shard(random = 2, grow(at = "2026-06-22T12:00:01Z", count = 7)),
)]
#[gsi(index = "GSI5", query = by_team, pk = "<team>", sk = "<points>")]
#[gsi(index = "GSI6", query = by_queue, pk = "ALL#<queue>", sk = "<made:ms>", shard(random = 2))]
struct Ticket {
    queue: String,
    id: u32,
    made: DateTime<Utc>,
    state: String,
    level: i16,
    opened: DateTime<Utc>,
    agent: String,
    owner: Option<String>,
    due: Option<DateTime<Utc>>,
    kind: String,
    raised: DateTime<Utc>,
    team: Option<String>,
    points: i32,
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<u8>,
    #[serde(default)]
    visits: u32,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default, with = "serde_dynamo::string_set", skip_serializing_if = "BTreeSet::is_empty")]
    labels: BTreeSet<String>,
}

/// Random values of a ticket's fields.
trait Tickets {
    fn text(&mut self) -> String;
    fn time(&mut self) -> DateTime<Utc>;
    fn maybe<T>(&mut self, value: T) -> Option<T>;
    fn ticket(&mut self) -> Ticket;
}

impl Tickets for Random {
    fn text(&mut self) -> String {
        ["a", "b#c", "50%", "ü", "<x>"][self.below(5) as usize].to_owned()
    }

    fn time(&mut self) -> DateTime<Utc> {
        at(0) + TimeDelta::milliseconds(self.below(4_000).into()) + TimeDelta::days(self.below(60).into())
    }

    fn maybe<T>(&mut self, value: T) -> Option<T> {
        (self.below(3) > 0).then_some(value)
    }

    fn ticket(&mut self) -> Ticket {
        let (owner, due, team, note) = (self.text(), self.time(), self.text(), self.text());
        Ticket {
            queue: "q#1".into(),
            id: 7,
            made: at(987),
            state: self.text(),
            level: self.below(100) as i16 - 50,
            opened: self.time(),
            agent: self.text(),
            owner: self.maybe(owner),
            due: self.maybe(due),
            kind: self.text(),
            raised: self.time(),
            team: self.maybe(team),
            points: self.below(100) as i32 - 50,
            note: self.maybe(note),
            hint: None,
            visits: 0,
            tags: Vec::new(),
            labels: BTreeSet::new(),
        }
    }
}

fn key() -> Key<Ticket> {
    Ticket::key("q#1", at(987), 7_u32)
}

async fn stored(desk: &Handle<Desk>) -> Option<Item> {
    let scanned = desk.client().scan().table_name("desk").consistent_read(true).send().await.unwrap();
    let mut items = scanned.items.unwrap_or_default();
    assert!(items.len() <= 1, "{items:?}");
    items.pop()
}

/// Applies one to three random operations to the request, and the same ones to the model.
macro_rules! any_operations {
    ($request:expr, $random:ident, $model:ident) => {{
        let (mut request, mut done) = ($request, Vec::new());
        for _ in 0..=$random.below(3) {
            let operation = $random.below(13);
            // Each field is changed once.
            let team = [5, 10, 11];
            if done.contains(&operation) || team.contains(&operation) && done.iter().any(|done| team.contains(done)) {
                continue;
            }
            done.push(operation);
            let next = $random.ticket();
            request = match operation {
                0 => {
                    $model.state = next.state.clone();
                    request.set(Ticket::STATE, next.state)
                }
                1 => {
                    $model.level = next.level;
                    request.set(Ticket::LEVEL, next.level)
                }
                2 => {
                    ($model.opened, $model.agent) = (next.opened, next.agent.clone());
                    request.set(Ticket::OPENED_AND_AGENT, (next.opened, next.agent))
                }
                3 => {
                    ($model.owner, $model.due) = (next.owner.clone(), next.due);
                    request.set(Ticket::OWNER_AND_DUE, (next.owner, next.due))
                }
                4 => {
                    ($model.kind, $model.raised) = (next.kind.clone(), next.raised);
                    request.set(Ticket::KIND_AND_RAISED, (next.kind, next.raised))
                }
                5 => {
                    ($model.team, $model.points) = (next.team.clone(), next.points);
                    request.set(Ticket::TEAM_AND_POINTS, (next.team, next.points))
                }
                6 => match next.note {
                    Some(note) => {
                        $model.note = Some(note.clone());
                        request.set(Ticket::NOTE, note)
                    }
                    None => {
                        $model.note = None;
                        request.remove(Ticket::NOTE)
                    }
                },
                7 => {
                    $model.visits += 3;
                    request.add(Ticket::VISITS, 3)
                }
                8 => {
                    $model.tags.push(next.kind.clone());
                    request.append(Ticket::TAGS, [next.kind])
                }
                9 => {
                    let label = next.kind;
                    match $random.below(2) {
                        0 => {
                            $model.labels.insert(label.clone());
                            request.add_to(Ticket::LABELS, [label])
                        }
                        _ => {
                            $model.labels.remove(&label);
                            request.take_from(Ticket::LABELS, [label])
                        }
                    }
                }
                10 => {
                    $model.points += 3;
                    request.add(Ticket::POINTS, 3)
                }
                11 => {
                    $model.team = next.team.clone();
                    request.set(Ticket::TEAM, next.team)
                }
                _ => {
                    $model.hint = Some($model.hint.unwrap_or(next.visits as u8 + 9));
                    request.if_not_exists(Ticket::HINT, next.visits as u8 + 9)
                }
            };
        }
        request
    }};
}

/// Upserts every field that can be set.
async fn upsert(desk: &Handle<Desk>, ticket: &Ticket) -> Ticket {
    let Ticket { state, level, opened, agent, owner, due, kind, raised, team, points, note, hint, .. } = ticket;
    let upsert = desk.upsert(key()).set(Ticket::STATE, state).set(Ticket::LEVEL, level);
    let upsert = upsert.set(Ticket::OPENED_AND_AGENT, (opened, agent)).set(Ticket::OWNER_AND_DUE, (owner, due));
    let upsert = upsert.set(Ticket::KIND_AND_RAISED, (kind, raised)).set(Ticket::TEAM_AND_POINTS, (team, points));
    let upsert = upsert.set(Ticket::NOTE, note).set(Ticket::HINT, hint).set(Ticket::VISITS, ticket.visits);
    upsert.set(Ticket::TAGS, &ticket.tags).set(Ticket::LABELS, &ticket.labels).returning().await.unwrap()
}

#[tokio::test]
async fn the_stored_item_is_what_a_put_would_write() {
    let local = Local::start();
    let desk = Desk::open(local.client(), "desk");
    desk.create_table().await.unwrap();
    for seed in 1..=4 {
        let mut random = Random(seed);
        let mut model = random.ticket();
        desk.put(&model).await.unwrap();
        for step in 0..120 {
            let returned = if random.below(8) == 0 {
                // An upsert of an absent item, or of the existing one.
                if random.below(2) == 0 {
                    desk.delete(key()).await.unwrap();
                }
                model = Ticket { visits: 0, tags: Vec::new(), labels: BTreeSet::new(), ..random.ticket() };
                upsert(&desk, &model).await
            } else {
                any_operations!(desk.update(key()), random, model).returning().await.unwrap()
            };
            assert_eq!(returned, model, "seed {seed}, step {step}");
            let stored = stored(&desk).await.unwrap();
            assert_eq!(whole(stored), whole(model.to_item().unwrap()), "seed {seed}, step {step}");
        }
        desk.delete(key()).await.unwrap();
    }
}
