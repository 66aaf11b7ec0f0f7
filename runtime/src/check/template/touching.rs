//! KW007: two placeholders of variable width with no literal between them.

use super::pointer::{point, push_placeholder};
use crate::{
    check::text::Text,
    schema::Segment,
    template::{declared_key::Part, segment::segment_width},
};

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    let mut segments = part.template.segments;
    let mut open = None;
    let mut at = 0;
    while let [segment, rest @ ..] = segments {
        match segment {
            segment if separates(segment) => open = None,
            Segment::Literal(_) => {}
            // No placeholder is adjacent, so the width is not needed.
            _ if open.is_none() && !matches!(rest, [next, ..] if !separates(next)) => {}
            segment => {
                if segment_width(part.entity, *segment, part.form(), part.shard).is_none() {
                    if let Some(first) = open {
                        return Some(message(part, first, at));
                    }
                    open = Some(at);
                }
            }
        }
        segments = rest;
        at += 1;
    }
    None
}

const fn separates(segment: &Segment) -> bool {
    match segment {
        Segment::Literal(text) => !text.is_empty(),
        Segment::Delimiter | Segment::NextAttribute(_) => true,
        Segment::Field { .. } | Segment::Shard { .. } => false,
    }
}

const fn message(part: &Part<'_>, first: usize, second: usize) -> Text {
    let mut text = Text::opening("KW007", part.index);
    push_placeholder(&mut text, part, first);
    text.push(" and ");
    push_placeholder(&mut text, part, second);
    text.push(" of ").name(part.entity.name);
    text.push(" vary in length with no literal between them: two items could have the same key");
    point(&mut text, part, second);
    text.line("fix").push("put literal text between them, such as the table's delimiter: `");
    text.byte(part.entity.table.delimiter).push("`");
    text
}
