//! Many concurrent transactions on previously read items, with lost responses.

use futures_util::future::join_all;
use keywright::{ErrorKind, Outcome};
use keywright_local::Local;

use super::design::*;
use super::races::faults;

#[tokio::test(start_paused = true)]
async fn concurrent_replace_items_of_one_read_succeed_at_most_once() {
    for seed in 0..4 {
        let local = Local::builder().answer_inline().start();
        let platform = local.open::<Platform>("platform").await.unwrap();
        let old = user(1, "ann@x");
        platform.create(&old).await.unwrap();
        if seed > 0 {
            local.set_faults(faults(seed));
        }
        let new: Vec<_> = (0..20).map(|writer| user(1, &format!("{writer}@x"))).collect();
        let sent = join_all(new.iter().map(|new| platform.transaction().replace_item(&old, new).into_future())).await;
        local.clear_faults();
        let won = sent.iter().filter(|sent| sent.is_ok()).count();
        let open = sent.iter().filter_map(|sent| sent.as_ref().err());
        let open = open.filter(|error| error.outcome() == Outcome::Unknown).count();
        assert!(won == 1 || (won == 0 && open > 0), "seed {seed}: {won} won, {open} open");
        assert_exact(&platform).await;
    }
}

#[tokio::test(start_paused = true)]
async fn concurrent_swaps_never_lose_values() {
    for seed in 0..4 {
        let local = Local::builder().answer_inline().start();
        let platform = local.open::<Platform>("platform").await.unwrap();
        for id in 0..4 {
            platform.create(&named(id, "acme", &format!("n{id}"))).await.unwrap();
        }
        local.set_faults(faults(seed));
        join_all((0..12_u32).map(|writer| {
            let platform = &platform;
            async move {
                let (one, other) = (writer % 4, (writer + 1 + writer / 4) % 4);
                if one == other {
                    return;
                }
                for _ in 0..3 {
                    let one = platform.get(key(one)).consistent().await;
                    let other = platform.get(key(other)).consistent().await;
                    let (Ok(Some(one)), Ok(Some(other))) = (one, other) else { continue };
                    let (one2, other2) = (
                        User { nickname: other.nickname.clone(), ..one.clone() },
                        User { nickname: one.nickname.clone(), ..other.clone() },
                    );
                    let swap = platform.transaction().replace_item(&one, &one2).replace_item(&other, &other2);
                    match swap.await {
                        Ok(_) => return,
                        Err(error) => assert_ne!(error.kind(), ErrorKind::InvalidArgument, "{error}"),
                    }
                }
            }
        }))
        .await;
        local.clear_faults();
        assert_exact(&platform).await;
        assert_eq!(sentinels(&platform).await.len(), 8, "seed {seed}: each has a mail and a nickname");
    }
}
