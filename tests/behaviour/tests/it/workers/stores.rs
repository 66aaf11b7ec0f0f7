//! Storage of checkpoints.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use keywright::{
    ErrorKind,
    client::{Checkpoint, CheckpointStore, FileCheckpoints, ItemCheckpoints, Segment, Storing},
};
use keywright_behaviour_tests::Parcel;
use keywright_local::{Failure, Faults, Local, Rule};

use super::support::{create_checkpoint_table, filled};

/// A store in memory that counts its saves, and fails from the n-th one on.
#[derive(Default)]
struct Memory {
    saved: Mutex<HashMap<Segment, String>>,
    saves: Mutex<usize>,
    fails_from: Option<usize>,
}

impl CheckpointStore for Memory {
    fn load(&self, segment: Segment) -> Storing<'_, Option<Checkpoint>> {
        Box::pin(async move {
            let text = self.saved.lock().unwrap().get(&segment).cloned();
            Ok(text.map(|text| text.parse()).transpose()?)
        })
    }

    fn save<'a>(&'a self, segment: Segment, checkpoint: &'a Checkpoint) -> Storing<'a, ()> {
        Box::pin(async move {
            *self.saves.lock().unwrap() += 1;
            if self.fails_from.is_some_and(|fails_from| *self.saves.lock().unwrap() >= fails_from) {
                return Err("the disk is full".into());
            }
            self.saved.lock().unwrap().insert(segment, checkpoint.to_string());
            Ok(())
        })
    }
}

async fn run_fails_and_another_continues(store: Arc<dyn CheckpointStore>) {
    let local = Local::builder().answer_inline().start();
    let depot = filled(&local, 600).await;
    let sweep = || depot.update_each(|parcel: Parcel| parcel.counted("a")).segments(3).write_units_per_second(100_000);
    let down = Failure::InternalServerError { carried_out: false };
    let mut seen = 0;
    let run = depot.update_each(|parcel: Parcel| {
        seen += 1;
        if seen == 400 {
            local.set_faults(Faults::seeded(1).rule(Rule::on(["UpdateItem"]).unwrap().fail(down.clone())));
        }
        parcel.counted("a")
    });
    let run = run.segments(3).write_units_per_second(100_000).checkpoint_store(Arc::clone(&store));
    let error = run.save_every(Duration::ZERO).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Service, "{error}");
    local.clear_faults();
    let saved = Checkpoint::load(&*store, 3, 0..3).await.unwrap().unwrap();
    assert!(!saved.is_complete());
    let left = depot.scan::<Parcel>().await.unwrap().items.iter().filter(|parcel| parcel.changes == 0).count() as u64;
    let report = sweep().checkpoint_store(Arc::clone(&store)).await.unwrap();
    assert!(report.scanned < 600, "the items before the checkpoints are not read again: {}", report.scanned);
    assert!(left > 0 && report.written == left, "{} of {left}", report.written);
    assert!(depot.scan::<Parcel>().await.unwrap().items.iter().all(|parcel| parcel.changes == 1));
    assert!(Checkpoint::load(&*store, 3, 0..3).await.unwrap().unwrap().is_complete());
    let again = sweep().checkpoint_store(store).await.unwrap();
    assert_eq!((again.scanned, again.rcu), (0, 0.0), "a complete run does nothing");
}

#[tokio::test(start_paused = true)]
async fn failed_run_is_continued_from_files() {
    let folder = std::env::temp_dir().join(format!("keywright-checkpoints-{}", std::process::id()));
    run_fails_and_another_continues(Arc::new(FileCheckpoints::in_folder(&folder))).await;
    let mut names: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["0-of-3.checkpoint", "1-of-3.checkpoint", "2-of-3.checkpoint"]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(start_paused = true)]
async fn failed_run_is_continued_from_items() {
    let local = Local::builder().answer_inline().start();
    create_checkpoint_table(&local, "checkpoints").await;
    run_fails_and_another_continues(Arc::new(ItemCheckpoints::new(local.client(), "checkpoints", "a"))).await;
    let items = local.client().scan().table_name("checkpoints").send().await.unwrap().items.unwrap();
    let mut ids: Vec<_> = items.iter().map(|item| item["id"].as_s().unwrap().as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["a#0-of-3", "a#1-of-3", "a#2-of-3"]);
    assert!(items.iter().all(|item| item["saved_at"].as_n().unwrap().parse::<u64>().unwrap() > 1_700_000_000));
}

#[tokio::test]
async fn missing_checkpoint_table_ends_the_run_before_its_first_request() {
    let local = Local::start();
    let depot = filled(&local, 10).await;
    let store = ItemCheckpoints::new(local.client(), "checkpoints", "a");
    let error = depot.delete_each(|_: &Parcel| true).checkpoint_store(&store).await.unwrap_err();
    assert_eq!((error.kind(), error.segment()), (ErrorKind::CheckpointStore, Some(0)));
    assert!(error.to_string().contains("`checkpoints`: ") && error.to_string().contains("NotFound"), "{error}");
    assert!(local.operations().iter().all(|operation| operation.name == "GetItem"));
}

#[tokio::test(start_paused = true)]
async fn saves_are_spaced_and_their_failure_ends_the_run() {
    let local = Local::builder().answer_inline().start();
    let depot = filled(&local, 1_000).await;
    let sweep = |run: &'static str| depot.update_each(move |parcel: Parcel| parcel.counted(run)).segments(2);
    let seldom = Memory::default();
    let report = sweep("a").checkpoint_store(&seldom).write_units_per_second(100_000).await.unwrap();
    assert_eq!((report.written, *seldom.saves.lock().unwrap()), (1_000, 2), "one for the end of each segment");
    let often = Memory::default();
    let run = sweep("b").checkpoint_store(&often).save_every(Duration::ZERO).write_units_per_second(100_000);
    assert_eq!(run.await.unwrap().written, 1_000);
    assert!(*often.saves.lock().unwrap() >= 10, "one for each page of 100");
    let full = Memory { fails_from: Some(3), ..Memory::default() };
    let run = sweep("c").checkpoint_store(&full).save_every(Duration::ZERO).write_units_per_second(100_000);
    let error = run.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CheckpointStore);
    assert!(error.to_string().contains("the disk is full"), "{error}");
}

#[tokio::test]
async fn checkpoints_of_other_runs_and_contradictory_settings_are_refused() {
    let local = Local::start();
    let depot = filled(&local, 10).await;
    let store = Memory::default();
    let sweep = || depot.update_each(|parcel: Parcel| parcel.counted("a")).segments(4);
    let scanned = depot.scan::<Parcel>().segments(4).limit(1).await.unwrap().checkpoint.unwrap();
    scanned.save(&store).await.unwrap();
    let foreign = sweep().checkpoint_store(&store).await.unwrap_err();
    assert_eq!(foreign.kind(), ErrorKind::CursorForeign);
    for error in [
        sweep().checkpoint_store(&store).resume(scanned.clone()).await.unwrap_err(),
        sweep().checkpoint_store(&store).dry_run().await.unwrap_err(),
        sweep().save_every(Duration::ZERO).await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    }
    store.saved.lock().unwrap().values_mut().for_each(|text| *text = scanned.to_string());
    let error = Checkpoint::load(&store, 4, 0..2).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CheckpointStore);
    assert!(error.to_string().contains("returned the segments 0..4 of 4 for the segment 0-of-4"), "{error}");
}
