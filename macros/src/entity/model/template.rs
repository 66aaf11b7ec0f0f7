//! A template whose placeholders are fields.

use std::ops::Range;

use proc_macro2::Span;
use syn::LitStr;

use super::Fields;
use crate::{
    errors::Errors,
    suggest::{list, nearest},
    template::{Form, Piece, Template},
};

/// A template, its names looked up; an appended shard included.
#[derive(Clone)]
pub(crate) struct KeyTemplate {
    /// Of the first attribute, and mostly the only one.
    pub(crate) literal: LitStr,
    /// Of the others.
    pub(crate) more: Vec<LitStr>,
    pub(crate) source: String,
    pub(crate) segments: Vec<Segment>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Segment {
    Literal(String),
    Field {
        field: u8,
        form: Form,
        raw: bool,
    },
    Delimiter,
    /// The next attribute's template begins, which is this.
    NextAttribute(String),
    Shard {
        width: u8,
    },
}

/// The part of a key that a template is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// A partition key, with a shard or without; how one would be declared.
    Partition {
        sharded: bool,
        declare: &'static str,
    },
    Sort,
}

impl KeyTemplate {
    /// Of a template for each attribute.
    pub(crate) fn new(templates: &[Template], part: Part, entity: &str, fields: &Fields<'_>, errors: &Errors) -> Self {
        check_shard_place(templates, part, errors);
        let mut segments = Vec::new();
        for (at, template) in templates.iter().enumerate() {
            if at > 0 {
                segments.push(Segment::NextAttribute(template.source.clone()));
            }
            check_braces(template, fields, errors);
            push_segments(&mut segments, template, entity, fields, errors);
        }
        let is_placed = templates.iter().any(|template| template.shards().next().is_some());
        if matches!(part, Part::Partition { sharded: true, .. }) && !is_placed {
            segments.extend([Segment::Delimiter, Segment::Shard { width: 0 }]);
        }
        let mut literals = templates.iter().map(|template| template.literal.clone());
        let sources: Vec<&str> = templates.iter().map(|template| template.source.as_str()).collect();
        Self {
            literal: literals.next().unwrap_or_else(|| LitStr::new("", Span::call_site())),
            more: literals.collect(),
            source: sources.join(", "),
            segments,
        }
    }

    /// The fields in it with their forms, in order.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (u8, Form)> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Field { field, form, .. } => Some((*field, *form)),
            _ => None,
        })
    }
}

/// The segments of one attribute.
fn push_segments(segments: &mut Vec<Segment>, template: &Template, entity: &str, fields: &Fields<'_>, errors: &Errors) {
    for piece in &template.pieces {
        match piece {
            Piece::Literal(text) => segments.push(Segment::Literal(text.clone())),
            Piece::Shard(shard) => segments.push(Segment::Shard { width: shard.width }),
            Piece::Field(placeholder) => {
                let found = resolve(&placeholder.name, entity, fields, |unresolved| {
                    let Unresolved { what, help, known } = unresolved;
                    let known = known.map_or_else(String::new, |known| format!("\n    {known}"));
                    let problem = template.problem(&placeholder.place, what, help);
                    errors.on(&template.literal, format!("{problem}{known}"));
                });
                let (form, raw) = (placeholder.form, placeholder.raw);
                segments.extend(found.map(|field| Segment::Field { field, form, raw }));
            }
        }
    }
}

/// What is said of a name that no stored field has.
pub(super) struct Unresolved {
    pub(super) what: String,
    pub(super) help: String,
    /// The fields that there are.
    pub(super) known: Option<String>,
}

/// KW006: a name that no stored field has. Where another is meant, as it seems, that one is returned, so that what
/// is generated beside the error fits what calls it.
pub(super) fn resolve(name: &str, entity: &str, fields: &Fields<'_>, report: impl FnOnce(Unresolved)) -> Option<u8> {
    let place = fields.place(name);
    if place.is_some() {
        return place;
    }
    if let Some(why) = fields.why_unstored(name) {
        report(Unresolved {
            what: format!("KW006: serde {why} `{name}`, so that an item of `{entity}` does not hold it"),
            help: format!("drop it from the key, or `#[serde(..)]` from the field `{name}`"),
            known: None,
        });
        return None;
    }
    let names = fields.names();
    let near = nearest(name, &names);
    report(Unresolved {
        what: format!("KW006: `{entity}` has no field `{name}`"),
        help: near.map_or("write a field's name".to_owned(), |near| format!("did you mean `{near}`?")),
        known: (!names.is_empty()).then(|| format!("its fields are {}", list(&names))),
    });
    near.and_then(|near| fields.place(near))
}

/// KW005: `{id}` would be the same text in every key, so that items overwrite each other.
fn check_braces(template: &Template, fields: &Fields<'_>, errors: &Errors) {
    for (open, _) in template.source.match_indices('{') {
        let name = template.source.get(open + 1..).and_then(|rest| rest.split_once('}')).map(|(name, _)| name);
        let Some(name) = name.filter(|name| fields.place(name).is_some()) else { continue };
        let what = format!("KW005: `{{{name}}}` is text, the same in every key");
        let place = open..open + name.len() + 2;
        errors.on(&template.literal, template.problem(&place, what, format!("write `<{name}>` for the field")));
    }
}

/// KW009: the shard stands once, in a partition key that has one.
fn check_shard_place(templates: &[Template], part: Part, errors: &Errors) {
    let report = |(template, place): (&Template, &Range<usize>), what: &str, help: &str| {
        errors.on(&template.literal, template.problem(place, format!("KW009: {what}"), help));
    };
    let mut shards = templates.iter().flat_map(|template| template.shards().map(move |shard| (template, &shard.place)));
    let Some(first) = shards.next() else { return };
    match part {
        Part::Sort => report(first, "the shard is part of the partition key, not of the sort key", "drop it here"),
        Part::Partition { sharded: false, declare } => {
            let help = format!("declare them, as in `{declare}`, or drop it");
            report(first, "`<shard>` without shards", &help);
        }
        Part::Partition { sharded: true, .. } => {
            if let Some(second) = shards.next() {
                report(second, "the shard stands twice in one key", "drop one of the two");
            }
        }
    }
}
