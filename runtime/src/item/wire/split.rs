//! From a body to its items and the rest of it.

use aws_smithy_types::str_bytes::StrBytes;

use super::{index::Index, page::Page, scan::Scanner};

/// The member of an answer that holds its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Member {
    /// `Item`: one item, or absent.
    Item,
    /// `Items`: a list of items.
    Items,
    /// `Responses`: a list of items for each table, of one table at most.
    Tables,
    /// `Responses`: a list of objects, each with an `Item` or without.
    Responses,
}

impl Member {
    fn name(self) -> &'static str {
        match self {
            Self::Item => "Item",
            Self::Items => "Items",
            Self::Tables | Self::Responses => "Responses",
        }
    }
}

/// The initial capacity of the rest of a body, which suffices for its counts, its last key and its cost.
const REST_CAPACITY: usize = 256;

/// The items of a body, and the same body without them. `None` if it is not the JSON of such an answer, or has
/// anything in its items that DynamoDB did not have when this was written.
///
/// The rest is not read, so that it may be anything that lies between commas.
pub(crate) fn split(body: StrBytes, member: Member) -> Option<(Page, String)> {
    let text = body.as_str();
    let (mut json, mut index, mut items) = (Scanner::new(text), Index::new(text), Vec::new());
    let (mut rest, mut is_read) = (String::with_capacity(REST_CAPACITY), false);
    rest.push('{');
    json.take(b'{')?;
    json.each(b'}', |json| {
        json.peek()?;
        let start = json.at();
        let name = json.string()?;
        json.take(b':')?;
        // A name with escapes may be that of the items.
        if name.has_escapes {
            return None;
        }
        if json.written(name) != member.name() {
            json.skip()?;
            let comma = if rest.len() > 1 { "," } else { "" };
            rest.push_str(comma);
            rest.push_str(json.between(start, json.at())?);
            return Some(());
        }
        if std::mem::replace(&mut is_read, true) {
            return None;
        }
        match member {
            Member::Item => items.push(Some(index.item(json)?)),
            Member::Items => list(json, &mut index, &mut items)?,
            Member::Tables => tables(json, &mut index, &mut items)?,
            Member::Responses => responses(json, &mut index, &mut items)?,
        }
        Some(())
    })?;
    rest.push('}');
    if !json.is_at_end() {
        return None;
    }
    let Index { unescaped, bytes, nodes, .. } = index;
    let text = match unescaped.is_empty() {
        true => body,
        false => [body.as_str(), &unescaped].concat().into(),
    };
    Some((Page { text, bytes, nodes, items }, rest))
}

/// The items of an answer, each with its place among the nodes; `None` where there is no item.
type Items = Vec<Option<(u32, u32)>>;

fn list<'b>(json: &mut Scanner<'b>, index: &mut Index<'b>, items: &mut Items) -> Option<()> {
    json.take(b'[')?;
    json.each(b']', |json| {
        items.push(Some(index.item(json)?));
        Some(())
    })
}

/// Items by the name of their table. With a second table they would no longer belong to one.
fn tables<'b>(json: &mut Scanner<'b>, index: &mut Index<'b>, items: &mut Items) -> Option<()> {
    let mut has_table = false;
    json.take(b'{')?;
    json.each(b'}', |json| {
        if std::mem::replace(&mut has_table, true) {
            return None;
        }
        json.string().filter(|name| !name.has_escapes)?;
        json.take(b':')?;
        list(json, index, items)
    })
}

fn responses<'b>(json: &mut Scanner<'b>, index: &mut Index<'b>, items: &mut Items) -> Option<()> {
    json.take(b'[')?;
    json.each(b']', |json| {
        let mut item = None;
        json.take(b'{')?;
        json.each(b'}', |json| {
            let name = json.string()?;
            if name.has_escapes || json.written(name) != "Item" || item.is_some() {
                return None;
            }
            json.take(b':')?;
            item = Some(index.item(json)?);
            Some(())
        })?;
        items.push(item);
        Some(())
    })
}
