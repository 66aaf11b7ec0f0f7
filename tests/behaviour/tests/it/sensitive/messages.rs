//! No error, trace, monitor or debug output contains sensitive values.

use std::time::Duration;

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig, types::AttributeValue};
use keywright::{
    Entity, ErrorKind, Handle, Table,
    client::Checkpoint,
    key::{ItemKey, KeyScalar},
    monitor::Monitor,
};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};

use super::design::*;
use crate::support::subscriber;

/// Creates a clinic with its monitor.
pub async fn clinic(monitor: &Monitor) -> (Local, Handle<Clinic>) {
    let local = Local::builder().answer_inline().start();
    local.open::<Clinic>("clinic").await.unwrap();
    let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    (local, Clinic::open(client, "clinic").monitor(monitor))
}

pub fn failing(failure: Failure) -> Faults {
    Faults::seeded(1).rule(Rule::all().fail(failure))
}

#[tokio::test]
async fn library_errors_hide_sensitive_values() {
    let logs = CapturedLogs::default();
    let _guard = subscriber::set_for_this_thread(logs.clone());
    let (_local, clinic) = clinic(&Monitor::new()).await;
    let patient = patient(EMAIL, 1);
    let mut kinds = Vec::new();
    let mut said = |error: keywright::Error| {
        logs.error(&error);
        kinds.push(error.kind());
    };
    clinic.create(&patient).await.unwrap();
    said(clinic.create(&patient).await.unwrap_err());
    said(clinic.replace(&Patient { id: 2, ..patient.clone() }).await.unwrap_err());
    said(clinic.put(&Patient { email: String::new(), ..patient.clone() }).await.unwrap_err());
    said(clinic.put(&Patient { email: format!("{EMAIL}{}", "x".repeat(3_000)), ..patient.clone() }).await.unwrap_err());
    said(clinic.put(&Patient { diagnosis: "hunter".repeat(80_000), ..patient.clone() }).await.unwrap_err());
    said(clinic.put(&Sealed { id: 1, content: "hunter".into() }).await.unwrap_err());
    clinic.put(&visit("hunter", "a")).in_shard(1).await.unwrap();
    said(clinic.put(&visit("s3cret", "b")).in_shard(1).await.unwrap_err());
    let item = patient.to_item().unwrap();
    for (name, value) in [
        ("level", AttributeValue::S("hunter".into())),
        ("diagnosis", AttributeValue::N("7".into())),
        ("_et", AttributeValue::S("Other".into())),
    ] {
        let mut other = item.clone();
        other.insert(name.into(), value);
        clinic.client().put_item().table_name("clinic").set_item(Some(other)).send().await.unwrap();
        let key = || Patient::key("w7", EMAIL, 1_u32);
        said(clinic.get(key()).await.unwrap_err());
        said(clinic.batch_get([key()]).await.unwrap_err());
        if name == "_et" {
            continue;
        }
        said(Patient::by_email(EMAIL).send(&clinic).await.unwrap_err());
        let report = clinic.backfill::<Patient>().await.unwrap();
        assert_eq!(report.failed.len(), 1);
        logs.debug(&report);
        said(report.failed.into_iter().next().unwrap().error);
    }
    for kind in [
        ErrorKind::AlreadyExists,
        ErrorKind::NotFound,
        ErrorKind::KeyValue,
        ErrorKind::KeyTooLong,
        ErrorKind::ItemTooLarge,
        ErrorKind::Encode,
        ErrorKind::KeyCollision,
        ErrorKind::Decode,
        ErrorKind::WrongEntity,
    ] {
        assert!(kinds.contains(&kind), "{kind:?} was not provoked");
    }
    logs.check(&[
        "key WARD#w7#<redacted> / PATIENT#<redacted>#0000000001",
        "key VISIT#<redacted>#w7#1 / VISIT#0000000001",
        "`reason` is stored as <redacted> and given as <redacted>",
        "`nurse` is stored as \"a\" and given as \"b\"",
        "attribute `level` is a string (S) and does not decode as `Level`",
        "attribute `content` does not serialize; ",
    ]);
}

#[tokio::test]
async fn key_collision_errors_hide_sensitive_values() {
    use chrono::{DateTime, Utc};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    struct Ward;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Ward)]
    #[pk(template = "BORN#<born:year>", allow_hot = "a test")]
    #[sk(template = "<name:lower>")]
    struct Birth {
        #[entity(sensitive)]
        born: DateTime<Utc>,
        #[entity(sensitive)]
        name: String,
    }

    let logs = CapturedLogs::default();
    let local = Local::start();
    let ward = local.open::<Ward>("ward").await.unwrap();
    let birth = |name: &str| Birth { born: DateTime::from_timestamp(0, 0).unwrap(), name: name.into() };
    ward.put(&birth("Hunter")).await.unwrap();
    let error = ward.put(&birth("hunteR")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyCollision);
    assert!(!error.to_string().contains("1970"), "{error}");
    logs.error(&error);
    logs.check(&["key BORN#<redacted> / <redacted>", "`name` is stored as <redacted> and given as <redacted>"]);
}

