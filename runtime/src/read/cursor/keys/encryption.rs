//! The encryption of cursors: XChaCha20-Poly1305.

use chacha20poly1305::{
    XChaCha20Poly1305,
    aead::{Aead, Generate, Payload},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::mac::{NONCE_BYTES, derived, keyed, mac};
use crate::Result;

#[derive(Clone)]
pub(super) struct Keys {
    cipher: XChaCha20Poly1305,
    nonce: Hmac<Sha256>,
}

impl Keys {
    pub(super) fn of(secret: &[u8]) -> Result<Self> {
        Ok(Self {
            cipher: XChaCha20Poly1305::new(&derived(secret, "keywright cursor encryption")?.into()),
            nonce: keyed(&derived(secret, "keywright cursor nonce")?)?,
        })
    }

    /// Makes the nonce from random bytes and from the content, so that no two cursors share one even if the system has
    /// no random bytes.
    fn nonce(&self, begun: &[u8], body: &[u8]) -> [u8; NONCE_BYTES] {
        let random = <[u8; 32]>::try_generate().unwrap_or_default();
        let hash: [u8; 32] = mac(&self.nonce, &[&random, begun, body]).finalize().into_bytes().into();
        let mut nonce = [0; NONCE_BYTES];
        nonce.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
        nonce
    }

    /// Returns the nonce and the encrypted body, authenticated together with `begun`.
    pub(super) fn encrypt(&self, begun: &[u8], body: &[u8]) -> Vec<u8> {
        let nonce = self.nonce(begun, body);
        let payload = Payload { msg: body, aad: begun };
        // Fails only for bodies of more than 256 GB.
        let encrypted = self.cipher.encrypt(&nonce.into(), payload).unwrap_or_default();
        [&nonce[..], &encrypted].concat()
    }

    /// Decrypts the result of [`encrypt`](Self::encrypt). `None` if it was changed, or encrypted with another key.
    pub(super) fn decrypt(&self, begun: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, encrypted) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        let payload = Payload { msg: encrypted, aad: begun };
        self.cipher.decrypt(&(*nonce).into(), payload).ok()
    }
}
