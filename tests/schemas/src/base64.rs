//! Bytes as text, as in DynamoDB's JSON.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// Reads bytes. `None` if the text is not base64.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for chunk in text.trim_end_matches('=').as_bytes().chunks(4) {
        let mut bits = 0;
        for byte in chunk {
            bits = bits << 6 | u32::try_from(DIGITS.iter().position(|digit| digit == byte)?).ok()?;
        }
        bits <<= 6 * (4 - chunk.len());
        bytes.extend_from_slice(bits.to_be_bytes().get(1..chunk.len())?);
    }
    Some(bytes)
}