#[tokio::test(start_paused = true)]
async fn service_errors_traces_and_the_monitor_hide_sensitive_values() {
    let logs = CapturedLogs::default();
    let _guard = subscriber::set_for_this_thread(logs.clone());
    let events = logs.clone();
    let monitor = Monitor::new().read_rate(1.0).write_rate(1.0);
    let monitor = monitor.on_event(move |hot| events.text(format!("{hot} {hot:?}")));
    let (local, clinic) = clinic(&monitor).await;
    let (patient, key) = (patient(EMAIL, 1), || Patient::key("w7", EMAIL, 1_u32));
    clinic.put(&patient).await.unwrap();
    let reason = "TableReadKeyRangeThroughputExceeded";
    let throttle = Throttle::provisioned_throughput_exceeded();
    let throttle = throttle.reason(reason, "arn:aws:dynamodb:us-east-1:1:table/clinic");
    let failures = [Failure::Throttled(throttle), Failure::InternalServerError { carried_out: false }];
    for failure in failures {
        local.set_faults(failing(failure));
        let errors = [
            clinic.get(key()).await.unwrap_err(),
            clinic.batch_get([key()]).await.unwrap_err(),
            clinic.put(&patient).await.unwrap_err(),
            clinic.create(&patient).await.unwrap_err(),
            clinic.delete(key()).await.unwrap_err(),
            clinic.put(&visit("hunter", "a")).await.map(drop).unwrap_err(),
            Patient::query("w7", EMAIL).send(&clinic).await.unwrap_err(),
            Patient::by_email(EMAIL).count(&clinic).await.unwrap_err(),
            Visit::find(EMAIL, "w7", 1_u32).send(&clinic).await.unwrap_err(),
        ];
        errors.iter().for_each(|error| logs.error(error));
        let (patients, visits) = ([patient.clone()], [visit("hunter", "a")]);
        let report = clinic.batch_put(&patients).await;
        logs.debug(&report.map(|report| report.leftovers.len()).map_err(|error| logs.error(&error)));
        let report = clinic.batch_put(&visits).await.unwrap();
        report.leftovers.iter().for_each(|leftover| logs.error(&leftover.reason));
        report.leftovers.iter().for_each(|leftover| logs.debug(&leftover.key));
        let report = clinic.batch_get([key()]).partial().await.unwrap();
        logs.debug(&report.leftovers);
        let partial = Visit::query(EMAIL, "w7").send(&clinic).partial().await;
        logs.debug(&partial.map(drop).map_err(|error| logs.error(&error)));
    }
    tokio::time::advance(Duration::from_secs(2)).await;
    for hot in monitor.snapshot() {
        logs.text(format!("{hot} {hot:?}"));
    }
    logs.check(&[
        "WARD#w7#<redacted>",
        "EMAIL#<redacted>",
        "VISIT#<redacted>#w7#",
        "capacity=",
        "db.operation.name=\"get\"",
    ]);
}

#[tokio::test]
async fn unsent_calls_hide_sensitive_values() {
    let logs = CapturedLogs::default();
    let (_local, clinic) = clinic(&Monitor::new()).await;
    let (patient, key) = (patient(EMAIL, 1), || Patient::key("w7", EMAIL, 1_u32));
    let visit = visit("hunter", "a");
    logs.debug(&key());
    logs.debug(&clinic.get(key()));
    logs.debug(&clinic.batch_get([key()]));
    logs.debug(&clinic.delete(key()));
    logs.debug(&clinic.put(&patient));
    logs.debug(&clinic.put(&visit));
    logs.debug(&clinic.create(&patient));
    logs.debug(&clinic.replace(&patient));
    logs.debug(&Visit::find(EMAIL, "w7", 1_u32).send(&clinic));
    let prefixed = Patient::query("w7", EMAIL).then(1_u32);
    logs.debug(&prefixed);
    logs.debug(&prefixed.clone().send(&clinic));
    for plan in [
        prefixed.explain().unwrap(),
        Patient::by_email(EMAIL).then("w7").explain().unwrap(),
        Patient::of_ward("w7").begins_with("Ann.S3").explain().unwrap(),
        Visit::query(EMAIL, "w7").explain().unwrap(),
    ] {
        logs.debug(&plan);
        logs.text(plan.to_string());
        logs.debug(&plan.groups().collect::<Vec<_>>());
    }
    logs.check(&[
        "Patient { ward: Text(\"w7\"), email: <redacted>, id: ",
        "PK = \"WARD#w7#<redacted>\" AND SK <redacted>",
        "GSI1PK = \"EMAIL#<redacted>\" AND GSI1SK = \"WARD#w7\"",
        "GSI2PK = \"WARD#w7\" AND GSI2SK <redacted>",
        "PK = \"VISIT#<redacted>#w7#0\"",
    ]);
    // Methods that return a request or a key show the stored values.
    assert!(format!("{:?}", clinic.put(&patient).params().unwrap()).contains("hunter"));
    assert_eq!(key().to_item_key().unwrap().partition.to_string(), format!("WARD#w7#{}", EMAIL.to_lowercase()));
}

