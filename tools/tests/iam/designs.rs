//! Designs with tenants, and without.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

/// Software as a service: most entities have a tenant.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK")]
#[gsi(name = "ByRegion", pk("tenant", "region"), sk = "id")]
#[gsi(name = "ByNumber", pk(name = "number", type = "N"))]
#[lsi(name = "ByPlaced", sk = "placed")]
#[entities(
    Company, Member, Order, OrderItem, Event, Votes, Shipment, Invoice, Setting, Rate, Late, Watch, Call, Session
)]
pub(crate) struct Saas;

/// The tenant itself.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "TENANT#<id>")]
#[sk(template = "COMPANY")]
pub(crate) struct Company {
    pub(crate) id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "MEMBER#<id>")]
#[gsi(index = "GSI1", query = by_role, pk = "ROLE#<tenant>#<role>", sk = "<id>")]
#[gsi(index = "GSI2", query = by_email, pk = "EMAIL#<email>")]
pub(crate) struct Member {
    pub(crate) tenant: String,
    pub(crate) id: String,
    pub(crate) role: Role,
    pub(crate) email: String,
    #[entity(unique(within = tenant))]
    pub(crate) nickname: String,
}

#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
pub(crate) enum Role {
    Admin,
    Member,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "TENANT#<tenant>#ORDER#<id>")]
#[sk(template = "ORDER")]
#[lsi(index = "ByPlaced", query = by_placed, sk = "<placed>")]
pub(crate) struct Order {
    pub(crate) tenant: String,
    pub(crate) id: String,
    pub(crate) placed: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "TENANT#<tenant>#ORDER#<order>#ITEM#<item>")]
#[sk(template = "ITEM")]
pub(crate) struct OrderItem {
    pub(crate) tenant: String,
    pub(crate) order: String,
    pub(crate) item: u32,
}

/// Buckets, and more shards from some time on: one digit, then two.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "EVENT#<tenant>#<at:day>")]
#[shard(random = 8, grow(at = "2026-07-01T00:00:00Z", count = 12))]
#[sk(template = "<at>#<id>")]
pub(crate) struct Event {
    pub(crate) tenant: String,
    pub(crate) at: DateTime<Utc>,
    pub(crate) id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "VOTES#<tenant>#<poll>")]
#[shard(random = 100)]
#[sk(template = "VOTES")]
pub(crate) struct Votes {
    pub(crate) tenant: String,
    pub(crate) poll: String,
    #[entity(counter)]
    pub(crate) votes: u64,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "SHIPMENT#<tenant>#<id>")]
#[sk(template = "SHIPMENT")]
#[gsi(index = "ByRegion", query = by_region, pk("<tenant>", "<region>"), sk = "<id>")]
pub(crate) struct Shipment {
    pub(crate) tenant: String,
    pub(crate) region: String,
    pub(crate) id: String,
}

/// A key of today and two of older designs.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(
    template = "INVOICE#<tenant>#<id>",
    legacy(template = "INV#<tenant>#<id>", shards = 3),
    legacy(template = "I#<tenant>#<id>")
)]
#[sk(template = "INVOICE")]
#[gsi(index = "ByNumber", query = by_number, pk = "<number>")]
pub(crate) struct Invoice {
    pub(crate) tenant: String,
    pub(crate) id: String,
    pub(crate) number: u64,
}

/// Of no tenant.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "SETTING#<name>")]
#[sk(template = "SETTING")]
pub(crate) struct Setting {
    pub(crate) name: String,
}

/// A literal with all characters that mean something in a policy.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "RATE*?${x}#<tenant>")]
#[sk(template = "RATE")]
pub(crate) struct Rate {
    pub(crate) tenant: String,
}

/// The tenant after another value.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "LATE#<id>#<tenant>")]
#[sk(template = "LATE")]
pub(crate) struct Late {
    pub(crate) id: String,
    pub(crate) tenant: String,
}

/// An enum and a `bool` before the tenant.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "WATCH#<role>#<loud>#<tenant>-<user>")]
#[sk(template = "WATCH")]
pub(crate) struct Watch {
    pub(crate) role: Role,
    pub(crate) loud: bool,
    pub(crate) tenant: String,
    pub(crate) user: String,
}

/// Values of fixed width, and numbers.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "CALL#<at:hour>#<line:w4>#<tenant>#<count>#<at:ms>")]
#[sk(template = "CALL")]
pub(crate) struct Call {
    pub(crate) at: DateTime<Utc>,
    pub(crate) line: u16,
    pub(crate) tenant: String,
    pub(crate) count: i64,
}

/// Shards with leading zeros, by a hash.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Saas)]
#[pk(template = "SESSION#<tenant>#<shard:03>#<at:week>")]
#[shard(hash(id), count = 20)]
#[sk(template = "<id>")]
pub(crate) struct Session {
    pub(crate) tenant: String,
    pub(crate) at: DateTime<Utc>,
    pub(crate) id: String,
}

/// The older designs of an invoice, as entities of their own.
#[derive(Table)]
#[entities(OldInvoice, OlderInvoice)]
pub(crate) struct Before;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Before)]
#[pk(template = "INV#<tenant>#<id>")]
#[shard(random = 3)]
#[sk(template = "INVOICE")]
pub(crate) struct OldInvoice {
    pub(crate) tenant: String,
    pub(crate) id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Before)]
#[pk(template = "I#<tenant>#<id>")]
#[sk(template = "INVOICE")]
pub(crate) struct OlderInvoice {
    pub(crate) tenant: String,
    pub(crate) id: String,
}

/// A table whose partition key is the tenant itself, and whose delimiter can be part of a tag.
#[derive(Table)]
#[table(pk = "tenant", sk = "SK", delimiter = "/")]
#[gsi(name = "ByKind", pk = "KindPK")]
#[entities(Note)]
pub(crate) struct Notes;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Notes)]
#[pk(template = "<tenant>")]
#[sk(template = "NOTE/<number>")]
#[gsi(index = "ByKind", query = by_kind, pk = "<tenant>/<kind>")]
pub(crate) struct Note {
    pub(crate) tenant: String,
    pub(crate) number: u32,
    pub(crate) kind: String,
}
