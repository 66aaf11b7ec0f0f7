use proptest::{collection::vec, prelude::*, sample::select};

use super::*;
use crate::{
    check::samples::{Design, FLAG, STATUS, U64},
    key::FieldKind::{self, Date, Text, Time},
};

const BYTE: FieldKind = FieldKind::Integer { digits: 3, signed: false };

const FIELDS: &[(&str, FieldKind)] =
    &[("status", STATUS), ("done", FLAG), ("at", Time), ("name", Text), ("count", U64), ("on", Date), ("level", BYTE)];

fn of(template: &'static str) -> KeyCardinality {
    let entity = Design::new("Item", FIELDS).key(template, "<name>").random(4).build();
    KeyCardinality::of(entity, &entity.keys[0].partition)
}

#[test]
fn literals_are_constant() {
    assert!(of("ITEM").is_constant());
    assert_eq!((of("ITEM").values(), of("ITEM").roll_over()), (Some(1), None));
}

#[test]
fn times_of_a_second_or_longer_are_one_value_at_a_time() {
    for (template, span) in [
        ("ITEM#<at:minute>", Span::Bucket(Bucket::Minute)),
        ("ITEM#<at:day>", Span::Bucket(Bucket::Day)),
        ("ITEM#<at:s>", Span::Second),
        ("ITEM#<at:epoch>", Span::Second),
        ("ITEM#<on>", Span::Bucket(Bucket::Day)),
        ("<on>", Span::Bucket(Bucket::Day)),
        ("ITEM#<on>#<at:hour>", Span::Bucket(Bucket::Hour)),
        ("ITEM#<at:month>#<on>", Span::Bucket(Bucket::Day)),
    ] {
        assert_eq!((of(template).moving(), of(template).values()), (Some(span), Some(1)), "{template}");
        assert_eq!(of(template).roll_over(), Some(span));
    }
}

#[test]
fn times_below_a_second_have_many_even_values() {
    for template in
        ["ITEM#<at>", "ITEM#<at:ms>", "ITEM#<at:us>", "ITEM#<at:epoch_ms>", "ITEM#<at:day>#<at:ms>", "<status>#<at>"]
    {
        assert!(of(template).is_even(), "{template}");
        assert_eq!((of(template).values(), of(template).roll_over()), (None, None), "{template}");
    }
}

#[test]
fn a_ttl_is_one_value_a_second_in_every_finer_form() {
    let of = |template| {
        let entity = Design::new("Item", FIELDS).ttl("at").key(template, "<name>").random(4).build();
        let template = &entity.keys[0].partition;
        let cardinality = KeyCardinality::of(entity, template);
        assert_eq!(KeyCardinality::has_unknown_values(entity, template), cardinality.values().is_none());
        cardinality
    };
    for template in ["ITEM#<at>", "ITEM#<at:ms>", "ITEM#<at:epoch_ms>", "ITEM#<at:s>", "ITEM#<at:day>#<at>"] {
        assert_eq!(of(template).moving(), Some(Span::Second), "{template}");
    }
    assert_eq!(of("ITEM#<at:day>").moving(), Some(Span::Bucket(Bucket::Day)));
    let in_seconds = Design::new("Item", FIELDS).ttl("count").key("ITEM#<count>", "<name>").build();
    assert_eq!(KeyCardinality::of(in_seconds, &in_seconds.keys[0].partition).moving(), Some(Span::Second));
    assert_eq!(of("ITEM#<status>#<at>").few(), Some(3));
}

#[test]
fn counts_of_few_values_multiply() {
    assert_eq!(of("ITEM#<status>").few(), Some(3));
    assert_eq!(of("ITEM#<status>#<done>#<at:hour>").few(), Some(6));
    assert_eq!(of("ITEM#<status>#<status>").few(), Some(3));
    assert_eq!(of("ITEM#<level>").few(), Some(256));
    assert_eq!(of("ITEM#<count:w2>").few(), Some(100));
    assert_eq!(of("ITEM#<status>#<on>").roll_over(), Some(Span::Bucket(Bucket::Day)));
}

#[test]
fn other_fields_have_unknown_variety() {
    for template in ["ITEM#<name>", "ITEM#<status>#<name>", "ITEM#<count>", "ITEM#<name>#<on>"] {
        assert_eq!((of(template).values(), of(template).is_even()), (None, false), "{template}");
    }
    assert_eq!(of("ITEM#<name>#<on>").roll_over(), Some(Span::Bucket(Bucket::Day)));
}

fn placeholder() -> impl Strategy<Value = Segment> {
    let forms = [Form::Default, Form::Bucket(Bucket::Day), Form::Time(TimeForm::Seconds), Form::Width(2), Form::Plain];
    (0..=FIELDS.len() as u8, select(forms.to_vec())).prop_map(|(field, form)| Segment::Field {
        field,
        form,
        raw: false,
    })
}

proptest! {
    #[test]
    fn values_are_unknown_where_the_cardinality_says_so(segments in vec(placeholder(), 0..5)) {
        let entity = Design::new("Item", FIELDS).key("ITEM", "<name>").build();
        let template = Template::new("", segments.leak());
        let is_unknown = KeyCardinality::of(entity, &template).values().is_none();
        prop_assert_eq!(KeyCardinality::has_unknown_values(entity, &template), is_unknown);
    }
}
