//! The table itself: opening, creating and verifying it.

mod create;
mod definition;
mod ensure;
mod open;
mod verify;
mod wait;

pub use create::CreateTable;
pub use definition::create_table_input;
pub use ensure::EnsureTable;
pub use open::OpenVerified;
