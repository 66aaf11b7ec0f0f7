//! Eight processes that sweep one table. Two of them are killed, and then all are started again.

use std::{
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use keywright::client::{Checkpoint, CheckpointStore, FileCheckpoints, ItemCheckpoints, SweepReport};
use keywright_behaviour_tests::Parcel;
use keywright_local::{Local, Server};

use super::support::{create_checkpoint_table, filled};

const PARCELS: u32 = 2_400;
const SEGMENTS: usize = 16;
/// The number of segments of each process.
const OWNED: usize = 2;
const KILLED: [usize; 2] = [1, 6];

const WORKER: &str = env!("CARGO_BIN_EXE_sweep-worker");

fn start(url: &str, store: &str, worker: usize) -> Child {
    let arguments = [SEGMENTS, worker * OWNED, OWNED].map(|number| number.to_string());
    let mut command = Command::new(WORKER);
    command.args([url, store]).args(arguments).stdout(Stdio::piped()).spawn().unwrap()
}

fn reports(output: Output) -> Vec<SweepReport> {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn owned(worker: usize) -> std::ops::Range<usize> {
    worker * OWNED..(worker + 1) * OWNED
}

/// Kills each of these workers as soon as it has saved a checkpoint.
async fn kill_begun(workers: &mut [Child], store: &dyn CheckpointStore) {
    let started = Instant::now();
    let mut running = KILLED.to_vec();
    while !running.is_empty() {
        for worker in std::mem::take(&mut running) {
            if Checkpoint::load(store, SEGMENTS, owned(worker)).await.unwrap().is_some() {
                workers[worker].kill().unwrap();
            } else {
                assert_eq!(workers[worker].try_wait().unwrap(), None, "worker {worker} ended");
                running.push(worker);
            }
        }
        assert!(started.elapsed() < Duration::from_secs(120), "workers {running:?} have saved nothing");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn eight_processes(local: &Local, store: &dyn CheckpointStore, store_argument: &str) {
    let depot = filled(local, PARCELS).await;
    let server = Server::bind(local.clone(), "127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.address().unwrap());
    tokio::spawn(server.run());

    let mut workers: Vec<Child> = (0..8).map(|worker| start(&url, store_argument, worker)).collect();
    kill_begun(&mut workers, store).await;
    let mut first = Vec::new();
    for (number, worker) in workers.into_iter().enumerate() {
        let output = tokio::task::spawn_blocking(|| worker.wait_with_output().unwrap()).await.unwrap();
        assert_eq!(output.status.success(), !KILLED.contains(&number), "{number}: {output:?}");
        if output.status.success() {
            first.extend(reports(output));
        }
    }
    let first: SweepReport = first.into_iter().sum();
    let of_killed = Checkpoint::load(store, SEGMENTS, owned(KILLED[0])).await.unwrap().unwrap();
    assert!(!of_killed.is_complete());
    let parcels = depot.scan::<Parcel>().await.unwrap().items;
    let changed_by_killed = parcels.iter().filter(|parcel| parcel.changes == 1).count() as u64 - first.written;
    assert!(changed_by_killed > 0, "the killed workers have changed items");

    // All are started again, as from a command line.
    let last = SEGMENTS - 1;
    let all =
        format!("seq 0 {OWNED} {last} | xargs -P 8 -I{{}} {WORKER} {url} {store_argument} {SEGMENTS} {{}} {OWNED}");
    let output = tokio::task::spawn_blocking(|| Command::new("sh").arg("-c").arg(all).output().unwrap()).await.unwrap();
    let again = reports(output);
    assert_eq!(again.iter().filter(|report| report.scanned == 0).count(), 6, "the others were complete");
    let again: SweepReport = again.into_iter().sum();

    let parcels = depot.scan::<Parcel>().await.unwrap().items;
    assert_eq!(parcels.len(), PARCELS as usize);
    assert!(parcels.iter().all(|parcel| parcel.changes == 1), "each item is changed exactly once");
    let updates = local.operations().iter().filter(|operation| operation.name == "UpdateItem").count();
    assert_eq!(updates, PARCELS as usize, "no update was sent twice");
    assert_eq!(first.written + changed_by_killed + again.written, u64::from(PARCELS));
    let owned_by_killed = u64::from(PARCELS) - first.scanned;
    assert!(again.scanned < owned_by_killed, "{} of {owned_by_killed} items were read again", again.scanned);
    assert_eq!(again.skipped + again.written, again.scanned);
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_processes_with_files_change_each_item_once() {
    let folder = std::env::temp_dir().join(format!("keywright-processes-{}", std::process::id()));
    let store = FileCheckpoints::in_folder(&folder);
    eight_processes(&Local::start(), &store, folder.to_str().unwrap()).await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_processes_with_items_change_each_item_once() {
    let local = Local::start();
    create_checkpoint_table(&local, "checkpoints").await;
    let store = ItemCheckpoints::new(local.client(), "checkpoints", "count");
    eight_processes(&local, &store, "table:checkpoints").await;
}
