//! `#[peak(..)]` and `peak(..)`.

use proc_macro2::Span;
use syn::{Attribute, spanned::Spanned};

use super::value::{number, share};
use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
};

const OPTIONS: [&str; 4] = ["writes_per_second", "item_bytes", "reads_per_second", "top_share"];

/// A declared peak. An index's may leave out what the entity's says.
#[derive(Clone, Default)]
pub(crate) struct PeakAttr {
    pub(crate) writes_per_second: Option<u64>,
    pub(crate) item_bytes: Option<(u64, Span)>,
    pub(crate) reads_per_second: Option<(u64, Span)>,
    pub(crate) top_share: Option<f64>,
}

impl PeakAttr {
    /// The entity's: rate and size must be there.
    pub(crate) fn of(attribute: &Attribute, errors: &Errors) -> Option<Self> {
        let mut options = Options::of(attribute, &OPTIONS, errors);
        let place = attribute.path().span();
        let writes = options.require("writes_per_second", place, "add `writes_per_second = 5_000`", errors);
        let bytes = options.require("item_bytes", place, "add `item_bytes = 700`, the stored item's size", errors);
        Some(Self::read(options, writes, bytes, errors))
    }

    /// An index's.
    pub(crate) fn of_index(option: &Opt, errors: &Errors) -> Option<Self> {
        let Value::List(list) = &option.value else {
            option.refuse("takes a list, as in `peak(writes_per_second = 500)`", errors);
            return None;
        };
        let mut options = Options::parse(list.clone(), "peak(..)", &OPTIONS, errors);
        let (writes, bytes) = (options.take("writes_per_second"), options.take("item_bytes"));
        Some(Self::read(options, writes, bytes, errors))
    }

    fn read(mut options: Options, writes: Option<Opt>, bytes: Option<Opt>, errors: &Errors) -> Self {
        let item_bytes = bytes.and_then(|option| Some((number(&option, "700", errors)?, value_span(&option))));
        Self {
            writes_per_second: writes.and_then(|option| number(&option, "5_000", errors)),
            item_bytes: item_bytes.and_then(|(bytes, place)| check_item_bytes(bytes, place, errors)),
            reads_per_second: options
                .take("reads_per_second")
                .and_then(|option| Some((number(&option, "1_000", errors)?, value_span(&option)))),
            top_share: options.take("top_share").and_then(|option| share(&option, errors)),
        }
    }
}

fn value_span(option: &Opt) -> Span {
    syn::spanned::Spanned::span(option)
}

fn check_item_bytes(bytes: u64, place: Span, errors: &Errors) -> Option<(u64, Span)> {
    if bytes == 0 {
        errors.at(
            place,
            "KW020: `item_bytes` is 0; write the stored item's size, names and values, as in `item_bytes = 700`",
        );
        return None;
    }
    Some((bytes, place))
}
