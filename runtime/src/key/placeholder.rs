//! Writes and parses one placeholder of a template.

use std::{borrow::Cow, fmt};

use super::{
    FieldKind, Integer, KeyPart, KeyValue, Timestamp,
    escape::{Reserved, unescape},
    fixed_text::fixed_text_holds,
    template_ref::TemplateRef,
    width::{Following, fixed_width, following},
};
use crate::{
    Error, ErrorKind, Result,
    schema::{Encoding, Field, Form},
};

/// A placeholder at its position in a template.
pub(crate) struct Placeholder<'a> {
    of: TemplateRef<'a>,
    field: &'a Field,
    kind: FieldKind,
    form: Form,
    raw: bool,
    /// The position of its segment.
    at: usize,
}

impl<'a> Placeholder<'a> {
    /// Creates the placeholder of `field` in the segment at `at`.
    pub(crate) fn new(of: TemplateRef<'a>, at: usize, (field, form, raw): (u8, Form, bool)) -> Result<Self> {
        let TemplateRef { entity, template, .. } = of;
        let of_key = entity.fields.get(usize::from(field)).and_then(|field| Some((field, field.kind?)));
        let Some((field, kind)) = of_key else {
            let message =
                format!("the template names field {field}, which is not a key field; derive the entity again");
            return Err(Error::new(ErrorKind::KeyValue, message).of_entity(entity.name).at_key(template.source));
        };
        Ok(Self { of, field, kind, form, raw: raw || entity.table.encoding == Encoding::Raw, at })
    }

    /// Writes a value.
    pub(crate) fn write(&self, value: &KeyValue<'_>, out: &mut String) -> Result<()> {
        let start = out.len();
        match (value, self.kind) {
            (KeyValue::Text(text), FieldKind::Text) => self.write_folded(text, out),
            (KeyValue::Text(text), FieldKind::OneOf(labels)) if labels.contains(&text.as_ref()) => {
                self.write_folded(text, out);
            }
            (KeyValue::Text(text), FieldKind::FixedText(bytes)) if text.len() == usize::from(bytes) => {
                self.write_folded(text, out);
            }
            (KeyValue::Text(text), FieldKind::Date) if is_date(text) => out.push_str(text),
            (KeyValue::Integer(integer), FieldKind::Integer { digits, signed }) => {
                self.write_integer(*integer, digits.into(), signed, out)?;
            }
            (KeyValue::Time(time), FieldKind::Time | FieldKind::CivilTime) => self.write_time(*time, out)?,
            (KeyValue::Binary(_), FieldKind::Binary) => {
                return Err(self.refuse(
                    "holds bytes, which a composite key cannot contain; make it the whole key, \
                     natively, in an attribute of type B",
                ));
            }
            (KeyValue::Text(text), FieldKind::FixedText(_) | FieldKind::Date) => return Err(self.refuse_text(text)),
            _ => return Err(self.refuse("has a value that is not of its `KeyField::KIND`; make both agree")),
        }
        match self.fixed_width() {
            Some(width) if out.len() - start == width => self.check_fixed(start, out),
            Some(_) => Err(self.refuse("does not have the fixed width of its form; use another form")),
            None if out.len() == start => Err(self.refuse_empty()),
            None => self.protect(start, out),
        }
    }

