//! Properties of every template and every value: injective, invertible, ordered, bounded, and without panics.

use proptest::{collection::vec, prelude::*, sample::select};

use super::template::{Design, I64};
use crate::{
    ErrorKind,
    key::{
        FieldKind, ItemKey, KeyPart, KeyScalar, KeyValue, Timestamp, item_key, parse::parse,
        parse_template::parse_partition, placeholder::fold,
    },
    schema::{Bucket, Encoding, Form, Segment, TimeForm},
};

const LABELS: &[&str] = &["low", "High", "#", "a b", "50%", "é"];
const U8: FieldKind = FieldKind::Integer { digits: 3, signed: false };
const I128: FieldKind = FieldKind::Integer { digits: 39, signed: true };

/// Text that resembles delimiters, escapes and other values.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[#%/|2AaéB_ \\-\u{0}-\u{26}]{1,6}",
        2 => "\\PC{1,12}",
        1 => select(vec!["%", "%23", "%2523", "#", "##", "#SHARD#7", "2026-06-22", "-1", "\u{0}", "🦀", "é", "%é"])
            .prop_map(String::from),
        1 => "[a-zéß#]{200,700}",
    ]
}

fn time() -> impl Strategy<Value = Timestamp> {
    let seconds = prop_oneof![
        4 => Timestamp::MIN.seconds + 7 * 86_400..=Timestamp::MAX.seconds,
        2 => -100_000i64..100_000,
        1 => 1_782_000_000i64..1_782_500_000,
    ];
    let nanos = prop_oneof![Just(0), Just(999_999_999), 0..1_000_000_000u32];
    (seconds, nanos).prop_map(|(seconds, nanos)| Timestamp { seconds, nanos })
}

/// A value of a kind.
pub(super) fn value(kind: FieldKind) -> BoxedStrategy<KeyValue<'static>> {
    let text = |text: String| KeyValue::Text(text.into());
    match kind {
        FieldKind::Text => hostile().prop_map(text).boxed(),
        FieldKind::FixedText(_) => "[/1Aa-]{4}".prop_map(text).boxed(),
        FieldKind::OneOf(labels) => select(labels).prop_map(|label| KeyValue::Text(label.into())).boxed(),
        FieldKind::Integer { digits: 3, .. } => any::<u8>().prop_map(|value| KeyValue::Integer(value.into())).boxed(),
        FieldKind::Integer { digits: 19, .. } => {
            prop_oneof![-200i64..200, any::<i64>()].prop_map(|value| KeyValue::Integer(value.into())).boxed()
        }
        FieldKind::Integer { .. } => {
            prop_oneof![-200i128..200, any::<i128>()].prop_map(|value| KeyValue::Integer(value.into())).boxed()
        }
        FieldKind::Time | FieldKind::CivilTime => time().prop_map(KeyValue::Time).boxed(),
        FieldKind::Date => "[0-9]{4}-[0-9]{2}-[0-9]{2}".prop_map(text).boxed(),
        FieldKind::Binary => vec(any::<u8>(), 1..20).prop_map(|bytes| KeyValue::Binary(bytes.into())).boxed(),
    }
}

/// A kind with a form that fits it.
pub(super) fn typed() -> impl Strategy<Value = (FieldKind, Form)> {
    let times = vec![
        Form::Default,
        Form::Bucket(Bucket::Minute),
        Form::Bucket(Bucket::Hour),
        Form::Bucket(Bucket::Day),
        Form::Bucket(Bucket::Week),
        Form::Bucket(Bucket::Month),
        Form::Bucket(Bucket::Year),
        Form::Time(TimeForm::Seconds),
        Form::Time(TimeForm::Millis),
        Form::Time(TimeForm::Micros),
        Form::Time(TimeForm::Nanos),
        Form::Time(TimeForm::Epoch),
        Form::Time(TimeForm::EpochMillis),
    ];
    prop_oneof![
        4 => select(vec![Form::Default, Form::Default, Form::Lower, Form::Upper])
            .prop_map(|form| (FieldKind::Text, form)),
        1 => Just((FieldKind::OneOf(LABELS), Form::Default)),
        1 => Just((FieldKind::FixedText(4), Form::Default)),
        1 => Just((FieldKind::Date, Form::Default)),
        2 => (select(vec![I64, I128, U8]), select(vec![Form::Default, Form::Plain])),
        1 => Just((U8, Form::Width(3))),
        3 => (select(vec![FieldKind::Time, FieldKind::CivilTime]), select(times)),
    ]
}

