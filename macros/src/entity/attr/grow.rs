//! `grow(at = "..", count = N)`: more shards from some instant on.

use proc_macro2::Span;

use super::{
    instant::{self, Instant},
    shard::check_count,
};
use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
};

/// More shards for items from an instant of the key's time on.
#[derive(Clone)]
pub(crate) struct Growth {
    pub(crate) at: Instant,
    pub(crate) count: u32,
    /// The instant's literal.
    pub(crate) place: Span,
}

/// The growths of so many shards, the earliest first.
pub(crate) fn read(options: &[Opt], count: u32, errors: &Errors) -> Vec<Growth> {
    let mut growths: Vec<Growth> = Vec::new();
    for option in options {
        let (before, since) = growths.last().map_or((count, None), |last| (last.count, Some(last.at)));
        growths.extend(read_one(option, before, since, errors));
    }
    growths
}

/// KW009: each is later than the one before, and has more shards.
fn read_one(option: &Opt, before: u32, since: Option<Instant>, errors: &Errors) -> Option<Growth> {
    let Value::List(list) = &option.value else {
        option.refuse("takes a list, as in `grow(at = \"2027-01-01T00:00:00Z\", count = 40)`", errors);
        return None;
    };
    let mut options = Options::parse(list.clone(), "grow(..)", &["at", "count"], errors);
    let missing = "write the first instant that has the shards, as in `at = \"2027-01-01T00:00:00Z\"`";
    let at = options.require("at", option.span(), missing, errors);
    let missing = "write how many there are from then on, as in `count = 40`";
    let count = options.require("count", option.span(), missing, errors);
    let at = at.and_then(|at| instant::read(&at, errors));
    let count = count?;
    let grown = check_count(&count, errors)?;
    let (at, place) = at?;
    if since.is_some_and(|since| at <= since) {
        let message = "KW009: this `grow` is not later than the one before it; write them in the order of their \
                       instants, one for each";
        errors.at(place, message);
        return None;
    }
    if grown <= before {
        let message = format!(
            "KW009: `grow` from {before} shards to {grown}: fewer would hide the items of the others; write more than \
             {before}"
        );
        errors.on(&count, message);
        return None;
    }
    Some(Growth { at, count: grown, place })
}
