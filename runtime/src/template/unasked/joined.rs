//! Templates of key parts of several attributes, joined from those of the attributes.

use super::stored_as;
use crate::{
    key::KeyPart,
    schema::{EntitySchema, KeyAttributes, Segment, Template},
};

/// The most segments of all joined parts of an entity. Parts beyond it are not joined.
const MAX_SEGMENTS: usize = 128;

/// The most bytes of the sources of all joined parts of an entity.
const MAX_BYTES: usize = 1024;

/// The templates of the parts of several attributes of the indexes that an entity enters unasked, one after the other.
pub(crate) struct Joined {
    segments: [Segment; MAX_SEGMENTS],
    source: [u8; MAX_BYTES],
    end: Place,
    /// Whether a part did not fit. No part after it is joined.
    full: bool,
}

/// A position in [`Joined`].
#[derive(Clone, Copy)]
pub(super) struct Place {
    segment: usize,
    byte: usize,
}

impl Joined {
    /// Joins the parts of all indexes of the entity's table, if the entity stores their attributes.
    pub(crate) const fn of(entity: &EntitySchema) -> Self {
        let mut joined = Self {
            segments: [Segment::Delimiter; MAX_SEGMENTS],
            source: [0; MAX_BYTES],
            end: Self::START,
            full: false,
        };
        let mut indexes = entity.table.indexes;
        while let [index, rest @ ..] = indexes {
            if entity.key_on(index.name).is_none() {
                joined.push_part(entity, (KeyPart::Partition, index.partition_key));
                if let Some(attributes) = index.sort_key {
                    joined.push_part(entity, (KeyPart::Sort, attributes));
                }
            }
            indexes = rest;
        }
        joined
    }

    pub(super) const START: Place = Place { segment: 0, byte: 0 };

    const fn push_part(&mut self, entity: &EntitySchema, (part, attributes): (KeyPart, KeyAttributes)) {
        let Some(length) = length(entity, (part, attributes)) else { return };
        self.full |= self.end.segment + length.segment > MAX_SEGMENTS || self.end.byte + length.byte > MAX_BYTES;
        if self.full {
            return;
        }
        let mut place = 0;
        while let Some(attribute) = attributes.at(place) {
            let Some(stored) = stored_as(entity, attribute.name, part) else { return };
            if place > 0 {
                self.push_text(Template::SEPARATOR);
                self.push_segment(Segment::NextAttribute(stored.template.source));
            }
            self.push_text(stored.template.source);
            let mut segments = stored.template.segments;
            while let [segment, rest @ ..] = segments {
                self.push_segment(*segment);
                segments = rest;
            }
            place += 1;
        }
    }

    const fn push_segment(&mut self, segment: Segment) {
        self.segments[self.end.segment] = segment;
        self.end.segment += 1;
    }

    const fn push_text(&mut self, text: &str) {
        let mut bytes = text.as_bytes();
        while let [byte, rest @ ..] = bytes {
            self.source[self.end.byte] = *byte;
            self.end.byte += 1;
            bytes = rest;
        }
    }

    /// Returns the template of the part whose text starts at this position, and moves the position behind it. `None` if
    /// an attribute is not stored, or if the part has not been joined.
    pub(super) const fn next(
        &'static self,
        at: &mut Place,
        entity: &EntitySchema,
        (part, attributes): (KeyPart, KeyAttributes),
    ) -> Option<Template> {
        let Some(length) = length(entity, (part, attributes)) else { return None };
        let end = Place { segment: at.segment + length.segment, byte: at.byte + length.byte };
        if end.segment > self.end.segment || end.byte > self.end.byte {
            return None;
        }
        let segments = self.segments.split_at(end.segment).0.split_at(at.segment).1;
        let source = self.source.split_at(end.byte).0.split_at(at.byte).1;
        *at = end;
        match str::from_utf8(source) {
            Ok(source) => Some(Template::new(source, segments)),
            Err(_) => None,
        }
    }
}

/// Returns the number of segments and bytes of a part of several attributes. `None` if one of them is not stored, or if
/// the part has a single attribute, whose template needs no joining.
const fn length(entity: &EntitySchema, (part, attributes): (KeyPart, KeyAttributes)) -> Option<Place> {
    if attributes.count() == 1 {
        return None;
    }
    let mut length = Place { segment: 0, byte: 0 };
    let mut place = 0;
    while let Some(attribute) = attributes.at(place) {
        let Some(stored) = stored_as(entity, attribute.name, part) else { return None };
        if place > 0 {
            length.segment += 1;
            length.byte += Template::SEPARATOR.len();
        }
        length.segment += stored.template.segments.len();
        length.byte += stored.template.source.len();
        place += 1;
    }
    Some(length)
}
