//! The rules of a template's text that do not depend on the fields' types.

use std::ops::Range;

use crate::{
    errors::Errors,
    model::entity::{Entity, Fields},
    read::entity::{Attrs, KeyAttr},
    template::Template,
};

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    for template in all(attrs) {
        check_syntax(template, errors);
        check_braces(template, &entity.fields, errors);
    }
    for key in &attrs.keys {
        check_shard_place(&key.partition, key.shard.is_some(), declaration(key), errors);
        check_shard_in_sort_key(&key.sort, errors);
        for legacy in &key.legacy {
            let is_sharded = legacy.shards.is_some() || legacy.hash.is_some();
            let templates = legacy.template.as_slice();
            check_shard_place(templates, is_sharded, "shards = 4", errors);
        }
    }
    for local in &attrs.locals {
        check_shard_in_sort_key(std::slice::from_ref(&local.sort), errors);
    }
}

/// Returns all templates of an entity.
pub(super) fn all(attrs: &Attrs) -> impl Iterator<Item = &Template> {
    let of_keys = attrs.keys.iter().flat_map(|key| {
        let older = key.legacy.iter().filter_map(|legacy| legacy.template.as_ref());
        key.partition.iter().chain(older).chain(&key.sort)
    });
    of_keys.chain(attrs.locals.iter().map(|local| &local.sort))
}

/// KW005 and KW008: a template consists of text and placeholders with known specs.
fn check_syntax(template: &Template, errors: &Errors) {
    for problem in &template.problems {
        errors.on(&template.literal, problem);
    }
}

/// KW005: `{id}` would be constant text in every key, so that items overwrite each other.
fn check_braces(template: &Template, fields: &Fields<'_>, errors: &Errors) {
    for (open, _) in template.source.match_indices('{') {
        let name = template.source.get(open + 1..).and_then(|rest| rest.split_once('}')).map(|(name, _)| name);
        let Some(name) = name.filter(|name| fields.place(name).is_some()) else { continue };
        let what = format!("KW005: `{{{name}}}` is text, the same in every key");
        let place = open..open + name.len() + 2;
        errors.on(&template.literal, template.problem(&place, what, format!("write `<{name}>` for the field")));
    }
}

/// The option that declares shards of a key.
fn declaration(key: &KeyAttr) -> &'static str {
    if key.index.is_some() { "shard(random = 10)" } else { "#[shard(random = 10)]" }
}

/// KW009: the shard is written once, in a partition key that has shards.
fn check_shard_place(templates: &[Template], is_sharded: bool, declare: &str, errors: &Errors) {
    let mut shards = shards(templates);
    let Some(first) = shards.next() else { return };
    if !is_sharded {
        let help = format!("declare them, as in `{declare}`, or drop it");
        report(first, "`<shard>` without shards", &help, errors);
    } else if let Some(second) = shards.next() {
        report(second, "the shard appears twice in one key", "drop one of the two", errors);
    }
}

/// KW009: a sort key orders the items of one partition key, and shards are several partition keys.
fn check_shard_in_sort_key(templates: &[Template], errors: &Errors) {
    if let Some(first) = shards(templates).next() {
        report(first, "the shard is part of the partition key, not of the sort key", "drop it here", errors);
    }
}

fn shards(templates: &[Template]) -> impl Iterator<Item = (&Template, &Range<usize>)> {
    templates.iter().flat_map(|template| template.shards().map(move |shard| (template, &shard.place)))
}

fn report((template, place): (&Template, &Range<usize>), what: &str, help: &str, errors: &Errors) {
    errors.on(&template.literal, template.problem(place, format!("KW009: {what}"), help));
}
