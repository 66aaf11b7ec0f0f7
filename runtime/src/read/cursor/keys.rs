//! Signs, and optionally encrypts, cursors that clients may receive.

#[cfg(feature = "encryption")]
mod encryption;
mod mac;
mod secret;

use std::fmt;

use super::{
    Cursor, codec,
    frame::{self, Frame, Kind},
    malformed,
};
use crate::{Error, ErrorKind, Result};
use secret::Secret;

/// Seals cursors that leave the process and could be changed before they come back.
///
/// [`seal`](Self::seal) makes the text, and [`open`](Self::open) reads it. A sealed text is signed with HMAC-SHA-256,
/// so that it cannot be made or changed without the secret. That takes about 40 characters, plus the key's id.
///
/// One secret signs and encrypts. It consists of at least 32 random bytes that every process which seals or opens
/// cursors knows: `openssl rand -hex 32` makes one. Each text names its key by the key's id.
///
/// ```
/// # #[cfg(all(feature = "client", feature = "chrono"))] mod example {
/// # use chrono::{DateTime, Utc};
/// # use keywright::{Entity, Handle, Result, Table, read::CursorKeys};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # struct Platform;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Platform)]
/// # #[pk(template = "BRAND#<brand>", query = by_brand)]
/// # #[sk(template = "THREAT#<at>#<id>")]
/// # struct Threat { brand: String, at: DateTime<Utc>, id: String }
/// fn keys(secret: &[u8], last_years: &[u8]) -> Result<CursorKeys> {
///     CursorKeys::new("2026", secret)?.accept("2025", last_years)
/// }
///
/// /// `GET /threats/{brand}?cursor=..`: the page, and the text with which the client asks for the next one.
/// async fn threats(
///     platform: &Handle<Platform>,
///     keys: &CursorKeys,
///     brand: &str,
///     cursor: Option<&str>,
/// ) -> Result<(Vec<Threat>, Option<String>)> {
///     let cursor = cursor.map(|text| keys.open(text)).transpose()?;
///     let page = Threat::by_brand(brand).limit(50).cursor(cursor).send(platform).await?;
///     Ok((page.items, page.cursor.map(|cursor| keys.seal(&cursor))))
/// }
/// # }
/// ```
///
/// # Rotation
///
/// [`new`](Self::new) sets the key that seals, and [`accept`](Self::accept) adds keys that only open. To replace a key
/// across many processes: accept the new one everywhere, then seal with it everywhere and accept the old one, and drop
/// the old one when no cursor sealed with it is in use. A text whose key is no longer accepted is
/// [`CursorOutdated`](ErrorKind::CursorOutdated).
///
/// # When to encrypt
///
/// Everyone who has a signed text can read it: the ends of the range, the last item's sort key and, on an index, its
/// key in the table. That item may be one that the page does not return, because it is out of the query's range or of
/// another entity. Encrypt if these keys contain something that the client must not see (e-mail addresses, ids or
/// amounts in sort keys), or if clients must not depend on the format of keys: with the crate's feature `encryption`,
/// `encrypting` makes `seal` encrypt with XChaCha20-Poly1305. The text's length and the key's id stay visible.
///
/// A cursor that does not leave the process needs no sealing: pass it to the query directly.
#[derive(Clone)]
pub struct CursorKeys {
    current: Secret,
    /// The keys that only open.
    accepted: Vec<Secret>,
    #[cfg(feature = "encryption")]
    encrypts: bool,
}

impl CursorKeys {
    /// Makes keys that seal and open with one secret, of at least 32 bytes. Its id has 1 to 64 characters of visible
    /// ASCII.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for a secret that is too short, or an invalid id.
    ///
    /// ```
    /// # use keywright::{read::CursorKeys, ErrorKind};
    /// let error = CursorKeys::new("2026-01", "too short").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    /// ```
    pub fn new(id: impl Into<String>, secret: impl AsRef<[u8]>) -> Result<Self> {
        let current = Secret::new(id.into(), secret.as_ref())?;
        Ok(Self {
            current,
            accepted: Vec::new(),
            #[cfg(feature = "encryption")]
            encrypts: false,
        })
    }