/// A part's template: placeholders, each of the next field, with literals where the rules require them.
fn segments(part: KeyPart, typed: &[(FieldKind, Form)], first: u8, literals: &[&'static str]) -> Vec<Segment> {
    let mut segments = Vec::new();
    for (at, (kind, form)) in typed.iter().enumerate() {
        let literal = literals[at % literals.len()];
        let field = first + u8::try_from(at).unwrap();
        segments.push(Segment::Field { field, form: *form, raw: false });
        let fixed = crate::key::fixed_width(*kind, *form, part).is_some();
        if !fixed && literal.is_empty() {
            segments.push(Segment::Delimiter);
        } else {
            segments.push(Segment::Literal(literal));
        }
    }
    segments
}

fn literals() -> impl Strategy<Value = Vec<&'static str>> {
    vec(select(vec!["", "#", "/", "|", "2", "A", "é", "#SHARD#", "-", "_x", "a b", "Z"]), 1..4)
}

/// An entity with a field for each placeholder, and two tuples of values.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) design: Design,
    pub(super) tuples: [Vec<KeyValue<'static>>; 2],
    pub(super) shard: u32,
}

impl Case {
    pub(super) fn key(&self, tuple: usize) -> crate::Result<Option<ItemKey>> {
        let value = |field: u8| self.tuples[tuple].get(usize::from(field)).cloned();
        item_key(self.design.entity(), 0, &value, Some(self.shard))
    }

    /// Returns the values of a tuple as the key stores them.
    pub(super) fn stored(&self, tuple: usize) -> Vec<KeyValue<'static>> {
        let segments = self.design.partition.iter().chain(self.design.sort.iter().flatten());
        let forms = segments.filter_map(|segment| match segment {
            Segment::Field { form, .. } => Some(*form),
            _ => None,
        });
        let stored = self.tuples[tuple].iter().zip(forms).map(|(value, form)| match value {
            KeyValue::Text(text) => KeyValue::Text(fold(form, text).into_owned().into()),
            KeyValue::Time(time) => KeyValue::Time(time.truncated(form)),
            other => other.clone(),
        });
        stored.collect()
    }
}

prop_compose! {
    fn designs()(
        partition in vec(typed(), 1..4),
        sort in vec(typed(), 0..4),
        partition_literals in literals(),
        sort_literals in literals(),
        delimiter in select(vec![b'#', b'|', b'_', b'-', b'2']),
        sharded in any::<bool>(),
        optional_sort in any::<bool>(),
    ) -> Design {
        let kinds = partition.iter().chain(&sort).map(|(kind, _)| ("field", *kind, false)).collect();
        let mut head = vec![Segment::Literal("HEAD#")];
        head.extend(segments(KeyPart::Partition, &partition, 0, &partition_literals));
        if sharded {
            head.extend([Segment::Literal("~"), Segment::Delimiter, Segment::Shard { width: 2 }]);
        }
        let tail = segments(KeyPart::Sort, &sort, u8::try_from(partition.len()).unwrap(), &sort_literals);
        let sort = (optional_sort && !sort.is_empty()).then_some(tail);
        Design { delimiter, fields: kinds, partition: head, sort, ..Design::default() }
    }
}

prop_compose! {
    fn cases()(design in designs())(
        first in design.fields.iter().map(|(_, kind, _)| value(*kind)).collect::<Vec<_>>(),
        second in design.fields.iter().map(|(_, kind, _)| value(*kind)).collect::<Vec<_>>(),
        keep in vec(any::<bool>(), 8),
        shard in 0..12_000u32,
        design in Just(design),
    ) -> Case {
        // The second tuple keeps some of the first one's values, because near misses collide most easily.
        let second = first.iter().zip(second).zip(keep.iter().cycle());
        let second = second.map(|((first, second), keep)| if *keep { first.clone() } else { second }).collect();
        Case { design, tuples: [first, second], shard }
    }
}

