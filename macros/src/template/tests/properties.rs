//! Tests that any text is a template or gives a list of mistakes, and that a template has one meaning.

use std::fmt::Write as _;

use proc_macro2::Span;
use proptest::{collection::vec, option, prelude::*, sample::select};
use syn::LitStr;

use super::super::{Form, Piece, Spec, Template, spec::BUCKETS};

fn parse(source: &str) -> Template {
    Template::parse(&LitStr::new(source, Span::call_site()))
}

/// A piece of a template, without its place.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    Literal(String),
    Field { name: String, form: Form, raw: bool },
    Shard { width: u8 },
}

fn parts(template: &Template) -> Vec<Part> {
    let part = |piece: &Piece| match piece {
        Piece::Literal(text) => Part::Literal(text.clone()),
        Piece::Field(field) => Part::Field { name: field.name.clone(), form: field.form, raw: field.raw },
        Piece::Shard(shard) => Part::Shard { width: shard.width },
    };
    template.pieces.iter().map(part).collect()
}

/// Formats these parts as the source of a template.
fn printed(parts: &[Part]) -> String {
    let mut source = String::new();
    for part in parts {
        match part {
            Part::Literal(text) => source.push_str(&text.replace('<', "<<")),
            Part::Field { name, form, raw } => {
                let specs: Vec<String> = spec_of(*form).into_iter().chain(raw.then(|| "raw".to_owned())).collect();
                let colon = if specs.is_empty() { "" } else { ":" };
                write!(source, "<{name}{colon}{}>", specs.join(",")).unwrap();
            }
            Part::Shard { width: 0 } => source.push_str("<shard>"),
            Part::Shard { width } => write!(source, "<shard:0{width}>").unwrap(),
        }
    }
    source
}

/// Returns the spec for a form. `None` for the default.
fn spec_of(form: Form) -> Option<String> {
    match form {
        Form::Default => None,
        Form::Width(width) => Some(format!("w{width}")),
        form => Spec::names().find(|name| Spec::named(name) == Some(Spec::Form(form))).map(str::to_owned),
    }
}

/// Generates text that looks like a template.
fn alike() -> impl Strategy<Value = String> {
    let words = [
        "<",
        ">",
        "<<",
        ":",
        ",",
        "#",
        "a",
        "at",
        "shard",
        "<shard>",
        "<at:day>",
        "<id:w8>",
        "raw",
        "day",
        "w",
        "02",
        "_",
        "r#",
        "fn",
        "\u{e9}",
        "\u{1f980}",
        "\u{301}",
        "\0",
        "\n",
        "\"",
        "'",
        "/*",
        "\\",
    ];
    vec(select(words.to_vec()), 0..12).prop_map(|words| words.concat())
}

fn form() -> impl Strategy<Value = Form> {
    let named = Spec::names().filter_map(|name| match Spec::named(name) {
        Some(Spec::Form(form)) => Some(form),
        _ => None,
    });
    prop_oneof![Just(Form::Default), select(named.collect::<Vec<_>>()), (1..=39_u8).prop_map(Form::Width)]
}

fn placeholder() -> impl Strategy<Value = Part> {
    let name = prop_oneof!["[a-z][a-z0-9_]{0,5}", Just("type".to_owned()), Just("gr\u{f6}\u{df}e".to_owned())];
    let name = name.prop_filter("the word of the shard", |name| name != "shard");
    let field = (name, form(), any::<bool>()).prop_map(|(name, form, raw)| Part::Field { name, form, raw });
    prop_oneof![4 => field, 1 => (0..=9_u8).prop_map(|width| Part::Shard { width })]
}

/// Generates placeholders with text between some of them.
fn template() -> impl Strategy<Value = Vec<Part>> {
    let literal = option::of("[ -~\u{a1}-\u{ff}]{1,6}".prop_map(Part::Literal));
    vec((literal, placeholder()), 1..5)
        .prop_map(|pairs| pairs.into_iter().flat_map(|(literal, part)| literal.into_iter().chain([part])).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_parses_or_reports_problems(source in prop_oneof![any::<String>(), alike()]) {
        let template = parse(&source);
        for field in template.placeholders() {
            prop_assert_eq!(&source[field.place.clone()], &field.name);
            prop_assert_eq!(&source[field.end..=field.end], ">");
        }
        if template.problems.is_empty() {
            let parts = parts(&template);
            let again = parse(&printed(&parts));
            prop_assert_eq!(&again.problems, &[""; 0]);
            prop_assert_eq!(self::parts(&again), parts);
        } else {
            let problems = &template.problems;
            prop_assert!(problems.iter().all(|problem| problem.starts_with("KW00")), "{:?}", problems);
        }
    }

    #[test]
    fn printed_templates_parse_back(parts in template()) {
        let template = parse(&printed(&parts));
        prop_assert_eq!(&template.problems, &[""; 0]);
        prop_assert_eq!(self::parts(&template), parts);
    }

    #[test]
    fn setting_a_bucket_equals_parsing_the_edited_source(parts in template(), bucket in select(BUCKETS.to_vec())) {
        let template = parse(&printed(&parts));
        for (number, field) in template.placeholders().enumerate() {
            // Rules reject a bucket on a placeholder with another form before it is set.
            if field.form == Form::Default {
                let mut with_bucket = template.clone();
                with_bucket.set_bucket(number, bucket);
                let again = parse(&with_bucket.source);
                prop_assert_eq!(&again.problems, &[""; 0]);
                prop_assert_eq!(self::parts(&again), self::parts(&with_bucket));
            }
        }
    }
}
