//! Message authentication codes, and keys that are derived with them.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{Error, ErrorKind, Result};

/// The bytes of a nonce of XChaCha20-Poly1305.
pub(super) const NONCE_BYTES: usize = 24;

/// Derives a separate key for one purpose, so that one secret serves several.
pub(super) fn derived(secret: &[u8], purpose: &str) -> Result<[u8; 32]> {
    Ok(mac(&keyed(secret)?, &[purpose.as_bytes()]).finalize().into_bytes().into())
}

pub(super) fn keyed(key: &[u8]) -> Result<Hmac<Sha256>> {
    Hmac::new_from_slice(key).map_err(|error| Error::new(ErrorKind::InvalidArgument, format!("{error}; give another")))
}

pub(super) fn mac(key: &Hmac<Sha256>, parts: &[&[u8]]) -> Hmac<Sha256> {
    parts.iter().fold(key.clone(), |mac, part| mac.chain_update(part))
}