fn too_long(key: &crate::Result<Option<ItemKey>>) -> bool {
    matches!(key, Err(error) if error.kind() == ErrorKind::KeyTooLong)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn keys_round_trip(case in cases()) {
        let key = case.key(0);
        if !too_long(&key) {
            let key = key.unwrap().unwrap();
            let parsed = parse(case.design.entity(), 0, &key).unwrap();
            let values: Vec<_> = parsed.values.into_iter().map(|parsed| parsed.value).collect();
            let placed = values.len();
            prop_assert_eq!(values, &case.stored(0)[..placed]);
            let sharded = case.design.partition.contains(&Segment::Shard { width: 2 });
            prop_assert_eq!(parsed.shard, sharded.then_some(case.shard));
        }
    }

    #[test]
    fn different_values_give_different_keys(case in cases()) {
        let (first, second) = (case.key(0), case.key(1));
        if !too_long(&first) && !too_long(&second) {
            let placed = |tuple| {
                let sort = case.design.sort.as_deref().unwrap_or_default();
                let placeholders = case.design.partition.iter().chain(sort);
                let count = placeholders.filter(|segment| matches!(segment, Segment::Field { .. })).count();
                case.stored(tuple)[..count].to_vec()
            };
            prop_assert_eq!(first.unwrap() == second.unwrap(), placed(0) == placed(1));
        }
    }

    #[test]
    fn keys_are_bounded(case in cases(), length in 0..3_000usize) {
        let mut case = case;
        for value in &mut case.tuples[0] {
            if let KeyValue::Text(text) = value && text.len() > 6 {
                *value = KeyValue::Text("é#".repeat(length / 3).into());
            }
        }
        if let Ok(Some(key)) = case.key(0) {
            prop_assert!(key.partition.size() <= 2_048);
            prop_assert!(key.sort.is_none_or(|sort| sort.size() <= 1_024));
        }
    }

    #[test]
    fn parsing_never_panics_and_is_strict(
        case in cases(),
        noise in prop_oneof!["\\PC{0,40}", "HEAD#[#%0-9A-Z:\\-]{0,40}"],
        cut in any::<prop::sample::Index>(),
        paste in any::<bool>(),
    ) {
        let entity = case.design.entity();
        let mangled = |scalar: &KeyScalar| {
            let text = scalar.as_s().unwrap();
            let at = (0..=cut.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            let (head, tail) = text.split_at(at);
            KeyScalar::S(if paste { format!("{head}{noise}{tail}") } else { format!("{head}{noise}") })
        };
        let noisy = KeyScalar::S(noise.clone());
        let _ = parse_partition(entity, 0, &entity.keys[0].partition, &noisy);
        let noisy = ItemKey { partition: noisy.clone(), sort: Some(noisy) };
        let _ = parse(entity, 0, &noisy);
        if let Ok(Some(key)) = case.key(0) {
            let mangled = ItemKey { partition: mangled(&key.partition), sort: key.sort.as_ref().map(mangled) };
            if let Ok(parsed) = parse(entity, 0, &mangled) {
                // Strict: rendering the parsed values must give the same key.
                let value = |field| parsed.value(field).map(|parsed| parsed.value.clone());
                prop_assert_eq!(item_key(entity, 0, &value, parsed.shard).unwrap(), Some(mangled));
            }
        }
    }

    #[test]
    fn raw_values_are_injective_or_rejected(values in [hostile(), hostile()], others in [hostile(), hostile()]) {
        let design = Design {
            encoding: Encoding::Raw,
            fields: vec![("a", FieldKind::Text, false), ("b", FieldKind::Text, false)],
            partition: vec![
                Segment::Field { field: 0, form: Form::Default, raw: false },
                Segment::Literal("/"),
                Segment::Field { field: 1, form: Form::Default, raw: false },
            ],
            ..Design::default()
        };
        let entity = design.entity();
        let key = |values: &[String; 2]| {
            item_key(entity, 0, &|field| Some(KeyValue::Text(values[usize::from(field)].clone().into())), None)
        };
        let reserved = values[0].contains(['#', '/']) || values[1].contains('#');
        match key(&values) {
            Ok(written) => {
                prop_assert!(!reserved);
                let written = written.unwrap();
                prop_assert_eq!(written.partition.as_s().unwrap(), format!("{}/{}", values[0], values[1]));
                let parsed = parse(entity, 0, &written).unwrap();
                let parsed: Vec<_> = parsed.values.into_iter().map(|parsed| parsed.value).collect();
                prop_assert_eq!(parsed, values.clone().map(|text| KeyValue::Text(text.into())));
                if let Ok(Some(other)) = key(&others) {
                    prop_assert_eq!(other == written, others == values);
                }
            }
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::KeyValue);
                prop_assert!(reserved);
            }
        }
    }
}

