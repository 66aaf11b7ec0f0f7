//! Keys of several attributes. A global index can have up to 4 for its partition key and 4 for its sort key.

use super::{Segment, Template};

/// An attribute that is part of a key, with its DynamoDB type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttribute {
    /// The attribute's name.
    pub name: &'static str,
    /// The attribute's type: `S`, `N` or `B`.
    pub kind: AttributeKind,
}

/// The types that a key attribute can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// A string.
    S,
    /// A number.
    N,
    /// Bytes.
    B,
}

/// The attributes of one part of an index's key, in order: one to four.
///
/// AWS: [Multi-attribute
/// keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttributes {
    /// The first attribute, and usually the only one.
    pub first: KeyAttribute,
    /// The attributes after the first.
    pub more: &'static [KeyAttribute],
}

impl KeyAttributes {
    /// Creates a key part of a single attribute.
    pub const fn one(first: KeyAttribute) -> Self {
        Self { first, more: &[] }
    }

    /// Returns the number of attributes.
    pub const fn count(&self) -> usize {
        1 + self.more.len()
    }

    /// Returns the attribute at this position.
    pub const fn at(&self, place: usize) -> Option<KeyAttribute> {
        match place {
            0 => Some(self.first),
            place if place <= self.more.len() => Some(self.more[place - 1]),
            _ => None,
        }
    }

    /// Iterates over the attributes in order.
    pub fn iter(self) -> impl Iterator<Item = KeyAttribute> {
        std::iter::once(self.first).chain(self.more.iter().copied())
    }
}

impl Template {
    /// The separator between the templates of two attributes in [`source`](Self::source).
    pub(crate) const SEPARATOR: &'static str = ", ";

    /// Returns whether the template contains a field completely.
    pub(crate) const fn contains_all_of(&self, field: usize) -> bool {
        let mut at = 0;
        while at < self.segments.len() {
            if self.segments[at].contains_all_of(field) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns the number of attributes that the template writes.
    pub const fn attributes(&self) -> usize {
        let mut count = 1;
        let mut segments = self.segments;
        while let [segment, rest @ ..] = segments {
            if let Segment::NextAttribute(_) = segment {
                count += 1;
            }
            segments = rest;
        }
        count
    }

    /// Returns the template of one attribute. For a key of one attribute, it is the template itself.
    pub const fn attribute(&self, place: usize) -> Option<Self> {
        match (self.attributes(), place) {
            (1, 0) => return Some(*self),
            (count, _) if place >= count => return None,
            _ => {}
        }
        let mut segments = self.segments;
        let mut source = self.first_source();
        let mut rest = place;
        loop {
            let mut end = 0;
            while end < segments.len() && !matches!(segments[end], Segment::NextAttribute(_)) {
                end += 1;
            }
            let (own, after) = segments.split_at(end);
            match after {
                _ if rest == 0 => return Some(Self { source, segments: own, of_table: self.of_table }),
                [Segment::NextAttribute(next), after @ ..] => (segments, source) = (after, next),
                _ => return None,
            }
            rest -= 1;
        }
    }

    /// Returns the source of the first attribute's template: the whole source without those of the other attributes.
    const fn first_source(&self) -> &'static str {
        let mut others = 0;
        let mut at = 0;
        while at < self.segments.len() {
            if let Segment::NextAttribute(source) = self.segments[at] {
                others += source.len() + Self::SEPARATOR.len();
            }
            at += 1;
        }
        if others <= self.source.len() && self.source.is_char_boundary(self.source.len() - others) {
            self.source.split_at(self.source.len() - others).0
        } else {
            self.source
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Template = Template {
        of_table: None,
        source: "T#<a>, <b>, <c:day>#<d>",
        segments: &[
            Segment::Literal("T#"),
            Segment::Shard { width: 0 },
            Segment::NextAttribute("<b>"),
            Segment::Shard { width: 1 },
            Segment::NextAttribute("<c:day>#<d>"),
            Segment::Delimiter,
        ],
    };

    #[test]
    fn each_attribute_has_its_own_template() {
        assert_eq!(BOTH.attributes(), 3);
        let all: Vec<_> = (0..5).map(|place| BOTH.attribute(place)).collect();
        let sources: Vec<_> = all.iter().flatten().map(|template| template.source).collect();
        assert_eq!(sources, ["T#<a>", "<b>", "<c:day>#<d>"]);
        let lengths: Vec<_> = all.iter().flatten().map(|template| template.segments.len()).collect();
        assert_eq!(lengths, [2, 1, 1]);
    }

    #[test]
    fn a_template_of_one_attribute_is_not_split() {
        let one = Template::new("A, B", &[Segment::Literal("A, B")]);
        assert_eq!(one.attributes(), 1);
        let first = one.attribute(0).unwrap();
        assert_eq!((first.source, first.segments), (one.source, one.segments));
        assert!(one.attribute(1).is_none());
    }

    #[test]
    fn attributes_are_found_by_position() {
        let key = |name| KeyAttribute { name, kind: crate::schema::AttributeKind::S };
        const MORE: &[KeyAttribute] = &[KeyAttribute { name: "b", kind: crate::schema::AttributeKind::S }];
        let both = KeyAttributes { first: key("a"), more: MORE };
        assert_eq!((both.count(), both.at(0), both.at(1), both.at(2)), (2, Some(key("a")), Some(key("b")), None));
        assert_eq!(both.iter().collect::<Vec<_>>(), [key("a"), key("b")]);
        assert_eq!(KeyAttributes::one(key("a")).count(), 1);
    }
}
