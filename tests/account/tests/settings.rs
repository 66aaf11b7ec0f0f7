//! Tests that nothing is sent unless the environment has all settings.

use std::collections::BTreeMap;

use keywright_account_tests::{Settings, cost::Cost, settings::Refusal};

const ALL: [(&str, &str); 6] = [
    ("KEYWRIGHT_AWS_ACCOUNT", "123456789012"),
    ("KEYWRIGHT_AWS_REGION", "eu-central-1"),
    ("KEYWRIGHT_AWS_TABLE_PREFIX", "keywright-test-"),
    ("KEYWRIGHT_AWS_MAX_DOLLARS", "0.05"),
    ("KEYWRIGHT_AWS_READ_PRICE", "0.2"),
    ("KEYWRIGHT_AWS_WRITE_PRICE", "0.8"),
];

fn read(change: Option<(&str, &str)>) -> Result<Settings, Refusal> {
    let mut variables = BTreeMap::from(ALL);
    variables.extend(change);
    Settings::read(|name| variables.get(name).map(ToString::to_string))
}

#[test]
fn every_variable_must_be_set() {
    assert_eq!(read(None).unwrap().prefix, "keywright-test-");
    for (name, _) in ALL {
        let refusal = read(Some((name, ""))).unwrap_err();
        assert!(refusal.0.starts_with(name) && refusal.0.contains("nothing is sent"), "{refusal}");
    }
    assert!(Settings::read(|_| None).is_err());
}

#[test]
fn invalid_settings_are_rejected() {
    let wrong = [
        ("KEYWRIGHT_AWS_ACCOUNT", "12345678901"),
        ("KEYWRIGHT_AWS_ACCOUNT", "12345678901a"),
        ("KEYWRIGHT_AWS_TABLE_PREFIX", "k"),
        ("KEYWRIGHT_AWS_TABLE_PREFIX", "a table"),
        ("KEYWRIGHT_AWS_MAX_DOLLARS", "much"),
        ("KEYWRIGHT_AWS_MAX_DOLLARS", "-1"),
        ("KEYWRIGHT_AWS_MAX_DOLLARS", "inf"),
        ("KEYWRIGHT_AWS_READ_PRICE", "0"),
        ("KEYWRIGHT_AWS_ENDPOINT", "https://dynamodb.eu-central-1.amazonaws.com"),
        ("KEYWRIGHT_AWS_ENDPOINT", "http://127.0.0.1:8000.example.com"),
    ];
    for change in wrong {
        assert!(read(Some(change)).is_err(), "{change:?}");
    }
    for url in ["http://127.0.0.1:8000", "http://localhost:8000/"] {
        assert!(read(Some(("KEYWRIGHT_AWS_ENDPOINT", url))).is_ok(), "{url}");
    }
}

#[test]
fn credentials_of_another_account_are_rejected() {
    let settings = read(None).unwrap();
    assert!(settings.check_account(Some("123456789012")).is_ok());
    assert!(settings.check_account(Some("210987654321")).is_err());
    assert!(settings.check_account(None).is_err());
}

#[test]
fn a_run_that_may_cost_too_much_is_rejected() {
    let settings = read(None).unwrap();
    let cost = |dollars| Cost { read_units: 1.0, write_units: 1.0, dollars };
    assert!(cost(0.016).check(&settings).is_ok());
    let refusal = cost(0.017).check(&settings).unwrap_err();
    assert!(refusal.0.contains("0.051") && refusal.0.contains("nothing is sent"), "{refusal}");
}