#[tokio::test]
async fn refused_write_shows_the_stored_item_redacted() {
    let logs = CapturedLogs::default();
    let (_local, clinic) = clinic(&Monitor::new()).await;
    let (patient, meal) = (patient(EMAIL, 1), Meal { ward: "w7".into(), address: "street".into(), day: 1 });
    clinic.put(&patient).await.unwrap();
    logs.debug(&clinic.put(&patient).when(Patient::WARD.eq("w8")).await.unwrap());
    clinic.put(&meal).await.unwrap();
    let refused = clinic.put(&meal).when(Meal::DAY.eq(2)).await.unwrap();
    assert!(format!("{refused:?}").contains("item: Some(Meal {"), "{refused:?}");
    logs.check(&["item: Some(Patient { ward: \"w7\", email: <redacted>, id: 1, level: <redacted>, "]);
}

#[tokio::test]
async fn cursors_and_checkpoints_hide_sensitive_values() {
    let logs = CapturedLogs::default();
    let (_local, clinic) = clinic(&Monitor::new()).await;
    for id in 0..3 {
        clinic.put(&patient(EMAIL, id)).await.unwrap();
    }
    let page = Patient::of_ward("w7").limit(1).send(&clinic).await.unwrap();
    logs.debug(&page.cursor.unwrap());
    let error = Patient::by_email(EMAIL).cursor("broken".parse::<keywright::read::Cursor>().ok()).explain();
    logs.debug(&error.map(|plan| plan.to_string()));
    let checkpoint = "backfill1".parse::<Checkpoint>();
    logs.debug(&checkpoint.map_err(|error| error.to_string()));
    logs.check(&["Cursor { group: 0, .. }"]);
}

/// Returns an error with all of its causes, including the SDK's texts.
fn whole(error: &keywright::Error) -> String {
    let (mut all, mut cause) = (format!("{error:?}"), std::error::Error::source(error));
    while let Some(error) = cause {
        all += &format!(" | {error:?} {error:#?}");
        cause = error.source();
    }
    all
}

#[tokio::test]
async fn source_of_a_cancelled_transaction_contains_no_item() {
    use aws_sdk_dynamodb::{
        error::{ProvideErrorMetadata as _, SdkError},
        operation::{RequestId as _, transact_write_items::TransactWriteItemsError},
    };

    let (_local, clinic) = clinic(&Monitor::new()).await;
    let patient = patient(EMAIL, 1);
    clinic.create(&patient).await.unwrap();
    let error = clinic.transaction().create(&patient).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TransactionCancelled);
    assert!(error.cancellations()[0].stored::<Patient>().unwrap() == Some(patient), "who asks for it has it");
    let said = whole(&error).to_lowercase();
    assert!(SECRETS.iter().all(|secret| !said.contains(secret)), "{said}");
    assert!(said.contains("conditionalcheckfailed"), "{said}");
    let source = std::error::Error::source(&error).unwrap();
    let source = source.downcast_ref::<SdkError<TransactWriteItemsError>>().unwrap();
    assert_eq!(source.code(), Some("TransactionCanceledException"));
    assert_eq!(source.raw_response().unwrap().status().as_u16(), 400);
    assert!(source.request_id().is_some());
}

#[tokio::test(start_paused = true)]
async fn source_of_a_lost_update_contains_no_item() {
    let local = Local::builder().answer_inline().start();
    let clinic = local.open::<Clinic>("clinic").await.unwrap();
    let patient = patient(EMAIL, 1);
    clinic.create(&patient).await.unwrap();
    let lost = Failure::Disconnected { carried_out: true };
    local.set_faults(Faults::seeded(1).rule(Rule::on(["UpdateItem"]).unwrap().first(1).fail(lost)));
    let update = clinic.update(Patient::key("w7", EMAIL, 1_u32)).set(Patient::LEVEL, Level::Low);
    let error = update.when(Patient::LEVEL.eq(Level::High)).await.unwrap_err();
    assert_eq!(error.outcome(), keywright::Outcome::Unknown);
    let said = whole(&error).to_lowercase();
    assert!(SECRETS.iter().all(|secret| !said.contains(secret)), "{said}");
}

#[test]
fn keys_and_expressions_hide_sensitive_values() {
    let logs = CapturedLogs::default();
    let keys = patient(EMAIL, 1).keys().unwrap();
    assert!(keys[0].partition.contains("s3cret"), "the field itself holds the key as it is stored");
    logs.debug(&keys);
    logs.debug(&(Patient::DIAGNOSIS.eq("hunter") & Patient::EMAIL.eq(EMAIL)).to_expression().unwrap());
    let scalar = |text: &str| KeyScalar::S(text.into());
    logs.debug(&ItemKey { partition: scalar("WARD#w7#s3cret"), sort: Some(scalar("PATIENT#s3cret#1")) });
    logs.check(&["<redacted>", "GSI1", "diagnosis", "S (14 bytes)"]);
}
