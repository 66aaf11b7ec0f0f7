//! `legacy(..)`: a partition key of an older design.

use super::{
    instant::is_instant,
    shard::{check_count, check_first},
    value::number,
};
use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
    template::{Template, parse},
};

/// A partition key of an older design, which reads still visit.
pub(crate) struct LegacyAttr {
    pub(crate) template: Template,
    /// How many shards it had, and the first one's number.
    pub(crate) shards: Option<(u32, u32)>,
}

impl LegacyAttr {
    pub(crate) fn of(option: &Opt, errors: &Errors) -> Option<Self> {
        let Value::List(list) = &option.value else {
            option.refuse("takes a list, as in `legacy(template = \"OPS_LOG\", shards = 4)`", errors);
            return None;
        };
        let mut options = Options::parse(list.clone(), "legacy(..)", &["template", "shards", "first", "until"], errors);
        if let Some(until) = options.take("until") {
            check_until(&until, errors);
        }
        let count = options.take("shards").map(|shards| check_count(&shards, errors));
        let first = options.take("first");
        let template =
            options.require("template", option.span(), "write the older key, as in `template = \"OPS_LOG\"`", errors);
        let template = parse(&template?.text("OPS_LOG", errors)?, errors);
        let shards = match (count, first) {
            (Some(count), Some(first)) => {
                let number = number(&first, "1", errors).unwrap_or(0);
                Some((count, check_first(number, count, &first, errors)))
            }
            (Some(count), None) => Some((count, 0)),
            (None, Some(first)) => {
                first.refuse("counts shards, and there are none; add `shards = 4`", errors);
                None
            }
            (None, None) => None,
        };
        Some(Self { template, shards })
    }
}

fn check_until(option: &Opt, errors: &Errors) {
    let Some(text) = option.text("2027-01-01T00:00:00Z", errors) else { return };
    if !is_instant(&text.value()) {
        option.refuse("takes an instant in RFC 3339, as in `until = \"2027-01-01T00:00:00Z\"`", errors);
    }
}
