//! Errors that are put into a copy of the library on purpose, to measure how many schemas find each of them.

mod copy;
mod measure;
mod table;

pub use copy::{SWITCH, copy_with_mutants};
pub use measure::{Found, Measurement};
pub use table::all;

/// An error in the library that is on if the environment variable [`SWITCH`] has its number.
#[derive(Debug, Clone, Copy)]
pub struct Mutant {
    pub number: u32,
    /// What goes wrong, as a user of the library sees it.
    pub name: &'static str,
    /// The file, in `runtime/src`.
    pub file: &'static str,
    /// The text directly before the expression, if the expression alone occurs several times.
    pub after: &'static str,
    /// An expression of the file, which occurs in it once after that text. It is not evaluated at compile time.
    pub original: &'static str,
    /// The expression in its place.
    pub replacement: &'static str,
}

impl Mutant {
    /// Returns the source of its file with the error in it, which is off unless it is chosen.
    ///
    /// # Errors
    ///
    /// If the expression does not occur exactly once.
    pub fn put_into(&self, source: &str) -> Result<String, String> {
        let Self { number, file, after, original, replacement, .. } = self;
        let place = format!("{after}{original}");
        match source.matches(&place).count() {
            1 => {
                let chosen = format!("if crate::mutant::is_active({number}) {{ {replacement} }} else {{ {original} }}");
                Ok(source.replacen(&place, &format!("{after}({chosen})"), 1))
            }
            count => Err(format!("mutant {number}: `{place}` occurs {count} times in {file}")),
        }
    }
}
