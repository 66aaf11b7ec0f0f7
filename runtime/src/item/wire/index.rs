//! Builds the index of a body from the JSON of its items.

use aws_smithy_types::base64;

use super::{
    node::{Kind, Node},
    scan::{Quoted, Scanner},
    span::Span,
    unescape::unescape,
};

/// The maximum depth of nested lists and maps: more than DynamoDB's 32.
///
/// AWS: *Constraints in Amazon DynamoDB*, "Nested attribute depth".
const DEPTH: usize = 60;

/// The values of the part of a body that has been read.
pub(super) struct Index<'b> {
    body: &'b str,
    /// The strings that are escaped in the body, unescaped. They are appended to the body's text.
    pub(super) unescaped: String,
    pub(super) bytes: Vec<u8>,
    pub(super) nodes: Vec<Node>,
}

impl<'b> Index<'b> {
    pub(super) fn new(body: &'b str) -> Self {
        // A short attribute takes about 24 bytes of a body.
        let attributes = body.len() / 24;
        Self { body, unescaped: String::new(), bytes: Vec::new(), nodes: Vec::with_capacity(attributes) }
    }

    /// Reads the attributes of an item. Returns the position of their first node, and the position after the last.
    pub(super) fn item(&mut self, json: &mut Scanner<'b>) -> Option<(u32, u32)> {
        let start = self.place()?;
        self.members(json, DEPTH)?;
        Some((start, self.place()?))
    }

    fn place(&self) -> Option<u32> {
        u32::try_from(self.nodes.len()).ok()
    }

    fn members(&mut self, json: &mut Scanner<'b>, depth: usize) -> Option<()> {
        json.take(b'{')?;
        json.each(b'}', |json| {
            let name = json.short_string()?;
            let name = self.span_of(json, name)?;
            json.take(b':')?;
            self.typed(json, name, depth)
        })
    }

    /// Reads a value with its type: `{"S": "a"}`.
    fn typed(&mut self, json: &mut Scanner<'b>, name: Span, depth: usize) -> Option<()> {
        if let Some(kind) = json.plain_scalar() {
            self.nodes.push(Node { name, kind });
            return Some(());
        }
        match json.value_type()? {
            b"S" => self.leaf(json, name, |index, json| index.string(json).map(Kind::S)),
            b"N" => self.leaf(json, name, |index, json| index.string(json).map(Kind::N)),
            b"B" => self.leaf(json, name, |index, json| index.binary(json).map(Kind::B)),
            b"BOOL" => self.leaf(json, name, |_, json| json.boolean().map(Kind::Bool)),
            b"NULL" => self.leaf(json, name, |_, json| json.boolean().map(Kind::Null)),
            b"M" => self.read_container(name, Kind::M, |index| index.members(json, depth.checked_sub(1)?)),
            b"L" => self.read_container(name, Kind::L, |index| {
                let depth = depth.checked_sub(1)?;
                index.elements(json, |index, json| index.typed(json, Span::default(), depth))
            }),
            b"SS" => self.set(json, name, Kind::Ss, |index, json| index.string(json).map(Kind::S)),
            b"NS" => self.set(json, name, Kind::Ns, |index, json| index.string(json).map(Kind::N)),
            b"BS" => self.set(json, name, Kind::Bs, |index, json| index.binary(json).map(Kind::B)),
            _ => None,
        }?;
        json.take(b'}')
    }

    fn leaf(
        &mut self,
        json: &mut Scanner<'b>,
        name: Span,
        read: impl FnOnce(&mut Self, &mut Scanner<'b>) -> Option<Kind>,
    ) -> Option<()> {
        let kind = read(self, json)?;
        self.nodes.push(Node { name, kind });
        Some(())
    }

    /// Reads the elements of a list, a map or a set, and then records where they end.
    fn read_container(
        &mut self,
        name: Span,
        kind: fn(u32) -> Kind,
        read: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let place = self.nodes.len();
        self.nodes.push(Node { name, kind: kind(0) });
        read(self)?;
        let end = self.place()?;
        self.nodes.get_mut(place)?.kind = kind(end);
        Some(())
    }

    fn set(
        &mut self,
        json: &mut Scanner<'b>,
        name: Span,
        kind: fn(u32) -> Kind,
        element: fn(&mut Self, &mut Scanner<'b>) -> Option<Kind>,
    ) -> Option<()> {
        self.read_container(name, kind, |index| {
            index.elements(json, |index, json| index.leaf(json, Span::default(), element))
        })
    }

    fn elements(
        &mut self,
        json: &mut Scanner<'b>,
        element: impl Fn(&mut Self, &mut Scanner<'b>) -> Option<()>,
    ) -> Option<()> {
        json.take(b'[')?;
        json.each(b']', |json| element(self, json))
    }

    fn string(&mut self, json: &mut Scanner<'b>) -> Option<Span> {
        let quoted = json.string()?;
        self.span_of(json, quoted)
    }

    /// Returns the location of the string in the text of the page.
    #[inline]
    fn span_of(&mut self, json: &Scanner<'b>, quoted: Quoted) -> Option<Span> {
        if quoted.has_escapes { self.unescape(json.written(quoted)) } else { Some(quoted.span) }
    }

    #[cold]
    fn unescape(&mut self, written: &str) -> Option<Span> {
        let start = self.unescaped.len();
        unescape(written, &mut self.unescaped)?;
        Span::new(self.body.len() + start, self.unescaped.len() - start)
    }

    /// Reads bytes, which are written in base64.
    fn binary(&mut self, json: &mut Scanner<'b>) -> Option<Span> {
        let quoted = json.string()?;
        // The SDK accepts no escapes here.
        if quoted.has_escapes {
            return None;
        }
        let decoded = base64::decode(json.written(quoted)).ok()?;
        let span = Span::new(self.bytes.len(), decoded.len())?;
        self.bytes.extend(decoded);
        Some(span)
    }
}
