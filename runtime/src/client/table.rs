//! Opens, creates and verifies the table.

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
