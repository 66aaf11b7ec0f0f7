//! One key: its id, and the operations with its secret.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::mac::{NONCE_BYTES, derived, keyed, mac};
use crate::{Error, ErrorKind, Result};

const SECRET_BYTES: usize = 32;
const ID_BYTES: usize = 64;

/// The number of bytes that a signature adds.
pub(super) const SIGNATURE_BYTES: usize = 32;

/// The number of bytes that encryption adds: the nonce and the tag.
pub(super) const ENCRYPTION_BYTES: usize = NONCE_BYTES + 16;

#[derive(Clone)]
pub(super) struct Secret {
    pub(super) id: String,
    signing: Hmac<Sha256>,
    #[cfg(feature = "encryption")]
    encryption: super::encryption::Keys,
}

impl Secret {
    pub(super) fn new(id: String, secret: &[u8]) -> Result<Self> {
        if !is_id(&id) {
            let message =
                format!("`{id}` is not a valid key id; give one of 1 to {ID_BYTES} characters of visible ASCII");
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        if secret.len() < SECRET_BYTES {
            let message = format!(
                "the secret of key `{id}` has {} bytes; give {SECRET_BYTES} random ones or more, such as those of \
                 `openssl rand -hex {SECRET_BYTES}`",
                secret.len()
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        Ok(Self {
            id,
            signing: keyed(&derived(secret, "keywright cursor signature")?)?,
            #[cfg(feature = "encryption")]
            encryption: super::encryption::Keys::of(secret)?,
        })
    }

    /// Returns the body and its signature, which also covers `begun`.
    pub(super) fn sign(&self, begun: &[u8], mut body: Vec<u8>) -> Vec<u8> {
        let signature = mac(&self.signing, &[begun, &body]).finalize().into_bytes();
        body.extend(signature);
        body
    }

    /// Verifies the result of [`sign`](Self::sign), and returns the body.
    pub(super) fn verified(&self, begun: &[u8], signed: &[u8]) -> Result<Vec<u8>> {
        let (body, signature) = signed.split_last_chunk::<SIGNATURE_BYTES>().ok_or_else(|| self.tampered())?;
        // The comparison takes constant time.
        mac(&self.signing, &[begun, body]).verify_slice(signature).map_err(|_| self.tampered())?;
        Ok(body.to_vec())
    }

    pub(super) fn tampered(&self) -> Error {
        let message = format!(
            "the cursor is not as key `{}` sealed it: the text was changed, or another secret had this id; start the \
             query again",
            self.id
        );
        Error::new(ErrorKind::CursorTampered, message)
    }

    /// Returns the nonce and the encrypted body, authenticated together with `begun`.
    #[cfg(feature = "encryption")]
    pub(super) fn encrypt(&self, begun: &[u8], body: &[u8]) -> Vec<u8> {
        self.encryption.encrypt(begun, body)
    }

    /// Decrypts the result of [`encrypt`](Self::encrypt).
    #[cfg(feature = "encryption")]
    pub(super) fn decrypt(&self, begun: &[u8], sealed: &[u8]) -> Result<Vec<u8>> {
        self.encryption.decrypt(begun, sealed).ok_or_else(|| self.tampered())
    }

    #[cfg(not(feature = "encryption"))]
    pub(super) fn decrypt(&self, _: &[u8], _: &[u8]) -> Result<Vec<u8>> {
        let message = "the cursor is encrypted, and `keywright` was built without its feature `encryption`; build it \
                       with the feature, or start the query again";
        Err(Error::new(ErrorKind::CursorOutdated, message))
    }
}

pub(super) fn is_id(id: &str) -> bool {
    (1..=ID_BYTES).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}
