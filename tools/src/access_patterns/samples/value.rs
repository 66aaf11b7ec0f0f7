//! Makes up values of fields.

use keywright::key::{FieldKind, Integer, KeyValue, Timestamp};

/// 2026-06-22T14:05:06Z
const FIRST: i64 = 1_782_137_106;
const HOUR: i64 = 3_600;

/// Returns the value of a field on the sample item with this number. `None` if the kind has no value.
pub(super) fn value(kind: FieldKind, label: &str, number: u32) -> Option<KeyValue<'static>> {
    let ordinal = number.saturating_add(1);
    Some(match kind {
        FieldKind::Text => KeyValue::Text(format!("{label}-{ordinal}").into()),
        FieldKind::FixedText(36) => KeyValue::Text(format!("0190a7e4-5c1b-7d3e-9f00-{ordinal:012x}").into()),
        FieldKind::FixedText(bytes) => KeyValue::Text(format!("{ordinal:0width$}", width = usize::from(bytes)).into()),
        FieldKind::Date => KeyValue::Text(format!("2026-06-{:02}", 21 + ordinal.min(9)).into()),
        FieldKind::Integer { .. } => KeyValue::Integer(Integer::from(ordinal)),
        FieldKind::OneOf(texts) => {
            let place = usize::try_from(number).ok()?.checked_rem(texts.len())?;
            KeyValue::Text((*texts.get(place)?).into())
        }
        FieldKind::Time | FieldKind::CivilTime => {
            KeyValue::Time(Timestamp { seconds: FIRST.saturating_add(i64::from(number) * HOUR), nanos: 0 })
        }
        FieldKind::Binary => KeyValue::Binary(vec![u8::try_from(ordinal).unwrap_or(u8::MAX)].into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_values_of_different_numbers_differ() {
        let kinds = [
            FieldKind::Text,
            FieldKind::FixedText(36),
            FieldKind::FixedText(8),
            FieldKind::Date,
            FieldKind::Integer { digits: 10, signed: false },
            FieldKind::OneOf(&["Open", "Closed"]),
            FieldKind::Time,
            FieldKind::Binary,
        ];
        for kind in kinds {
            assert_ne!(value(kind, "order", 0), value(kind, "order", 1), "{kind:?}");
        }
        assert_eq!(value(FieldKind::OneOf(&[]), "order", 0), None);
        let uuid = value(FieldKind::FixedText(36), "order", 0);
        assert!(matches!(uuid, Some(KeyValue::Text(text)) if text.len() == 36));
    }
}
