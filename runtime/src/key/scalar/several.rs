//! The values of a key of several attributes.

use std::{cmp::Ordering, fmt};

use crate::key::KeyScalar;

/// The values of the several attributes of one part of an index's key, in order.
///
/// They compare from left to right. A shorter list sorts before longer ones that begin with it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyScalars {
    values: Vec<KeyScalar>,
    /// Whether this is the position after every key that begins with these values.
    is_end: bool,
}

impl KeyScalars {
    pub(crate) fn new(values: Vec<KeyScalar>) -> Self {
        Self { values, is_end: false }
    }

    /// Creates the position after every key that begins with these values.
    pub(crate) fn end(values: Vec<KeyScalar>) -> Self {
        Self { values, is_end: true }
    }

    /// Returns the value of each attribute.
    pub fn values(&self) -> &[KeyScalar] {
        &self.values
    }

    pub(crate) fn is_end(&self) -> bool {
        self.is_end
    }
}

impl KeyScalar {
    /// Creates the value of one attribute, or of several.
    pub(crate) fn of(mut values: Vec<Self>) -> Self {
        match values.pop() {
            Some(only) if values.is_empty() => only,
            last => {
                values.extend(last);
                Self::Several(KeyScalars::new(values))
            }
        }
    }
}

impl Ord for KeyScalars {
    fn cmp(&self, other: &Self) -> Ordering {
        let differs = self.values.iter().zip(&other.values).map(|(a, b)| a.cmp(b)).find(|order| order.is_ne());
        differs.unwrap_or_else(|| match self.values.len().cmp(&other.values.len()) {
            Ordering::Less if self.is_end => Ordering::Greater,
            Ordering::Greater if other.is_end => Ordering::Less,
            Ordering::Equal => self.is_end.cmp(&other.is_end),
            order => order,
        })
    }
}

impl PartialOrd for KeyScalars {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Prints the values, separated by commas.
impl fmt::Display for KeyScalars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, value) in self.values.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            value.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn several(numbers: &[u32]) -> KeyScalar {
        KeyScalar::Several(KeyScalars::new(scalars(numbers)))
    }

    fn end(numbers: &[u32]) -> KeyScalar {
        KeyScalar::Several(KeyScalars::end(scalars(numbers)))
    }

    fn scalars(numbers: &[u32]) -> Vec<KeyScalar> {
        numbers.iter().map(|number| KeyScalar::N(number.to_string())).collect()
    }

    #[test]
    fn several_values_compare_from_left_to_right() {
        let ordered = [
            several(&[]),
            several(&[2]),
            several(&[2, 9]),
            several(&[2, 10]),
            several(&[2, 10, 1]),
            end(&[2, 10]),
            several(&[2, 11]),
            end(&[2]),
            several(&[10]),
            several(&[10, 0]),
            end(&[10]),
            end(&[]),
        ];
        for (a, left) in ordered.iter().enumerate() {
            for (b, right) in ordered.iter().enumerate() {
                assert_eq!(left.cmp(right), a.cmp(&b), "{left:?} {right:?}");
            }
        }
    }

    #[test]
    fn a_single_value_is_not_wrapped() {
        let one = KeyScalar::N("7".into());
        assert_eq!(KeyScalar::of(vec![one.clone()]), one);
        assert_eq!(one.values(), std::slice::from_ref(&one));
        let two = KeyScalar::of(vec![one.clone(), KeyScalar::S("a".into())]);
        assert_eq!((two.to_string().as_str(), two.size(), two.values().len()), ("7, a", 2, 2));
    }
}
