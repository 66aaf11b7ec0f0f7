//! The schema: nine entities in one table with four indexes.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Projection, Table};
use serde::{Deserialize, Serialize};

/// The table of the deals site.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
#[gsi(name = "Users", pk = "UsersPK")]
#[entities(Deal, Brand, Brands, Category, FrontPage, Like, Watch, User, Message)]
pub(crate) struct Site;

/// A deal. Each index has a partition for each day, and that of all deals is spread over shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "DEAL#<id>")]
#[sk(template = "DEAL")]
#[gsi(index = "GSI1", query = newest, pk = "DEALS#<created_at:day>", sk = "<created_at>#<id>", shard(random = 3))]
#[gsi(index = "GSI2", query = by_brand, pk = "BRAND#<brand:upper>#<created_at:day>", sk = "<created_at>#<id>")]
#[gsi(index = "GSI3", query = by_category, pk = "CATEGORY#<category:upper>#<created_at:day>", sk = "<created_at>#<id>")]
#[peak(writes_per_second = 1_500, item_bytes = 600)]
pub(crate) struct Deal {
    pub(crate) id: String,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) title: String,
    pub(crate) brand: String,
    pub(crate) category: String,
    pub(crate) cents: u32,
}

/// A brand.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "BRAND#<name>")]
#[sk(template = "BRAND")]
pub(crate) struct Brand {
    pub(crate) name: String,
    pub(crate) likes: u32,
}

/// The names of all brands, in one item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(
    template = "BRANDS",
    allow_hot = "a brand is new some times a day; one page of the site reads it, through a cache"
)]
#[sk(template = "BRANDS")]
pub(crate) struct Brands {
    #[serde(default, with = "serde_dynamo::string_set", skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) names: BTreeSet<String>,
}

/// A category and what its editors feature in it.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "CATEGORY#<name>")]
#[sk(template = "CATEGORY")]
pub(crate) struct Category {
    pub(crate) name: String,
    pub(crate) likes: u32,
    pub(crate) featured: Vec<Featured>,
}

/// The part of a featured deal that a page shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Featured {
    pub(crate) deal: String,
    pub(crate) title: String,
}

/// One of the equal copies of the front page.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "FRONTPAGE#<copy>")]
#[sk(template = "FRONTPAGE")]
pub(crate) struct FrontPage {
    pub(crate) copy: u8,
    pub(crate) featured: Vec<Featured>,
}

/// The kinds of things that users can like and watch.
#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub(crate) enum Topic {
    Brand,
    Category,
}

/// A user's like of a brand or a category.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "LIKE#<topic>#<name>#<user>")]
#[sk(template = "LIKE")]
pub(crate) struct Like {
    pub(crate) topic: Topic,
    pub(crate) name: String,
    pub(crate) user: String,
}

/// A user's subscription to the new deals of a brand or a category.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "WATCH#<topic>#<name>")]
#[sk(template = "USER#<user>")]
pub(crate) struct Watch {
    pub(crate) topic: Topic,
    pub(crate) name: String,
    pub(crate) user: String,
}

/// A user. The index holds users only: a scan of it reads nothing else.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "USER#<name>")]
#[sk(template = "USER")]
#[gsi(index = "Users", query = in_users, pk = "USER#<name>")]
pub(crate) struct User {
    pub(crate) name: String,
}

/// A message to a user. It is in GSI1 until it is read.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "MESSAGES#<user>")]
#[sk(template = "MESSAGE#<at>#<deal>")]
#[gsi(index = "GSI1", query = unread, pk = "MESSAGES#<user>", sk = "MESSAGE#<unread_since>#<deal>")]
pub(crate) struct Message {
    pub(crate) user: String,
    pub(crate) at: DateTime<Utc>,
    pub(crate) deal: String,
    pub(crate) subject: String,
    pub(crate) body: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unread_since: Option<DateTime<Utc>>,
}

/// A line of the list of messages.
#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Message)]
pub(crate) struct Line {
    pub(crate) at: DateTime<Utc>,
    pub(crate) subject: String,
    pub(crate) unread_since: Option<DateTime<Utc>>,
}
