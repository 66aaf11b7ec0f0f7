//! The information that the refusal of a value reveals about its owner.

use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Patient)]
struct Clinic;

#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Clinic)]
#[pk(template = "PATIENT#<ssn>")]
#[sk(template = "WARD#<ward>")]
struct Patient {
    #[entity(sensitive)]
    ssn: String,
    ward: u32,
    #[entity(unique)]
    bed: String,
    #[entity(unique, sensitive)]
    phone: String,
}

fn patient(ssn: &str, bed: &str, phone: &str) -> Patient {
    Patient { ssn: ssn.into(), ward: 4, bed: bed.into(), phone: phone.into() }
}

#[tokio::test]
async fn owner_is_named_without_sensitive_values() {
    let clinic: Handle<Clinic> = Local::start().open("clinic").await.unwrap();
    let first = patient("123-45", "bed-7", "555");
    clinic.create(&first).await.unwrap();
    let same_bed = patient("678-90", "bed-7", "556");
    let same_phone = patient("678-90", "bed-8", "555");
    let same_bed_moved = clinic.create(&patient("111-11", "bed-9", "557")).await.map(drop);
    same_bed_moved.unwrap();
    let key = || Patient::key("111-11", 4_u32);
    let errors = [
        clinic.create(&same_bed).await.unwrap_err(),
        clinic.put(&same_phone).await.unwrap_err(),
        clinic.transaction().create(&same_bed).await.unwrap_err(),
        clinic.transaction().create(&same_phone).await.unwrap_err(),
        clinic.update(key()).set(Patient::BED, "bed-7").await.unwrap_err(),
        clinic.update(key()).set(Patient::PHONE, "555").await.unwrap_err(),
        clinic.move_to(key(), |patient| (patient.ward, patient.bed) = (5, "bed-7".into())).await.unwrap_err(),
        clinic.transaction().replace_item(&first, &same_phone).await.unwrap_err(),
        clinic.transaction().delete_item(&patient("111-11", "bed-7", "557")).await.unwrap_err(),
    ];
    for error in errors {
        let shown = format!("{error} {error:?}");
        for secret in ["123-45", "678-90", "111-11", "555", "556", "557"] {
            assert!(!shown.contains(secret), "{secret}: {shown}");
        }
    }
    let error = clinic.create(&same_bed).await.unwrap_err().to_string();
    assert!(error.contains("the item PATIENT#<redacted> / WARD#0000000004 has the same value"), "{error}");
    let error = clinic.create(&same_phone).await.unwrap_err().to_string();
    assert!(error.contains("another item has the same value"), "{error}");
}
