//! Sentinels whose owner was deleted or changed without the library: the next writer of the value takes them over.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::future::join;
use keywright::{ErrorKind, Handle};
use keywright_local::{Faults, Latency, Local, Rule};

use super::design::*;

fn raw_key(id: u32) -> Option<std::collections::HashMap<String, AttributeValue>> {
    let key = [("PK", format!("USER#{id}")), ("SK", "PROFILE".to_owned())];
    Some(key.map(|(name, text)| (name.to_owned(), AttributeValue::S(text))).into())
}

async fn delete_past_the_library(platform: &Handle<Platform>, id: u32) {
    platform.client().delete_item().table_name("platform").set_key(raw_key(id)).send().await.unwrap();
    assert_eq!(platform.get(key(id)).await.unwrap(), None);
}

async fn set_mail_past_the_library(platform: &Handle<Platform>, id: u32, mail: &str) {
    let update = platform.client().update_item().table_name("platform").set_key(raw_key(id));
    let update = update.update_expression("SET mail = :mail").expression_attribute_values(":mail", s(mail));
    update.send().await.unwrap();
}

/// One item has two of the values.
#[tokio::test]
async fn create_takes_over_sentinels_of_a_deleted_item() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    delete_past_the_library(&platform, 1).await;
    platform.create(&User { email: "1@x".into(), ..named(2, "acme", "ann") }).await.unwrap();
    assert_exact(&platform).await;
    assert_eq!(sentinels(&platform).await.len(), 2);
}

#[tokio::test]
async fn every_write_takes_over_sentinels_of_changed_items() {
    let (_local, platform) = platform().await;
    for writer in 0..4 {
        let (lost, id) = (format!("lost-{writer}@x"), 10 + writer);
        platform.create(&user(writer, &lost)).await.unwrap();
        set_mail_past_the_library(&platform, writer, &format!("other-{writer}@x")).await;
        platform.create(&user(id, &format!("{id}@x"))).await.unwrap();
        match writer {
            0 => drop(platform.put(&user(id, &lost)).await.unwrap()),
            1 => drop(platform.replace(&user(id, &lost)).await.unwrap()),
            2 => platform.update(key(id)).set(User::EMAIL, lost.as_str()).await.unwrap(),
            _ => drop(platform.move_to(key(id), |user| (user.id, user.email) = (99, lost.clone())).await.unwrap()),
        }
        let sentinels = sentinels(&platform).await;
        assert!(sentinels[&format!("%UNIQUE#User#mail#{lost}")] != format!("USER#{writer}"), "{sentinels:?}");
        // The previous owner writes its own value again, and leaves the other one's alone.
        platform.put(&user(writer, &format!("other-{writer}@x"))).await.unwrap();
    }
    assert_exact(&platform).await;
}

#[tokio::test]
async fn values_still_in_use_are_not_taken_over() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    set_mail_past_the_library(&platform, 1, "other@x").await;
    // The mail is free, but the nickname is not.
    let error = platform.create(&User { email: "1@x".into(), ..named(2, "acme", "ann") }).await.unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::NotUnique, Some("nickname")));
    // A value of an item that does not decode is not free either.
    let update = platform.client().update_item().table_name("platform").set_key(raw_key(1));
    let update = update.update_expression("SET visits = :v").expression_attribute_values(":v", s("many"));
    update.send().await.unwrap();
    let error = platform.create(&user(2, "1@x")).await.unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::NotUnique, Some("email")));
    assert!(error.to_string().contains("the item USER#1 / PROFILE has the same value"), "{error}");
}

/// The owner can come back between a writer's read of the owner and its write.
#[tokio::test(start_paused = true)]
async fn returning_owner_and_new_owner_never_share_a_value() {
    let mut winners = [0, 0];
    for seed in 0..40 {
        let local = Local::builder().answer_inline().start();
        let platform = local.open::<Platform>("platform").await.unwrap();
        platform.create(&user(1, "ann@x")).await.unwrap();
        if seed % 2 == 0 {
            delete_past_the_library(&platform, 1).await;
        } else {
            set_mail_past_the_library(&platform, 1, "other@x").await;
        }
        let slow = |share, millis| {
            let rule = Rule::on(["TransactWriteItems", "GetItem"]).unwrap().probability(share).unwrap();
            rule.latency(Latency::constant(Duration::from_millis(millis)))
        };
        local.set_faults(Faults::seeded(seed).rule(slow(0.5, 3)).rule(slow(0.5, 5)));
        let (back, other) = (user(1, "ann@x"), user(2, "ann@x"));
        let (owner, taker) = join(platform.put(&back).into_future(), platform.create(&other).into_future()).await;
        local.clear_faults();
        assert!(owner.is_ok() != taker.is_ok(), "seed {seed}: {owner:?} {taker:?}");
        winners[usize::from(taker.is_ok())] += 1;
        for error in [owner.err(), taker.err()].into_iter().flatten() {
            assert_eq!(error.kind(), ErrorKind::NotUnique, "seed {seed}: {error}");
        }
        let stored = platform.scan::<User>().consistent().await.unwrap().items;
        assert_eq!(stored.iter().filter(|user| user.email == "ann@x").count(), 1, "seed {seed}: {stored:?}");
        let sentinels = sentinels(&platform).await;
        let owner = stored.iter().find(|user| user.email == "ann@x").map(|user| format!("USER#{}", user.id));
        assert_eq!(sentinels.get("%UNIQUE#User#mail#ann@x"), owner.as_ref(), "seed {seed}");
    }
    assert!(winners.iter().all(|won| *won > 0), "{winners:?}");
}

/// Its values are unknown, and free for the next writer.
#[tokio::test]
async fn undecodable_item_can_be_deleted() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    let update = platform.client().update_item().table_name("platform").set_key(raw_key(1));
    let update = update.update_expression("SET visits = :v").expression_attribute_values(":v", s("many"));
    update.send().await.unwrap();
    platform.delete(key(1)).await.unwrap();
    assert_eq!(platform.get(key(1)).await.unwrap(), None);
    platform.create(&User { email: "1@x".into(), ..named(2, "acme", "ann") }).await.unwrap();
    assert_exact(&platform).await;
}
