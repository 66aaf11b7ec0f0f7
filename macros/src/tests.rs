mod collection;
mod entity;
mod key_enum;
mod life_of_a_derive;
mod malformed;
mod projection;
mod schema;
mod table;
