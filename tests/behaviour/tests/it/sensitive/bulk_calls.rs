//! Transactions, conditions, scans, collections and projections show no sensitive values.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, ErrorKind, Handle, monitor::Monitor};
use keywright_local::Failure;

use super::design::*;
use super::messages::{clinic, failing};
use crate::support::subscriber;

/// Sets a value of a stored patient that does not decode.
async fn spoil(clinic: &Handle<Clinic>, patient: &Patient) {
    let mut item = patient.to_item().unwrap();
    item.insert("diagnosis".into(), AttributeValue::N("7".into()));
    clinic.client().put_item().table_name("clinic").set_item(Some(item)).send().await.unwrap();
}

#[tokio::test]
async fn transactions_and_conditions_hide_sensitive_values() {
    let logs = CapturedLogs::default();
    let _guard = subscriber::set_for_this_thread(logs.clone());
    let (_local, clinic) = clinic(&Monitor::new()).await;
    let (patient, key) = (patient(EMAIL, 1), || Patient::key("w7", EMAIL, 1_u32));
    let is_ill = || Patient::DIAGNOSIS.eq("hunter".to_owned());
    clinic.put(&patient).await.unwrap();
    logs.debug(&is_ill());
    logs.debug(&clinic.transaction().create(&patient).check_exists(Diet::key("w7", EMAIL, 1_u32)));
    let collides = Patient { email: EMAIL.to_uppercase(), ..patient.clone() };
    let missing = Diet::key("w7", EMAIL, 1_u32);
    for error in [
        clinic.transaction().create(&patient).check_exists(missing.clone()).await.unwrap_err(),
        clinic.transaction().create(&patient).delete_if(missing, Diet::DAY.eq(7_u32)).await.unwrap_err(),
        clinic.transaction().create(&patient).create(&patient).await.unwrap_err(),
        clinic.transaction().put_if(&patient, is_ill()).await.unwrap_err(),
        clinic.transaction().put(&Patient { email: String::new(), ..patient.clone() }).await.unwrap_err(),
        clinic.put(&patient).when(is_ill()).await.unwrap().applied().unwrap_err(),
        clinic.delete(key()).when(is_ill()).await.unwrap().applied().unwrap_err(),
        Sealed::CONTENT.eq("hunter".to_owned()).to_expression().unwrap_err(),
    ] {
        logs.error(&error);
        error.cancellations().iter().for_each(|cancelled| logs.debug(cancelled));
    }
    logs.debug(&clinic.put(&collides).when(is_ill()).await.map_err(|error| logs.error(&error)));
    spoil(&clinic, &patient).await;
    logs.error(&clinic.transaction_get(key()).await.unwrap_err());
    logs.check(&["key WARD#w7#<redacted> / PATIENT#<redacted>#0000000001", "key WARD#w7#<redacted> / DIET#0000000001"]);
}

#[tokio::test]
async fn scans_sweeps_projections_and_mixed_reads_hide_sensitive_values() {
    let logs = CapturedLogs::default();
    let _guard = subscriber::set_for_this_thread(logs.clone());
    let (local, clinic) = clinic(&Monitor::new()).await;
    let (patient, key) = (patient(EMAIL, 1), || Patient::key("w7", EMAIL, 1_u32));
    clinic.put(&patient).await.unwrap();
    let page = clinic.scan::<Patient>().limit(1).await.unwrap();
    logs.debug(&page.checkpoint);
    logs.debug(&clinic.scan::<Patient>().filter(Patient::DIAGNOSIS.eq("hunter".to_owned())).resume(page.checkpoint));
    spoil(&clinic, &patient).await;
    for error in [
        clinic.scan::<Patient>().await.map(drop).unwrap_err(),
        clinic.get(key()).project::<Illness>().await.map(drop).unwrap_err(),
        clinic.batch_get([key()]).project::<Illness>().await.map(drop).unwrap_err(),
        clinic.batch_get_mixed(([key()], [Diet::key("w7", EMAIL, 1_u32)])).await.map(drop).unwrap_err(),
        Patient::query("w7", EMAIL).project::<Illness>().send(&clinic).await.map(drop).unwrap_err(),
        Patient::by_email(EMAIL).hydrate().send(&clinic).await.map(drop).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
        logs.error(&error);
    }
    let report = clinic.update_each(|patient: Patient| Some(patient)).await.unwrap();
    assert_eq!(report.failures, 1);
    logs.debug(&report);
    logs.error(&clinic.delete_each(|_: &Patient| true).max_failures(0).await.unwrap_err());
    local.set_faults(failing(Failure::InternalServerError { carried_out: false }));
    let mixed = clinic.batch_get_mixed(([key()], [Diet::key("w7", EMAIL, 1_u32)])).partial().await.unwrap();
    logs.debug(&mixed.0.leftovers);
    logs.debug(&mixed.1.leftovers);
    logs.error(&clinic.transaction_get(key()).await.unwrap_err());
    logs.check(&["key WARD#w7#<redacted> / PATIENT#<redacted>#0000000001"]);
}

#[tokio::test]
async fn collection_hides_the_sensitive_values_of_its_entities() {
    let logs = CapturedLogs::default();
    let (local, clinic) = clinic(&Monitor::new()).await;
    let query = || Kitchen::of_kitchen("w7", EMAIL);
    logs.debug(&query());
    logs.text(query().explain().unwrap().to_string());
    clinic.put(&Patient { email: EMAIL.to_lowercase(), ..patient(EMAIL, 1) }).await.unwrap();
    let unknown = Kitchen::of_kitchen("w7", EMAIL.to_lowercase()).send(&clinic).await.unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::WrongEntity);
    logs.error(&unknown);
    local.set_faults(failing(Failure::InternalServerError { carried_out: false }));
    logs.error(&query().send(&clinic).await.unwrap_err());
    logs.check(&["PK = \"WARD#w7#<redacted>\"", "key WARD#w7#<redacted>", "key <redacted>"]);
}
