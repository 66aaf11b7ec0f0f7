//! Written by `keywright scaffold` from an audit of 681 items.
//!
//! Names are a first draft: a field can have another one, with `#[serde(rename = "..")]`.

use chrono::{DateTime, NaiveDate, Utc};
use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", discriminator = "type", encoding = "raw")]
#[entities(
    SerializeItem,
    AttributesItem,
    BoxValue,
    BytesItem,
    BTreeMapItem,
    BTreeSetItem,
    CloneItem,
    CopyItem,
    DateTimeItem,
    DebugItem,
    DefaultItem,
    DeserializeItem,
    EntityItem,
    ErrItem,
    FnValue,
    FromItem,
    HashItem,
    HashMapItem,
    IntoItem,
    IteratorItem,
    NaiveDateItem,
    NoneItem,
    OkItem,
    PartialEqItem,
    ResultItem,
    SelfValue,
    SendItem,
    SerializeItem2,
    SizedItem,
    SomeItem,
    StringItem,
    TableItem,
    UtcItem,
    VecItem
)]
pub struct OptionItem;

/// `SERIALIZE#<digits>  A`: 21 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "serialize")]
#[pk(template = "SERIALIZE#<serialize:plain>")]
#[sk(template = "A")]
pub struct SerializeItem {
    #[entity(key_only)]
    pub serialize: u64,
    pub at: Option<DateTime<Utc>>,
    pub day: Option<NaiveDate>,
    pub flag: Option<bool>,
    pub number: Option<u64>,
    pub text: Option<String>,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `ATTRIBUTES#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "attributes")]
#[pk(template = "ATTRIBUTES#<attributes:plain>")]
#[sk(template = "A")]
pub struct AttributesItem {
    #[entity(key_only)]
    pub attributes: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `BOX#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "box")]
#[pk(template = "BOX#<box_value:plain>")]
#[sk(template = "A")]
pub struct BoxValue {
    #[entity(key_only)]
    pub box_value: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `BYTES#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "bytes")]
#[pk(template = "BYTES#<bytes:plain>")]
#[sk(template = "A")]
pub struct BytesItem {
    #[entity(key_only)]
    pub bytes: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `B_TREE_MAP#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "b_tree_map")]
#[pk(template = "B_TREE_MAP#<b_tree_map:plain>")]
#[sk(template = "A")]
pub struct BTreeMapItem {
    #[entity(key_only)]
    pub b_tree_map: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `B_TREE_SET#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "b_tree_set")]
#[pk(template = "B_TREE_SET#<b_tree_set:plain>")]
#[sk(template = "A")]
pub struct BTreeSetItem {
    #[entity(key_only)]
    pub b_tree_set: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `CLONE#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "clone")]
#[pk(template = "CLONE#<clone:plain>")]
#[sk(template = "A")]
pub struct CloneItem {
    #[entity(key_only)]
    pub clone: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `COPY#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "copy")]
#[pk(template = "COPY#<copy:plain>")]
#[sk(template = "A")]
pub struct CopyItem {
    #[entity(key_only)]
    pub copy: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `DATE_TIME#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "date_time")]
#[pk(template = "DATE_TIME#<date_time:plain>")]
#[sk(template = "A")]
pub struct DateTimeItem {
    #[entity(key_only)]
    pub date_time: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `DEBUG#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "debug")]
#[pk(template = "DEBUG#<debug:plain>")]
#[sk(template = "A")]
pub struct DebugItem {
    #[entity(key_only)]
    pub debug: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `DEFAULT#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "default")]
#[pk(template = "DEFAULT#<default:plain>")]
#[sk(template = "A")]
pub struct DefaultItem {
    #[entity(key_only)]
    pub default: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `DESERIALIZE#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "deserialize")]
#[pk(template = "DESERIALIZE#<deserialize:plain>")]
#[sk(template = "A")]
pub struct DeserializeItem {
    #[entity(key_only)]
    pub deserialize: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `ENTITY#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "entity")]
#[pk(template = "ENTITY#<entity:plain>")]
#[sk(template = "A")]
pub struct EntityItem {
    #[entity(key_only)]
    pub entity: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `ERR#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "err")]
#[pk(template = "ERR#<err:plain>")]
#[sk(template = "A")]
pub struct ErrItem {
    #[entity(key_only)]
    pub err: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `FN#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "fn")]
#[pk(template = "FN#<fn_value:plain>")]
#[sk(template = "A")]
pub struct FnValue {
    #[entity(key_only)]
    pub fn_value: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `FROM#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "from")]
#[pk(template = "FROM#<from:plain>")]
#[sk(template = "A")]
pub struct FromItem {
    #[entity(key_only)]
    pub from: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `HASH#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "hash")]
#[pk(template = "HASH#<hash:plain>")]
#[sk(template = "A")]
pub struct HashItem {
    #[entity(key_only)]
    pub hash: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `HASH_MAP#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "hash_map")]
#[pk(template = "HASH_MAP#<hash_map:plain>")]
#[sk(template = "A")]
pub struct HashMapItem {
    #[entity(key_only)]
    pub hash_map: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `INTO#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "into")]
#[pk(template = "INTO#<into:plain>")]
#[sk(template = "A")]
pub struct IntoItem {
    #[entity(key_only)]
    pub into: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `ITERATOR#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "iterator")]
#[pk(template = "ITERATOR#<iterator:plain>")]
#[sk(template = "A")]
pub struct IteratorItem {
    #[entity(key_only)]
    pub iterator: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `NAIVE_DATE#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "naive_date")]
#[pk(template = "NAIVE_DATE#<naive_date:plain>")]
#[sk(template = "A")]
pub struct NaiveDateItem {
    #[entity(key_only)]
    pub naive_date: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `NONE#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "none")]
#[pk(template = "NONE#<none:plain>")]
#[sk(template = "A")]
pub struct NoneItem {
    #[entity(key_only)]
    pub none: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `OK#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "ok")]
#[pk(template = "OK#<ok:plain>")]
#[sk(template = "A")]
pub struct OkItem {
    #[entity(key_only)]
    pub ok: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `PARTIAL_EQ#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "partial_eq")]
#[pk(template = "PARTIAL_EQ#<partial_eq:plain>")]
#[sk(template = "A")]
pub struct PartialEqItem {
    #[entity(key_only)]
    pub partial_eq: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `RESULT#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "result")]
#[pk(template = "RESULT#<result:plain>")]
#[sk(template = "A")]
pub struct ResultItem {
    #[entity(key_only)]
    pub result: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `SELF#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "self")]
#[pk(template = "SELF#<self_value:plain>")]
#[sk(template = "A")]
pub struct SelfValue {
    #[entity(key_only)]
    pub self_value: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `SEND#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "send")]
#[pk(template = "SEND#<send:plain>")]
#[sk(template = "A")]
pub struct SendItem {
    #[entity(key_only)]
    pub send: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `SERIALIZE_ITEM#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "serialize_item")]
#[pk(template = "SERIALIZE_ITEM#<serialize_item:plain>")]
#[sk(template = "A")]
pub struct SerializeItem2 {
    #[entity(key_only)]
    pub serialize_item: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `SIZED#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "sized")]
#[pk(template = "SIZED#<sized:plain>")]
#[sk(template = "A")]
pub struct SizedItem {
    #[entity(key_only)]
    pub sized: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `SOME#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "some")]
#[pk(template = "SOME#<some:plain>")]
#[sk(template = "A")]
pub struct SomeItem {
    #[entity(key_only)]
    pub some: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `STRING#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "string")]
#[pk(template = "STRING#<string:plain>")]
#[sk(template = "A")]
pub struct StringItem {
    #[entity(key_only)]
    pub string: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `TABLE#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "table")]
#[pk(template = "TABLE#<table:plain>")]
#[sk(template = "A")]
pub struct TableItem {
    #[entity(key_only)]
    pub table: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `UTC#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "utc")]
#[pk(template = "UTC#<utc:plain>")]
#[sk(template = "A")]
pub struct UtcItem {
    #[entity(key_only)]
    pub utc: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `VEC#<digits>  A`: 20 items.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = OptionItem, name = "vec")]
#[pk(template = "VEC#<vec:plain>")]
#[sk(template = "A")]
pub struct VecItem {
    #[entity(key_only)]
    pub vec: u64,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub flag: bool,
    pub number: u64,
    pub text: String,
    #[serde(flatten)]
    pub others: Attributes,
}
