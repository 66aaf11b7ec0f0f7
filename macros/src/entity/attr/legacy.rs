//! `legacy(..)`: a partition key of an older design.

use proc_macro2::Span;

use super::{
    instant::{self, Instant},
    shard::{self, MAX_COUNT, ShardAttr, ShardKind, check_count, check_first},
};
use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
    template::{Template, parse},
};

const OPTIONS: [&str; 7] = ["template", "shards", "hash", "count", "with", "first", "until"];

/// A partition key of an older design, which reads still visit.
pub(crate) struct LegacyAttr {
    pub(crate) template: Template,
    pub(crate) shard: Option<ShardAttr>,
    /// The first instant of the key's time that never had it, and its place.
    pub(crate) until: Option<(Instant, Span)>,
}

impl LegacyAttr {
    pub(crate) fn of(option: &Opt, errors: &Errors) -> Option<Self> {
        let Value::List(list) = &option.value else {
            option.refuse("takes a list, as in `legacy(template = \"OPS_LOG\", shards = 4)`", errors);
            return None;
        };
        let mut options = Options::parse(list.clone(), "legacy(..)", &OPTIONS, errors);
        let until = options.take("until").and_then(|until| instant::read(&until, errors));
        let shard = shard(&mut options, errors);
        let template =
            options.require("template", option.span(), "write the older key, as in `template = \"OPS_LOG\"`", errors);
        let template = parse(&template?.text("OPS_LOG", errors)?, errors);
        Some(Self { template, shard, until })
    }
}

/// `shards = 4`, or `hash(a, b), count = 4`.
fn shard(options: &mut Options, errors: &Errors) -> Option<ShardAttr> {
    let (shards, hash) = (options.take("shards"), options.take("hash"));
    let (count, with, first) = (options.take("count"), options.take("with"), options.take("first"));
    let (count, kind) = match (shards, hash) {
        (Some(shards), Some(hash)) => {
            let message = "KW009: the shards of an older key were a hash or not; write `shards = 4`, or \
                           `hash(id), count = 4`";
            errors.twice(shards.span(), hash.span(), message);
            return None;
        }
        (Some(shards), None) => {
            refuse_without_hash([with, count], errors);
            (Some(shards), ShardKind::Random)
        }
        (None, Some(hash)) => {
            if count.is_none() {
                errors.at(hash.span(), "KW009: a hash needs the number of shards; add `count = 4`");
            }
            let with = with.and_then(|with| with.path("crate::shard_of", errors));
            (count, ShardKind::Hash { fields: shard::hashed(&hash, errors), with })
        }
        (None, None) => {
            refuse_without_hash([with, count], errors);
            if let Some(first) = first {
                first.refuse("counts shards, and there are none; add `shards = 4`", errors);
            }
            return None;
        }
    };
    // Beside an error there are as many as there may be.
    let count = count.and_then(|count| check_count(&count, errors)).unwrap_or(MAX_COUNT);
    let first = first.and_then(|first| first.number("1", errors).map(|number| (number, first)));
    let first = first.map_or(0, |(number, first)| check_first(number, count, &first, errors));
    Some(ShardAttr { count, first, kind, grow: Vec::new() })
}

fn refuse_without_hash(options: [Option<Opt>; 2], errors: &Errors) {
    for option in options.into_iter().flatten() {
        option.refuse("goes with `hash(..)`; other older shards are counted by `shards = 4` alone", errors);
    }
}