    /// Also opens texts that this key has sealed: a previous key, or a future one.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new), and [`InvalidArgument`](ErrorKind::InvalidArgument) for an id that another key has.
    pub fn accept(mut self, id: impl Into<String>, secret: impl AsRef<[u8]>) -> Result<Self> {
        let secret = Secret::new(id.into(), secret.as_ref())?;
        if self.secret(&secret.id).is_some() {
            let message = format!("two keys have the id `{}`; give each secret an id of its own", secret.id);
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        self.accepted.push(secret);
        Ok(self)
    }

    /// Encrypts when it seals. Needs the feature `encryption`. Texts that were only signed can still be opened.
    #[cfg(feature = "encryption")]
    pub fn encrypting(self) -> Self {
        Self { encrypts: true, ..self }
    }

    /// Makes a text that a client may receive: base64url without padding, signed, and encrypted if so configured.
    pub fn seal(&self, cursor: &Cursor) -> String {
        let body = codec::encode(cursor);
        let kind = self.kind();
        let mut bytes = begin(kind, &self.current.id, body.len());
        let sealed = match kind {
            #[cfg(feature = "encryption")]
            Kind::Encrypted => self.current.encrypt(&bytes, &body),
            _ => self.current.sign(&bytes, body),
        };
        bytes.extend(sealed);
        frame::text(&bytes)
    }

    /// Reads the cursor of a sealed text.
    ///
    /// # Errors
    ///
    /// - [`CursorTampered`](ErrorKind::CursorTampered): the signature is invalid or missing.
    /// - [`CursorTruncated`](ErrorKind::CursorTruncated): the end of the text is missing.
    /// - [`CursorOutdated`](ErrorKind::CursorOutdated): sealed with a key that is not accepted, by another version of
    ///   the library, or encrypted and read without the feature `encryption`.
    /// - [`CursorMalformed`](ErrorKind::CursorMalformed): not a cursor.
    ///
    /// The query that it is passed to checks whether the cursor belongs to it.
    pub fn open(&self, text: &str) -> Result<Cursor> {
        let frame = Frame::of(text)?;
        if frame.kind == Kind::Plain {
            let message = "the cursor is not signed; make its text with `CursorKeys::seal`, or start the query again";
            return Err(Error::new(ErrorKind::CursorTampered, message));
        }
        let (_, content) = frame.parts();
        let (id, sealed) = split_id(content).ok_or_else(malformed)?;
        let secret = self.secret(id).ok_or_else(|| unknown(id))?;
        let begun = frame.bytes.strip_suffix(sealed).unwrap_or_default();
        let body = match frame.kind {
            Kind::Encrypted => secret.decrypt(begun, sealed)?,
            Kind::Plain | Kind::Signed => secret.verified(begun, sealed)?,
        };
        let cursor = codec::decode(&body).ok_or_else(malformed)?;
        Ok(Cursor { is_trusted: true, ..cursor })
    }

    fn secret(&self, id: &str) -> Option<&Secret> {
        std::iter::once(&self.current).chain(&self.accepted).find(|secret| secret.id == id)
    }

    fn kind(&self) -> Kind {
        #[cfg(feature = "encryption")]
        if self.encrypts {
            return Kind::Encrypted;
        }
        Kind::Signed
    }
}

/// Shows only the ids.
impl fmt::Debug for CursorKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let accepted: Vec<&str> = self.accepted.iter().map(|secret| secret.id.as_str()).collect();
        f.debug_struct("CursorKeys")
            .field("current", &self.current.id)
            .field("accepted", &accepted)
            .field("encrypts", &(self.kind() == Kind::Encrypted))
            .finish_non_exhaustive()
    }
}

/// Makes the bytes before the sealed part, which are authenticated with it.
fn begin(kind: Kind, id: &str, body: usize) -> Vec<u8> {
    let sealing = if kind == Kind::Encrypted { secret::ENCRYPTION_BYTES } else { secret::SIGNATURE_BYTES };
    let content = [1, id.len(), body, sealing].into_iter().fold(0_usize, usize::saturating_add);
    let mut begun = frame::head(kind, content);
    // An id has at most 64 bytes.
    begun.push(u8::try_from(id.len()).unwrap_or(u8::MAX));
    begun.extend(id.as_bytes());
    begun
}

fn split_id(content: &[u8]) -> Option<(&str, &[u8])> {
    let (&length, rest) = content.split_first()?;
    let (id, sealed) = rest.split_at_checked(length.into())?;
    let id = str::from_utf8(id).ok().filter(|id| secret::is_id(id))?;
    Some((id, sealed))
}

fn unknown(id: &str) -> Error {
    let message = format!(
        "the cursor was sealed with key `{id}`, which is no longer among the keys; start the query again, or accept \
         that key as long as its cursors are in use"
    );
    Error::new(ErrorKind::CursorOutdated, message)
}

#[cfg(test)]
mod tests;
