//! The table of a run, with every kind of key, field and index.

use keywright::{Collection, Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[lsi(name = "LSI1", sk = "LSI1SK", projection = "all")]
#[entities(Customer, Order, Note, Visits, Session)]
pub struct Account;

/// An entity with a unique field, so that its writes are transactions.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Account)]
#[pk(template = "CUSTOMER#<name>")]
#[sk(template = "PROFILE")]
pub struct Customer {
    pub name: String,
    #[entity(unique)]
    pub mail: String,
}

/// An entity with a version, in both indexes.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Account)]
#[pk(template = "CUSTOMER#<name>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_article, pk = "ARTICLE#<article>", sk = "<id>", shard(hash(id), count = 2))]
#[lsi(index = "LSI1", query = by_cents, sk = "<cents>#<id>")]
pub struct Order {
    pub name: String,
    pub id: u32,
    pub article: String,
    pub cents: u64,
    #[entity(version)]
    pub version: u64,
}

/// An entity without special fields, which batches write.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Account)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
pub struct Note {
    pub id: u32,
    pub text: String,
    pub stars: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Account)]
#[pk(template = "VISITS#<page>")]
#[shard(random = 3)]
#[sk(template = "COUNT")]
pub struct Visits {
    pub page: String,
    #[entity(counter)]
    pub visits: i64,
}

/// An entity that expires.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Account)]
#[pk(template = "SESSION#<id>")]
#[sk(template = "SESSION")]
pub struct Session {
    pub id: u32,
    /// Seconds since 1970.
    #[entity(ttl)]
    pub expires_at: u64,
}

/// A customer with all orders, as one query reads them.
#[derive(Debug, Collection)]
#[collection(query(name))]
pub struct CustomerWithOrders {
    pub customer: Customer,
    pub orders: Vec<Order>,
}

/// The part of an order that is read alone.
#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Order)]
pub struct Price {
    pub id: u32,
    pub cents: u64,
}
