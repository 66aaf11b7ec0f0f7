//! Declared loads on keys: which are rejected, and which cause warnings.

mod buckets;
mod exempt;
mod few_keys;
mod top_share;
mod unasked;
mod units;
mod warnings;

use expect_test::{Expect, expect};

use super::*;
use crate::physics::shards::{DEFAULT_TARGET, shards_for};
use crate::{
    check::samples::{Design, FLAG, STATUS, TABLE, message_text},
    key::FieldKind::{self, Text as STRING, Time},
    schema::{Launch, TableSchema},
};

fn ops_log() -> Design {
    Design::new("OpsLog", &[("at", Time), ("call_id", STRING)])
}

fn job() -> Design {
    Design::new("Job", &[("status", STATUS), ("id", STRING), ("at", Time), ("done", FLAG)])
}

fn event() -> Design {
    let byte = FieldKind::Integer { digits: 3, signed: false };
    Design::new("Event", &[("on", FieldKind::Date), ("at", Time), ("id", STRING), ("level", byte), ("status", STATUS)])
}

fn check(design: Design, key: usize, expected: &Expect) {
    expected.assert_eq(&message_text(refusal(design.build(), key)));
}

fn few_values(entity: &EntitySchema, key: usize) -> usize {
    warnings(entity, key).few_values
}

fn lone_bucket(entity: &EntitySchema, key: usize) -> bool {
    warnings(entity, key).lone_bucket
}

fn missing_margin(entity: &EntitySchema, key: usize) -> usize {
    warnings(entity, key).missing_margin
}

fn share_that_throttles(entity: &EntitySchema, key: usize) -> usize {
    warnings(entity, key).share_that_throttles
}

fn above_quota(entity: &EntitySchema, key: usize) -> bool {
    warnings(entity, key).above_quota
}

fn is_silent(design: Design) -> bool {
    let entity = design.build();
    (0..entity.keys.len()).all(|key| refusal(entity, key).is_none() && warnings(entity, key) == Warnings::NONE)
}
