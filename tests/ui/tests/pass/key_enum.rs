//! The texts of an enum: what `#[key(..)]` says, else serde's name, else the variant's own; and back.

use keywright::{KeyArg, KeyEnum, KeyField, KeyValue, key::FieldKind};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Severity {
    VeryLow,
    #[key("high")]
    High,
    #[serde(rename = "crit")]
    Critical = 7,
}

#[allow(non_camel_case_types, dead_code)]
#[derive(KeyEnum)]
enum Raw {
    r#type,
    Type,
}

fn text(value: Option<KeyValue<'_>>) -> String {
    match value {
        Some(KeyValue::Text(text)) => text.into_owned(),
        other => panic!("{other:?}"),
    }
}

pub(super) fn main() {
    let variants = [Severity::VeryLow, Severity::High, Severity::Critical];
    let texts = ["very-low", "high", "crit"];
    for (variant, expected) in variants.into_iter().zip(texts) {
        assert_eq!(text(variant.to_value()), expected);
        assert_eq!(text(KeyArg::<Severity>::into_value(variant)), expected);
        let borrowed: &Severity = &variant;
        assert_eq!(text(KeyArg::<Severity>::into_value(borrowed)), expected);
        assert_eq!(Severity::from_value(KeyValue::Text(expected.into())), Some(variant));
    }
    assert_eq!(Severity::from_value(KeyValue::Text("VeryLow".into())), None);
    assert_eq!(Severity::KIND, FieldKind::OneOf(&["very-low", "high", "crit"]));
    assert_eq!(Raw::KIND, FieldKind::OneOf(&["type", "Type"]));
}
