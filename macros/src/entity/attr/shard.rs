//! `#[shard(..)]` and `shard(..)`.

use proc_macro2::{Span, TokenStream};
use syn::{Ident, Path, Token, parse::Parser, punctuated::Punctuated, spanned::Spanned};

use super::grow::{self, Growth};
use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
};

pub(crate) const OPTIONS: [&str; 6] = ["random", "hash", "count", "with", "first", "grow"];
pub(super) const MAX_COUNT: u32 = 10_000;

/// How one partition key is spread.
pub(crate) struct ShardAttr {
    pub(crate) count: u32,
    pub(crate) first: u32,
    pub(crate) kind: ShardKind,
    pub(crate) grow: Vec<Growth>,
}

pub(crate) enum ShardKind {
    Random,
    Hash { fields: Vec<Ident>, with: Option<Path> },
}

impl ShardAttr {
    pub(crate) fn read(mut options: Options, place: Span, errors: &Errors) -> Option<Self> {
        let grow: Vec<Opt> = std::iter::from_fn(|| options.take("grow")).collect();
        let hash = options.take("hash");
        let random = match &hash {
            Some(_) => options.take("random"),
            None => options.require("random", place, "write `random = 10`, or `hash(field), count = 10`", errors),
        };
        let with = options.take("with");
        let first = options.take("first");
        let count = options.take("count");
        let shard = match (random, hash) {
            (Some(random), Some(hash)) => {
                let message = "KW009: a shard is random or a hash, not both; keep one of the two";
                errors.twice(random.span(), hash.span(), message);
                None
            }
            (Some(random), None) => {
                refuse_without_hash([with.as_ref(), count.as_ref()], errors);
                Some((random, ShardKind::Random))
            }
            (None, Some(hash)) => {
                let with = with.and_then(|with| with.path("crate::shard_of", errors));
                if count.is_none() {
                    errors.at(hash.span(), "KW009: a hash needs the number of shards; add `count = 10`");
                }
                let kind = ShardKind::Hash { fields: hashed(&hash, errors), with };
                Some((count.unwrap_or(hash), kind))
            }
            (None, None) => None,
        };
        let (count, kind) = shard?;
        let first = first.and_then(|first| first.number("1", errors).map(|number| (number, first)));
        // Beside an error there are as many as there may be.
        let known = if count.name == "hash" { None } else { check_count(&count, errors) };
        let count = known.unwrap_or(MAX_COUNT);
        let grow = grow::read(&grow, known.unwrap_or(0), errors);
        let last = grow.last().map_or(count, |last| last.count);
        let first = first.map_or(0, |(first, option)| check_first(first, last, &option, errors));
        Some(Self { count, first, kind, grow })
    }
}

/// The fields in `hash(a, b)`.
pub(super) fn hashed(hash: &Opt, errors: &Errors) -> Vec<Ident> {
    let tokens = match &hash.value {
        Value::List(tokens) if !tokens.is_empty() => tokens.clone(),
        _ => {
            errors.at(hash.span(), "KW009: `hash` takes the fields to hash, as in `hash(id), count = 10`");
            return Vec::new();
        }
    };
    let fields = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(tokens);
    let mut names: Vec<Ident> = Vec::new();
    match fields {
        Ok(fields) => {
            for field in fields {
                match names.iter().find(|name| **name == field) {
                    Some(first) => {
                        let message = format!("KW020: `{field}` is hashed twice; keep one of the two");
                        errors.twice(first.span(), field.span(), message);
                    }
                    None => names.push(field),
                }
            }
        }
        Err(error) => errors.at(error.span(), "KW020: `hash` takes fields' names, as in `hash(id), count = 10`"),
    }
    names
}

fn refuse_without_hash(options: [Option<&Opt>; 2], errors: &Errors) {
    for option in options.into_iter().flatten() {
        let message =
            format!("KW020: `{}` goes with `hash(..)`; random shards are counted by `random = N` alone", option.name);
        errors.at(option.span(), message);
    }
}

/// KW009: a count that spreads nothing, or too far to be read, is none.
pub(crate) fn check_count(option: &Opt, errors: &Errors) -> Option<u32> {
    let name = &option.name;
    let wrong = match option.number::<u64>("10", errors)? {
        0 => format!("`{name} = 0`: without a shard no item has a place; write a number from 2 to 10,000"),
        1 => format!("`{name} = 1`: one shard spreads nothing; write a number from 2 to 10,000, or leave it out"),
        count => match u32::try_from(count) {
            Ok(count) if count <= MAX_COUNT => return Some(count),
            _ => format!(
                "`{name} = {count}`: a read visits every shard; write a number from 2 to 10,000; if that is too few, make the items smaller"
            ),
        },
    };
    errors.on(option, format!("KW009: {wrong}"));
    None
}

/// KW009: the last shard's number must fit.
pub(crate) fn check_first(first: u32, count: u32, option: &Opt, errors: &Errors) -> u32 {
    if first.checked_add(count).is_none() {
        errors.on(option, format!("KW009: shards counted from {first} do not fit 32 bits; write `first = 1`"));
        return 0;
    }
    first
}

/// The tokens of `shard(..)`.
pub(crate) fn of_option(option: &Opt, errors: &Errors) -> Option<ShardAttr> {
    let Value::List(list) = &option.value else {
        option.refuse("takes a list, as in `shard(random = 10)`", errors);
        return None;
    };
    ShardAttr::read(parse(list.clone(), errors), option.span(), errors)
}

fn parse(list: TokenStream, errors: &Errors) -> Options {
    Options::parse(list, "shard(..)", &OPTIONS, errors)
}

/// `#[shard(..)]`
pub(crate) fn of_attribute(attribute: &syn::Attribute, errors: &Errors) -> Option<ShardAttr> {
    ShardAttr::read(Options::of(attribute, &OPTIONS, errors), attribute.path().span(), errors)
}
