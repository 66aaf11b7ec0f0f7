//! Runs the declared load of a schema through a roll-over of its buckets, on the throttling model of `keywright-local`.

mod command;
mod documented;
mod outcome;
mod roll_over;
mod text;

pub(crate) use command::Arguments;
pub(crate) use documented::throttling;
