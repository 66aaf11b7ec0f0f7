//! The guarantees of a scan with checkpoints while items are added, deleted and moved: see `Checkpoint`.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Mutex,
};

use futures_util::StreamExt as _;
use keywright::{Entity, Handle, Table, client::Checkpoint};
use keywright_local::{Failure, Faults, Local, Rule};
use serde::{Deserialize, Serialize};

use crate::support::random::Random;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Card)]
struct Deck;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Deck)]
#[pk(template = "BOX#<place>")]
#[sk(template = "CARD#<id>")]
#[gsi(index = "GSI1", query = by_color, pk = "COLOR#<color>", sk = "<id>")]
struct Card {
    place: u32,
    id: u32,
    color: String,
    played: u32,
    done: bool,
}

fn card(place: u32, id: u32) -> Card {
    Card { place, id, color: "red".into(), played: 0, done: false }
}

const STABLE_CARDS: u32 = 60;

/// Creates cards. Those below `STABLE_CARDS` stay; the others are added, deleted and moved.
async fn deck(local: &Local) -> Handle<Deck> {
    let deck = local.open::<Deck>("deck").await.unwrap();
    let cards: Vec<_> = (0..STABLE_CARDS * 2).map(|id| card(id % 17, id)).collect();
    assert!(deck.batch_put(&cards).await.unwrap().is_complete());
    deck
}

/// Inserts, deletes and moves cards to other partitions, and changes any of them.
async fn shuffle(deck: &Handle<Deck>, random: &mut Random, at: &mut BTreeMap<u32, u32>) {
    for _ in 0..6 {
        let id = STABLE_CARDS + random.below(STABLE_CARDS * 2);
        let place = *at.entry(id).or_insert(id % 17);
        match random.below(3) {
            0 => {
                deck.put(&card(place, id)).await.unwrap();
            }
            1 => deck.delete(Card::key(place, id)).await.unwrap(),
            _ => {
                let to = random.below(17);
                if let Some(card) = deck.get(Card::key(place, id)).await.unwrap() {
                    deck.delete(Card::key(place, id)).await.unwrap();
                    deck.put(&Card { place: to, ..card }).await.unwrap();
                    at.insert(id, to);
                }
            }
        }
    }
}

#[tokio::test]
async fn item_present_throughout_the_scan_is_returned_once() {
    for seed in 0..6 {
        let local = Local::builder().answer_inline().start();
        let deck = deck(&local).await;
        let (mut random, mut at, mut seen) = (Random(seed), BTreeMap::new(), Vec::new());
        let segments = 1 + random.below(5) as usize;
        let mut checkpoint: Option<Checkpoint> = None;
        loop {
            let most = 1 + random.below(9) as usize;
            let scan = deck.scan::<Card>().resume(checkpoint.take());
            let scan = if seen.is_empty() { scan.segments(segments) } else { scan };
            let mut stream = scan.items_per_request(most).stream();
            let mut taken = 0;
            let ended = loop {
                // The stream is dropped in the middle of a page, and resumes after the next change.
                if taken == most + 1 {
                    break false;
                }
                match stream.next().await {
                    Some(item) => seen.push(item.unwrap().id),
                    None => break true,
                }
                taken += 1;
            };
            checkpoint = stream.checkpoint().map(|reached| reached.to_string().parse().unwrap());
            if ended {
                break;
            }
            shuffle(&deck, &mut random, &mut at).await;
            let id = random.below(STABLE_CARDS);
            deck.put(&Card { played: 1, ..card(id % 17, id) }).await.unwrap();
        }
        let mut stayers: Vec<u32> = seen.into_iter().filter(|id| *id < STABLE_CARDS).collect();
        stayers.sort_unstable();
        assert_eq!(stayers, (0..STABLE_CARDS).collect::<Vec<_>>(), "{seed}");
    }
}

#[tokio::test(start_paused = true)]
async fn conditional_update_each_handles_moving_items_once() {
    for seed in 0..3 {
        let local = Local::builder().answer_inline().start();
        let deck = deck(&local).await;
        let (mut random, mut at) = (Random(seed), BTreeMap::new());
        let play = |card: Card| (!card.done).then(|| Card { played: card.played + 1, done: true, ..card });
        let mut saved: Option<String> = None;
        let mut written = 0;
        // Failures interrupt the run repeatedly, and it resumes from its checkpoint.
        for attempt in 0.. {
            let resume = saved.as_ref().map(|text| text.parse::<Checkpoint>().unwrap());
            let (reached, so_far) = (Mutex::new(None), Mutex::new(0));
            let mut left = 10 + random.below(20);
            let run = deck.update_each(|card: Card| {
                left = left.saturating_sub(1);
                if left == 0 && attempt < 9 {
                    let down = Failure::InternalServerError { carried_out: false };
                    local.set_faults(Faults::seeded(1).rule(Rule::on(["UpdateItem"]).unwrap().fail(down)));
                }
                play(card)
            });
            let run = if resume.is_none() { run.segments(3) } else { run };
            let run = run.resume(resume).write_units_per_second(100_000).checkpoint(|checkpoint, report| {
                *reached.lock().unwrap() = Some(checkpoint.to_string());
                *so_far.lock().unwrap() = report.written;
            });
            let ended = run.await;
            local.clear_faults();
            saved = reached.into_inner().unwrap().or(saved);
            written += so_far.into_inner().unwrap();
            if ended.is_ok() {
                break;
            }
            shuffle(&deck, &mut random, &mut at).await;
        }
        let cards: Vec<Card> = deck.scan::<Card>().await.unwrap().items;
        let stayers: BTreeSet<u32> = cards.iter().filter(|card| card.done).map(|card| card.id).collect();
        assert!((0..STABLE_CARDS).all(|id| stayers.contains(&id)), "none is missed: {seed}");
        assert!(cards.iter().all(|card| card.played == u32::from(card.done)), "none is handled twice: {seed}");
        assert!(written >= u64::from(STABLE_CARDS), "{seed}: {written}");
    }
}

#[tokio::test]
async fn resumed_delete_each_handles_the_remaining_items() {
    let local = Local::builder().answer_inline().start();
    let deck = deck(&local).await;
    let mut reached = Vec::new();
    let run = deck
        .delete_each(|card: &Card| card.id.is_multiple_of(2))
        .checkpoint(|checkpoint, _| reached.push(checkpoint.clone()));
    assert_eq!(run.segments(4).await.unwrap().written, 60);
    // From any checkpoint: deleted items stay deleted, and absent items are not counted.
    for checkpoint in reached {
        let report = deck.delete_each(|card: &Card| card.id.is_multiple_of(2)).resume(checkpoint).await.unwrap();
        assert_eq!((report.written, report.deleted_meanwhile, report.failures), (0, 0, 0));
    }
    assert_eq!(deck.scan::<Card>().count().await.unwrap().items, 60);
}
