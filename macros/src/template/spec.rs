//! The specs that may follow the colon of a placeholder.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

/// How a field's value is written: the variants of the runtime's `Form`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Default,
    Bucket(&'static str),
    Time(&'static str),
    Plain,
    Width(u8),
    Lower,
    Upper,
}

/// One spec of a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spec {
    Form(Form),
    Raw,
}

/// The number of digits of the largest `u128`.
const MAX_WIDTH: u8 = 39;

const NAMED: [(&str, Spec); 16] = [
    ("minute", Spec::Form(Form::Bucket("Minute"))),
    ("hour", Spec::Form(Form::Bucket("Hour"))),
    ("day", Spec::Form(Form::Bucket("Day"))),
    ("week", Spec::Form(Form::Bucket("Week"))),
    ("month", Spec::Form(Form::Bucket("Month"))),
    ("year", Spec::Form(Form::Bucket("Year"))),
    ("s", Spec::Form(Form::Time("Seconds"))),
    ("ms", Spec::Form(Form::Time("Millis"))),
    ("us", Spec::Form(Form::Time("Micros"))),
    ("ns", Spec::Form(Form::Time("Nanos"))),
    ("epoch", Spec::Form(Form::Time("Epoch"))),
    ("epoch_ms", Spec::Form(Form::Time("EpochMillis"))),
    ("plain", Spec::Form(Form::Plain)),
    ("lower", Spec::Form(Form::Lower)),
    ("upper", Spec::Form(Form::Upper)),
    ("raw", Spec::Raw),
];

/// The names of the buckets, shortest bucket first.
pub(crate) const BUCKETS: [&str; 6] = ["minute", "hour", "day", "week", "month", "year"];

impl Spec {
    /// Returns the spec with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let named = NAMED.iter().find(|(known, _)| *known == name).map(|(_, spec)| *spec);
        named.or_else(|| {
            let width = name.strip_prefix('w')?;
            let width: u8 = width.bytes().all(|digit| digit.is_ascii_digit()).then(|| width.parse().ok())??;
            (1..=MAX_WIDTH).contains(&width).then_some(Self::Form(Form::Width(width)))
        })
    }

    /// Returns the bucket with this name.
    pub(crate) fn bucket(name: &str) -> Option<Form> {
        match Self::named(name) {
            Some(Self::Form(form @ Form::Bucket(_))) => Some(form),
            _ => None,
        }
    }

    /// Returns all names, for suggestions.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, _)| *name).chain(["w8"])
    }
}

impl Form {
    pub(crate) fn is_bucket(self) -> bool {
        matches!(self, Self::Bucket(_))
    }

    /// Whether the form writes the full value.
    pub(crate) fn is_whole(self) -> bool {
        matches!(self, Self::Default | Self::Plain | Self::Width(_) | Self::Time("Nanos"))
    }
}

impl ToTokens for Form {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let name = |name| Ident::new(name, Span::call_site());
        tokens.extend(match *self {
            Self::Default => quote!(__kw::Form::Default),
            Self::Bucket(bucket) => {
                let bucket = name(bucket);
                quote!(__kw::Form::Bucket(__kw::Bucket::#bucket))
            }
            Self::Time(form) => {
                let form = name(form);
                quote!(__kw::Form::Time(__kw::TimeForm::#form))
            }
            Self::Plain => quote!(__kw::Form::Plain),
            Self::Width(width) => {
                let width = Literal::u8_unsuffixed(width);
                quote!(__kw::Form::Width(#width))
            }
            Self::Lower => quote!(__kw::Form::Lower),
            Self::Upper => quote!(__kw::Form::Upper),
        });
    }
}
