//! The template language of keys: literal text and `<field:spec,spec>`.

mod parse;
mod problem;
mod spec;
#[cfg(test)]
mod tests;

use std::ops::Range;

use syn::LitStr;

pub(crate) use self::{
    problem::Problem,
    spec::{BUCKETS, Form, Spec},
};

/// A parsed template. Its names are not yet resolved.
#[derive(Clone)]
pub(crate) struct Template {
    pub(crate) literal: LitStr,
    pub(crate) source: String,
    pub(crate) pieces: Vec<Piece>,
    /// The messages about mistakes in the template, each with its code.
    pub(crate) problems: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    Literal(String),
    Field(Placeholder),
    Shard(ShardPlace),
}

/// `<name:spec,spec>`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Placeholder {
    pub(crate) name: String,
    /// The range of the name in the source, in bytes.
    pub(crate) place: Range<usize>,
    /// The position of the closing `>` in the source.
    pub(crate) end: usize,
    pub(crate) form: Form,
    pub(crate) raw: bool,
}

/// `<shard>` or `<shard:02>`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ShardPlace {
    /// The number of digits to which the shard is zero-padded. 0 for no padding.
    pub(crate) width: u8,
    /// The range of the word in the source, in bytes.
    pub(crate) place: Range<usize>,
}

impl Template {
    /// The placeholders of fields, in order.
    pub(crate) fn placeholders(&self) -> impl Iterator<Item = &Placeholder> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Field(placeholder) => Some(placeholder),
            _ => None,
        })
    }

    /// The places of the shard, in order.
    pub(crate) fn shards(&self) -> impl Iterator<Item = &ShardPlace> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Shard(shard) => Some(shard),
            _ => None,
        })
    }

    /// Sets the bucket of the placeholder with this number, as if the template contained it.
    pub(crate) fn set_bucket(&mut self, number: usize, name: &str) {
        let fields = self.pieces.iter_mut().filter_map(|piece| match piece {
            Piece::Field(placeholder) => Some(placeholder),
            _ => None,
        });
        if let (Some(bucket), Some(placeholder)) = (Spec::bucket(name), fields.into_iter().nth(number)) {
            placeholder.form = bucket;
            let separator = if placeholder.raw { ',' } else { ':' };
            self.source.insert_str(placeholder.end, &format!("{separator}{name}"));
        }
    }
}