    /// Parses the output of [`write`](Self::write), and nothing else.
    pub(crate) fn read(&self, text: &str) -> Option<KeyValue<'static>> {
        let value = match self.fixed_width() {
            None if !self.raw => self.read_unescaped(&unescape(text)?)?,
            _ => self.read_unescaped(text)?,
        };
        let mut again = String::with_capacity(text.len());
        (self.write(&value, &mut again).is_ok() && again == text).then_some(value)
    }

    /// Returns the number of bytes at the beginning of a text that belong to this placeholder.
    pub(crate) fn extent(&self, text: &str) -> Option<usize> {
        let Following { fixed, byte } = self.following();
        match (self.fixed_width(), byte) {
            (Some(width), _) => Some(width),
            (None, Some(end)) => self.find_end(text, end)?.checked_sub(fixed),
            (None, None) => text.len().checked_sub(fixed),
        }
    }

    /// Finds the literal that follows. Its first byte is ignored in an escape such as `%2F`. A following `%` is not
    /// part of an escape, because KW007 rejects a preceding value that may contain one.
    fn find_end(&self, text: &str, end: u8) -> Option<usize> {
        let mut escaped = 0;
        text.bytes().position(|byte| {
            if escaped > 0 {
                escaped -= 1;
                return false;
            }
            if byte == b'%' && end != b'%' && !self.raw {
                escaped = 2;
                return false;
            }
            byte == end
        })
    }

    pub(crate) fn kind(&self) -> FieldKind {
        self.kind
    }

    pub(crate) fn form(&self) -> Form {
        self.form
    }

    pub(crate) fn field(&self) -> &'a Field {
        self.field
    }

    /// Builds an error about this field's value in this key. Omits the value, because it may be sensitive.
    pub(crate) fn refuse(&self, why: impl fmt::Display) -> Error {
        let message = format!("field `{}` of the {} {why}", self.field.name, self.of.part.noun());
        Error::new(ErrorKind::KeyValue, message).of_entity(self.of.entity.name).at_key(self.of.template.source)
    }

    /// Builds the error for a text that is not valid for its kind of fixed width.
    pub(crate) fn refuse_text(&self, text: &str) -> Error {
        match self.kind {
            FieldKind::FixedText(bytes) => {
                self.refuse(format_args!("has {} bytes, but its type always has {bytes}", text.len()))
            }
            _ => self.refuse("is not a date of the years 0 to 9999; correct it before it is stored"),
        }
    }

    /// Returns whether a text has the width of its kind.
    pub(crate) fn has_width(&self, text: &str) -> bool {
        match self.kind {
            FieldKind::FixedText(bytes) => text.len() == usize::from(bytes),
            FieldKind::Date => is_date(text),
            _ => true,
        }
    }

    pub(crate) fn refuse_empty(&self) -> Error {
        self.refuse("is empty, and no part of a key may be empty; give it a value")
    }

    /// Returns the number of bytes of the placeholder, if it has fixed width.
    pub(crate) fn fixed_width(&self) -> Option<usize> {
        fixed_width(self.kind, self.form, self.of.form())
    }

    fn write_folded(&self, text: &str, out: &mut String) {
        out.push_str(&fold(self.form, text));
    }

    fn write_integer(&self, integer: Integer, digits: usize, signed: bool, out: &mut String) -> Result<()> {
        let fits = match (self.form, self.of.form()) {
            (Form::Width(width), _) => integer.write_padded(width.into(), out),
            (Form::Plain, _) | (Form::Default, KeyPart::Partition) => {
                integer.write_plain(out);
                integer.digits() <= digits && (signed || !integer.is_negative())
            }
            (Form::Default, KeyPart::Sort) => integer.write_sortable(digits, signed, out),
            _ => return Err(self.refuse("is a whole number; write it without a form, as `plain`, or as `w8`")),
        };
        match (fits, self.form) {
            (true, _) => Ok(()),
            (false, Form::Width(width)) => Err(self.refuse(format_args!(
                "is negative or has more than the {width} digits of `w{width}`; use a wider form, or none"
            ))),
            (false, _) => {
                let sign = if signed { "" } else { " without a sign" };
                Err(self.refuse(format_args!(
                    "is out of the range of its `KeyField::KIND`, {digits} digits{sign}; declare a wider range"
                )))
            }
        }
    }

    /// Rejects a time that cannot be part of a key.
    pub(crate) fn check_time(&self, time: Timestamp) -> Result<()> {
        if time.is_writable() {
            return Ok(());
        }
        Err(self.refuse(
            "is not a time that a key can contain: years 0 to 9999 without leap seconds; correct it before it is \
             stored",
        ))
    }

    fn write_time(&self, time: Timestamp, out: &mut String) -> Result<()> {
        self.check_time(time)?;
        if time.write(self.form, self.kind.zone(), self.of.form(), out) {
            return Ok(());
        }
        Err(self.refuse(match self.form {
            Form::Bucket(_) => "is in a week that begins before year 0; correct it before it is stored",
            _ => "is a time; write it as a bucket, or as `s`, `ms`, `us`, `ns`, `epoch` or `epoch_ms`",
        }))
    }

    /// Rejects text of fixed width that contains a reserved byte, because it is not escaped.
    fn check_fixed(&self, start: usize, out: &str) -> Result<()> {
        if !matches!(self.kind, FieldKind::FixedText(_)) {
            return Ok(());
        }
        let delimiter = self.of.entity.table.delimiter;
        let reserved = |byte: &u8| !fixed_text_holds(*byte, delimiter);
        match out.bytes().skip(start).find(reserved) {
            None => Ok(()),
            Some(byte) => Err(self.refuse(format_args!(
                "contains the byte 0x{byte:02X} ({:?}), which text of fixed width cannot, as it is not escaped; use a \
                 value without it, or `FieldKind::Text`",
                char::from(byte)
            ))),
        }
    }

    fn following(&self) -> Following {
        following(self.of.entity, self.of.template, self.of.form(), self.at)
    }

    /// Escapes the reserved bytes of the output from `start` on.
    fn protect(&self, start: usize, out: &mut String) -> Result<()> {
        let table = self.of.entity.table;
        let reserved = Reserved {
            delimiter: (!self.of.entity.may_contain_delimiter(self.of.template, self.at)).then_some(table.delimiter),
            following: self.following().byte,
            escaped: !self.raw,
            sorted: self.of.form() == KeyPart::Sort,
        };
        let Some(byte) = out.get(start..).and_then(|written| reserved.find(written)) else {
            return Ok(());
        };
        if self.raw {
            let fix = match table.encoding {
                Encoding::Raw => "use a value without it, or a table with `encoding = \"escaped\"`",
                Encoding::Escaped => "use a value without it, or remove `raw`, so that it is escaped",
            };
            return Err(self.refuse(format_args!(
                "contains the byte 0x{byte:02X} ({:?}), which ends values here and is not escaped in `raw`; \
                 {fix}",
                char::from(byte)
            )));
        }
        let written = out.split_off(start);
        reserved.escape(&written, out);
        Ok(())
    }

    pub(crate) fn read_unescaped(&self, text: &str) -> Option<KeyValue<'static>> {
        let text = match self.kind {
            FieldKind::Text | FieldKind::FixedText(_) | FieldKind::Date => text.to_owned().into(),
            FieldKind::OneOf(labels) => labels.iter().copied().find(|label| fold(self.form, label) == text)?.into(),
            FieldKind::Integer { signed, .. } => {
                return Some(KeyValue::Integer(match (self.form, self.of.form()) {
                    (Form::Default, KeyPart::Sort) => Integer::parse_sortable(text, signed)?,
                    _ => Integer::parse_plain(text)?,
                }));
            }
            FieldKind::Time | FieldKind::CivilTime => {
                return Timestamp::parse(text, self.form, self.of.form()).map(KeyValue::Time);
            }
            FieldKind::Binary => return None,
        };
        Some(KeyValue::Text(text))
    }
}

/// Whether a text has the form of `2026-06-22`.
fn is_date(text: &str) -> bool {
    const SHAPE: &[u8; 10] = b"0000-00-00";
    let fits = |(byte, shape): (u8, &u8)| if *shape == b'0' { byte.is_ascii_digit() } else { byte == *shape };
    text.len() == SHAPE.len() && text.bytes().zip(SHAPE).all(fits)
}

/// Converts text to the case of its form.
pub(crate) fn fold(form: Form, text: &str) -> Cow<'_, str> {
    let changes: fn(char) -> bool = match form {
        Form::Lower => |character| !character.is_ascii() || character.is_ascii_uppercase(),
        Form::Upper => |character| !character.is_ascii() || character.is_ascii_lowercase(),
        _ => return Cow::Borrowed(text),
    };
    match form {
        _ if !text.contains(changes) => Cow::Borrowed(text),
        Form::Lower => Cow::Owned(text.to_lowercase()),
        _ => Cow::Owned(text.to_uppercase()),
    }
}

/// Returns whether a form leaves every text unchanged.
pub(crate) const fn is_exact(form: Form) -> bool {
    !matches!(form, Form::Lower | Form::Upper)
}
