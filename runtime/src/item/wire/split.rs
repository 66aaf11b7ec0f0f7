//! Splits a body into its items and the rest.

use aws_smithy_types::str_bytes::StrBytes;

use super::{index::Index, page::Page, scan::Scanner};

/// The member of a response that contains its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Member {
    /// `Item`: one item. May be absent.
    Item,
    /// `Items`: a list of items.
    Items,
    /// `Responses`: a list of items for each table, for at most one table.
    Tables,
    /// `Responses`: a list of objects, each with or without an `Item`.
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

/// Returns the items of a body, and the same body without them. `None` if the body is not the JSON of such a response,
/// or if an item contains anything that DynamoDB did not have when this crate was written.
///
/// The rest is not parsed, so its members may have any values.
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
        // An escaped name may be that of the items.
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

/// The node range of each item of a response. `None` if a key has no item.
type Items = Vec<Option<(u32, u32)>>;

fn list<'b>(json: &mut Scanner<'b>, index: &mut Index<'b>, items: &mut Items) -> Option<()> {
    json.take(b'[')?;
    json.each(b']', |json| {
        items.push(Some(index.item(json)?));
        Some(())
    })
}

/// Reads items by the name of their table. `None` for a second table, because a page contains items of only one.
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
