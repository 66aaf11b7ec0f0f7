//! `#[peak(..)]` and `peak(..)`.

use proc_macro2::Span;
use syn::{Attribute, spanned::Spanned};

use super::value::share;
use crate::{
    errors::Errors,
    options::{Opt, Options, Value},
};

const OPTIONS: [&str; 8] = [
    "writes_per_second",
    "creates",
    "updates",
    "deletes",
    "item_bytes",
    "in_transactions",
    "reads_per_second",
    "top_share",
];

const INDEX_OPTIONS: [&str; 8] =
    ["writes_per_second", "creates", "updates", "deletes", "item_bytes", "moves", "reads_per_second", "top_share"];

/// The options that give a rate; the first is short for the second.
const RATES: [&str; 4] = ["writes_per_second", "creates", "updates", "deletes"];

/// A declared peak. An index's may leave out what the entity's says.
#[derive(Clone, Default)]
pub(crate) struct PeakAttr {
    pub(crate) writes: Option<Writes>,
    pub(crate) item_bytes: Option<(u64, Span)>,
    pub(crate) in_transactions: Option<f64>,
    pub(crate) moves: Option<f64>,
    pub(crate) reads_per_second: Option<(u64, Span)>,
    pub(crate) top_share: Option<f64>,
}

/// Writes a second, by kind.
#[derive(Clone, Copy)]
pub(crate) struct Writes {
    pub(crate) creates: u64,
    pub(crate) updates: u64,
    pub(crate) deletes: u64,
}

impl PeakAttr {
    /// The entity's: rate and size must be there.
    pub(crate) fn of(attribute: &Attribute, errors: &Errors) -> Option<Self> {
        let mut options = Options::of(attribute, &OPTIONS, errors);
        let place = attribute.path().span();
        if !RATES.iter().any(|rate| options.has(rate)) {
            let missing =
                "add `writes_per_second = 5_000`, or the rate of each kind as in `creates = 3_000, updates = 500`";
            options.missing("writes_per_second", place, missing, errors);
        }
        let writes = Writes::take(&mut options, errors);
        let bytes = options.require("item_bytes", place, "add `item_bytes = 700`, the stored item's size", errors);
        Some(Self::read(options, writes, bytes, errors))
    }

    /// An index's.
    pub(crate) fn of_index(option: &Opt, errors: &Errors) -> Option<Self> {
        let Value::List(list) = &option.value else {
            option.refuse("takes a list, as in `peak(writes_per_second = 500)`", errors);
            return None;
        };
        let mut options = Options::parse(list.clone(), "peak(..)", &INDEX_OPTIONS, errors);
        let (writes, bytes) = (Writes::take(&mut options, errors), options.take("item_bytes"));
        Some(Self::read(options, writes, bytes, errors))
    }

    fn read(mut options: Options, writes: Option<Writes>, bytes: Option<Opt>, errors: &Errors) -> Self {
        let item_bytes = bytes.and_then(|option| Some((option.number("700", errors)?, value_span(&option))));
        let mut take_share = |name| options.take(name).and_then(|option| share(&option, errors));
        let (in_transactions, moves, top_share) =
            (take_share("in_transactions"), take_share("moves"), take_share("top_share"));
        Self {
            writes,
            item_bytes: item_bytes.and_then(|(bytes, place)| check_item_bytes(bytes, place, errors)),
            in_transactions,
            moves,
            reads_per_second: options
                .take("reads_per_second")
                .and_then(|option| Some((option.number("1_000", errors)?, value_span(&option)))),
            top_share,
        }
    }
}

impl Writes {
    /// `None` where no rate is given. A kind that is left out has none.
    fn take(options: &mut Options, errors: &Errors) -> Option<Self> {
        let [short, creates, updates, deletes] = RATES.map(|rate| options.take(rate));
        if let (Some(short), Some(creates)) = (&short, &creates) {
            let message = "KW020: `writes_per_second` is short for `creates`; keep one of the two";
            errors.twice(short.span(), creates.span(), message.to_owned());
        }
        let creates = short.or(creates);
        if creates.is_none() && updates.is_none() && deletes.is_none() {
            return None;
        }
        let rate = |option: Option<Opt>, example| option.map_or(Some(0), |option| option.number(example, errors));
        Some(Self { creates: rate(creates, "5_000")?, updates: rate(updates, "500")?, deletes: rate(deletes, "100")? })
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
