//! Tests the whole run, against the embedded engine directly and on a port.

use std::future::pending;

use keywright_account_tests::{
    Settings,
    cost::estimate,
    run::{run, table_name},
};
use keywright_local::{Failure, Faults, Local, Rule, Server};

fn settings(max_dollars: f64) -> Settings {
    Settings {
        account: "123456789012".into(),
        region: "eu-central-1".into(),
        prefix: "keywright-test-".into(),
        max_dollars,
        read_price: 0.2,
        write_price: 0.8,
        endpoint: None,
    }
}

/// Returns the report of a run, and its result.
async fn report(local: &Local, max_dollars: f64) -> (Vec<String>, Result<(), String>) {
    let mut lines = Vec::new();
    let done = run(&settings(max_dollars), local.config(), pending(), &mut |line| lines.push(line)).await;
    (lines, done)
}

async fn tables(local: &Local) -> Vec<String> {
    local.client().list_tables().send().await.unwrap().table_names.unwrap_or_default()
}

#[tokio::test(start_paused = true)]
async fn every_step_is_right_and_the_table_is_deleted() {
    let local = Local::builder().answer_inline().start();
    let (lines, done) = report(&local, 1.0).await;
    assert_eq!(done, Ok(()), "{lines:#?}");
    assert!(lines[0].starts_with("estimate: "), "{lines:#?}");
    assert!(lines[1].starts_with("table: keywright-test-"), "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("ok: ")).count(), 9);
    assert_eq!(lines.last().map(String::as_str), Some("the table is deleted"));
    assert_eq!(tables(&local).await, [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn the_estimate_is_what_the_run_consumes() {
    let estimate = estimate(&settings(1.0)).await.unwrap();
    assert!(estimate.read_units > 50.0 && estimate.write_units > 100.0, "{estimate}");
    let dollars = (estimate.read_units * 0.2 + estimate.write_units * 0.8) / 1e6;
    assert!((estimate.dollars - dollars).abs() < 1e-12, "{estimate}");
    let (lines, _) = report(&Local::builder().answer_inline().start(), 1.0).await;
    let consumed = lines.iter().find_map(|line| line.strip_prefix("consumed: ")).unwrap();
    assert_eq!(consumed, estimate.to_string());
}

#[tokio::test(start_paused = true)]
async fn runs_above_the_cost_limit_send_nothing() {
    let local = Local::builder().answer_inline().start();
    let (lines, done) = report(&local, 0.000_01).await;
    assert!(done.unwrap_err().contains("KEYWRIGHT_AWS_MAX_DOLLARS"));
    assert!(lines.len() == 1 && lines[0].starts_with("estimate: "), "{lines:#?}");
    assert_eq!(local.requests(), 0);
}

#[tokio::test(start_paused = true)]
async fn the_table_is_deleted_after_a_failure() {
    let faults = Rule::on(["BatchGetItem"]).unwrap().fail(Failure::InternalServerError { carried_out: false });
    let local = Local::builder().answer_inline().faults(Faults::seeded(1).rule(faults)).start();
    let (lines, done) = report(&local, 1.0).await;
    assert!(done.unwrap_err().starts_with("batch_get: "), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("the table is deleted"));
    assert_eq!(tables(&local).await, [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn the_table_is_deleted_when_the_user_stops_the_run() {
    let local = Local::builder().answer_inline().start();
    let mut lines = Vec::new();
    let done = run(&settings(1.0), local.config(), async {}, &mut |line| lines.push(line)).await;
    assert_eq!(done, Err("stopped by the user".into()), "{lines:#?}");
    assert_eq!(tables(&local).await, [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_deleted_is_named() {
    let fault = Rule::on(["DeleteTable"]).unwrap().fail(Failure::InternalServerError { carried_out: false });
    let local = Local::builder().answer_inline().faults(Faults::seeded(1).rule(fault)).start();
    let (lines, done) = report(&local, 1.0).await;
    assert!(done.is_err());
    let left = tables(&local).await;
    assert_eq!(left.len(), 1);
    assert!(lines.last().unwrap().starts_with(&format!("the table {} is NOT deleted", left[0])), "{lines:#?}");
}

#[tokio::test]
async fn it_runs_against_the_engine_on_a_port() {
    let server = Server::bind(Local::start(), "127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.address().unwrap());
    let serving = tokio::spawn(server.run());
    let (lines, done) = report(&Local::builder().endpoint(url).start(), 1.0).await;
    serving.abort();
    assert_eq!(done, Ok(()), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("the table is deleted"));
}

#[test]
fn every_run_has_its_own_table_name() {
    let names = [table_name(&settings(1.0)), table_name(&settings(1.0))];
    assert_ne!(names[0], names[1]);
    assert!(names.iter().all(|name| name.starts_with("keywright-test-") && name.len() == 15 + 16));
}
