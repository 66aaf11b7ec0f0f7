mod collection;
mod entity;
mod key_enum;
mod projection;
mod schema;
mod table;
