//! Mutations of the corpus's files.

use proptest::{collection::vec, prelude::*};

use super::corpus::Text;

/// Texts that often break parsers.
const HOSTILE: [&str; 16] = [
    "\0",
    "\\ud800",
    "\u{feff}",
    "1e999999",
    "-0",
    "18446744073709551616",
    "\"",
    "{",
    "]",
    "<",
    "%",
    "#",
    ".",
    ",",
    "\r\n",
    "=",
];

#[derive(Debug, Clone)]
pub enum Mutation {
    Flip(usize, u8),
    Truncate(usize),
    Cut(usize, usize),
    Duplicate(usize, usize),
    /// A piece of another file.
    Splice(usize, usize, usize, usize),
    Insert(usize, usize),
}

/// Returns a mutated file of the corpus: the name of the file, and the text.
pub fn mutated(files: Vec<Text>) -> impl Strategy<Value = (String, String)> {
    let place = any::<usize>();
    let mutation = prop_oneof![
        (place, 0..8_u8).prop_map(|(at, bit)| Mutation::Flip(at, bit)),
        place.prop_map(Mutation::Truncate),
        (place, 1..40_usize).prop_map(|(at, length)| Mutation::Cut(at, length)),
        (place, 1..200_usize).prop_map(|(at, length)| Mutation::Duplicate(at, length)),
        (place, place, place, 1..200_usize)
            .prop_map(|(at, file, from, length)| Mutation::Splice(at, file, from, length)),
        (place, 0..HOSTILE.len()).prop_map(|(at, which)| Mutation::Insert(at, which)),
    ];
    (place, vec(mutation, 1..5)).prop_map(move |(file, mutations)| {
        let file = &files[file % files.len()];
        let mut bytes = file.bytes.clone();
        for mutation in &mutations {
            apply(mutation, &files, &mut bytes);
        }
        (file.name.clone(), String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned())
    })
}

fn apply(mutation: &Mutation, files: &[Text], bytes: &mut Vec<u8>) {
    let place = |at: usize| at % (bytes.len() + 1);
    match *mutation {
        Mutation::Flip(at, bit) => {
            let at = place(at);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
        }
        Mutation::Truncate(at) => bytes.truncate(place(at)),
        Mutation::Cut(at, length) => {
            let at = place(at);
            bytes.drain(at..(at + length).min(bytes.len()));
        }
        Mutation::Duplicate(at, length) => {
            let at = place(at);
            let piece = bytes[at..(at + length).min(bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        Mutation::Splice(at, file, from, length) => {
            let other = &files[file % files.len()].bytes;
            let from = from % (other.len() + 1);
            let piece = other[from..(from + length).min(other.len())].to_vec();
            let at = place(at);
            bytes.splice(at..at, piece);
        }
        Mutation::Insert(at, which) => {
            let at = place(at);
            bytes.splice(at..at, HOSTILE[which].bytes());
        }
    }
}
