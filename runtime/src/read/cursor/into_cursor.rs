//! The argument types of `cursor` and `resume`.

use super::Cursor;

/// A cursor for `cursor` and `resume` of a query: a [`Cursor`], or an `Option` of one. `None` starts at the beginning.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a cursor",
    label = "expected a `Cursor` or an `Option<Cursor>`",
    note = "read a cursor from its text with `text.parse::<keywright::Cursor>()?`, or with `CursorKeys::open` if it is \
            signed or encrypted"
)]
pub trait IntoCursor {
    /// Returns the cursor. `None` for the beginning.
    fn into_cursor(self) -> Option<Cursor>;
}

#[diagnostic::do_not_recommend]
impl IntoCursor for Cursor {
    fn into_cursor(self) -> Option<Cursor> {
        Some(self)
    }
}

#[diagnostic::do_not_recommend]
impl IntoCursor for Option<Cursor> {
    fn into_cursor(self) -> Option<Cursor> {
        self
    }
}
