//! A template with placeholders resolved to fields.

use proc_macro2::Span;
use syn::LitStr;

use super::Fields;
use crate::template::{Form, Piece, Template};

/// A template with its names resolved, including an appended shard.
#[derive(Clone)]
pub(crate) struct KeyTemplate {
    /// The literal of the first attribute, which is usually the only one.
    pub(crate) literal: LitStr,
    /// The literals of the other attributes.
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
    /// The template of the next attribute begins here. The attribute has this name.
    NextAttribute(String),
    Shard {
        width: u8,
    },
}

impl KeyTemplate {
    /// Combines one template for each attribute. If the shard has no position in them, it is appended.
    pub(super) fn new(templates: &[Template], is_sharded: bool, fields: &Fields<'_>) -> Self {
        let mut segments = Vec::new();
        for (at, template) in templates.iter().enumerate() {
            if at > 0 {
                segments.push(Segment::NextAttribute(template.source.clone()));
            }
            segments.extend(template.pieces.iter().filter_map(|piece| Segment::new(piece, fields)));
        }
        if is_sharded && templates.iter().all(|template| template.shards().next().is_none()) {
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

    /// The fields in the template with their forms, in order.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (u8, Form)> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Field { field, form, .. } => Some((*field, *form)),
            _ => None,
        })
    }
}

impl Segment {
    /// Returns `None` if no field can be meant.
    fn new(piece: &Piece, fields: &Fields<'_>) -> Option<Self> {
        Some(match piece {
            Piece::Literal(text) => Self::Literal(text.clone()),
            Piece::Shard(shard) => Self::Shard { width: shard.width },
            Piece::Field(placeholder) => {
                let field = fields.closest_field(&placeholder.name)?;
                Self::Field { field, form: placeholder.form, raw: placeholder.raw }
            }
        })
    }
}
