//! Written by `keywright scaffold` from an audit of 7 items.
//!
//! Names are a first draft: a field can have another one, with `#[serde(rename = "..")]`.

use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", discriminator = none, encoding = "raw")]
#[entities(UTimelineP, UFollower, PLikeU, UPostP, UCount, UInfo)]
pub struct SocialNetwork;

/// `u#<digits>#timeline  p#<digits>#u#<digits>`: 1 item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = SocialNetwork)]
#[pk(template = "u#<u:plain>#timeline")]
#[sk(template = "p#<p:plain>#u#<u2:plain>")]
pub struct UTimelineP {
    #[entity(key_only)]
    pub u: u64,
    #[entity(key_only)]
    pub p: u64,
    #[entity(key_only)]
    pub u2: u64,
    pub ttl: u64,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `u#<digits>#follower  u#<digits>`: 2 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = SocialNetwork)]
#[pk(template = "u#<u:plain>#follower")]
#[sk(template = "u#<u2:plain>")]
pub struct UFollower {
    #[entity(key_only)]
    pub u: u64,
    #[entity(key_only)]
    pub u2: u64,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `p#<digits>#like  u#<digits>`: 1 item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = SocialNetwork)]
#[pk(template = "p#<p:plain>#like")]
#[sk(template = "u#<u:plain>")]
pub struct PLikeU {
    #[entity(key_only)]
    pub p: u64,
    #[entity(key_only)]
    pub u: u64,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `u#<digits>#post  p#<digits>`: 1 item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = SocialNetwork)]
#[pk(template = "u#<u:plain>#post")]
#[sk(template = "p#<p:plain>")]
pub struct UPostP {
    #[entity(key_only)]
    pub u: u64,
    #[entity(key_only)]
    pub p: u64,
    pub content: String,
    #[serde(rename = "imageUrl")]
    pub image_url: String,
    pub timestamp: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `u#<digits>  count`: 1 item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = SocialNetwork)]
#[pk(template = "u#<u:plain>")]
#[sk(template = "count")]
pub struct UCount {
    #[entity(key_only)]
    pub u: u64,
    #[serde(rename = "follower#")]
    pub follower: u64,
    #[serde(rename = "following#")]
    pub following: u64,
    #[serde(rename = "post#")]
    pub post: u64,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `u#<digits>  info`: 1 item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = SocialNetwork)]
#[pk(template = "u#<u:plain>")]
#[sk(template = "info")]
pub struct UInfo {
    #[entity(key_only)]
    pub u: u64,
    pub content: String,
    #[serde(rename = "imageUrl")]
    pub image_url: String,
    pub name: String,
    #[serde(flatten)]
    pub others: Attributes,
}
