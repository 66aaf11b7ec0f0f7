//! Digests the bytes of a file while they are read.

use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
};

use serde::{Deserialize, Serialize};

use crate::fnv::{EMPTY, fnv1a};

/// The length and the FNV-1a hash of bytes. It identifies a file on every machine and under every name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Digest {
    bytes: u64,
    hash: u64,
}

impl Default for Digest {
    fn default() -> Self {
        Self { bytes: 0, hash: EMPTY }
    }
}

impl Digest {
    fn add(self, bytes: &[u8]) -> Self {
        Self { bytes: self.bytes + bytes.len() as u64, hash: fnv1a(self.hash, bytes) }
    }
}

/// A reader that digests what it has read.
#[derive(Debug)]
pub(super) struct Digested<R> {
    reader: R,
    digest: Rc<Cell<Digest>>,
}

impl<R> Digested<R> {
    /// Returns the reader, and the digest of the bytes that it has read so far.
    pub(super) fn new(reader: R) -> (Self, Rc<Cell<Digest>>) {
        let digest = Rc::new(Cell::new(Digest::default()));
        (Self { reader, digest: Rc::clone(&digest) }, digest)
    }
}

impl<R: Read> Read for Digested<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.digest.set(self.digest.get().add(buffer.get(..length).unwrap_or_default()));
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(mut reader: impl Read) -> Digest {
        let (mut digested, digest) = Digested::new(&mut reader);
        io::copy(&mut digested, &mut io::sink()).unwrap();
        digest.get()
    }

    #[test]
    fn a_digest_depends_on_the_bytes_and_not_on_the_reads() {
        assert_eq!(digest(&b"abc"[..]), digest((&b"a"[..]).chain(&b"bc"[..])));
        assert_ne!(digest(&b"abc"[..]), digest(&b"acb"[..]));
        assert_eq!(digest(&b""[..]), Digest::default());
    }
}