/// Kinds and forms whose sort keys have the order of their values.
fn ordered() -> impl Strategy<Value = (FieldKind, Form)> {
    let times = [
        TimeForm::Seconds,
        TimeForm::Millis,
        TimeForm::Micros,
        TimeForm::Nanos,
        TimeForm::Epoch,
        TimeForm::EpochMillis,
    ];
    let instants = select(vec![FieldKind::Time, FieldKind::CivilTime]);
    prop_oneof![
        4 => Just((FieldKind::Text, Form::Default)),
        1 => Just((FieldKind::FixedText(4), Form::Default)),
        1 => Just((FieldKind::Date, Form::Default)),
        2 => (select(vec![I64, I128, U8]), Just(Form::Default)),
        1 => Just((U8, Form::Width(8))),
        1 => (instants.clone(), Just(Form::Default)),
        2 => (instants.clone(), select(times.to_vec()).prop_map(Form::Time)),
        1 => select(vec![Bucket::Minute, Bucket::Hour, Bucket::Day, Bucket::Week, Bucket::Month, Bucket::Year])
            .prop_flat_map(move |bucket| (instants.clone(), Just(Form::Bucket(bucket)))),
    ]
}

prop_compose! {
    /// Sort keys whose texts come last or are followed by a byte up to `$`.
    fn sort_keys()(
        typed in vec(ordered(), 1..5),
        last in any::<bool>(),
        literals in vec(select(vec!["", "#", "$", "!x", " ", "#A#"]), 4),
    )(
        first in typed.iter().map(|(kind, _)| value(*kind)).collect::<Vec<_>>(),
        second in typed.iter().map(|(kind, _)| value(*kind)).collect::<Vec<_>>(),
        keep in vec(any::<bool>(), 8),
        typed in Just(typed),
        last in Just(last),
        literals in Just(literals),
    ) -> Case {
        let mut sort = segments(KeyPart::Sort, &typed, 0, &literals);
        if last {
            sort.pop();
        }
        let fields = typed.iter().map(|(kind, _)| ("field", *kind, false)).collect();
        let second = first.iter().zip(second).zip(keep.iter().cycle());
        let second = second.zip(&typed).map(|(((first, second), keep), (kind, _))| match (keep, first) {
            // Half of the kept texts are extended: `Ann` and `Ann Lee`.
            (true, KeyValue::Text(text)) if kind.text_bytes().is_none() && text.len() % 2 == 0 => {
                KeyValue::Text(format!("{text}{}", if text.len() % 4 == 0 { " Lee" } else { "\u{0}" }).into())
            }
            (true, first) => first.clone(),
            (false, _) => second,
        });
        let design = Design { fields, sort: Some(sort), ..Design::default() };
        Case { design, tuples: [first.clone(), second.collect()], shard: 0 }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn sort_keys_sort_like_their_values(case in sort_keys()) {
        let (first, second) = (case.key(0), case.key(1));
        if !too_long(&first) && !too_long(&second) {
            let (first, second) = (first.unwrap().unwrap(), second.unwrap().unwrap());
            let (first, second) = (first.sort.unwrap(), second.sort.unwrap());
            let stored = |tuple| {
                let mut values = case.stored(tuple);
                // `stored` pairs the placeholders of both parts. Here all belong to the sort key.
                values.truncate(case.design.fields.len());
                values
            };
            prop_assert_eq!(first.cmp(&second), stored(0).cmp(&stored(1)), "{:?} {:?}", first, second);
        }
    }
}
