//! The derives of [`keywright`](https://docs.rs/keywright), which documents and re-exports them.

mod crate_path;
mod derive;
mod docs;
mod errors;
mod expand;
mod model;
mod read;
mod rules;
mod serde_attrs;
#[cfg(test)]
mod snapshot;
mod spans;
mod suggest;
mod template;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a struct an entity: an item of a DynamoDB table, with the keys that its templates describe.
///
/// The struct has named fields and no generic parameters. An item is what serde makes of it (`rename`, `rename_all`,
/// `skip`, `flatten`, `tag` and the rest are honoured), plus the attributes of its keys.
///
/// ```
/// # #[derive(keywright::Table)]
/// # pub struct Platform;
/// /// One call of an AI agent.
/// #[derive(keywright::Entity, serde::Serialize, serde::Deserialize)]
/// #[entity(table = Platform)]
/// #[pk(template = "OPS_LOG#<at>", bucket = "day")]
/// #[shard(random = 10)]
/// #[sk(template = "<at>#<call_id>")]
/// #[peak(writes_per_second = 2_000, item_bytes = 700)]
/// pub struct OpsLog {
///     pub at: chrono::DateTime<chrono::Utc>,
///     pub call_id: String,
/// }
/// ```
///
/// It generates these functions:
///
/// - `query(..)` for the table, and one for each index. The arguments are the fields of the partition key. A time of
///   which the partition key holds only a bucket is not one of them: the range of the query selects the buckets.
/// - `key(..)`, whose arguments are all fields of the table key. With random shards, `key_in_shard(shard, ..)` and
///   `find(..)` replace it.
///
/// Every stored field has a constant with its name in capitals, `Order::STATUS` for `status`: conditions and updates
/// use it. Fields that feed an index key together have one more, `Order::STATUS_AND_RANK`: an update sets them together
/// (KW017). Two constants of one name are refused (KW020). Your own functions and constants must not have a generated
/// name (E0592): rename the query (`query = ..`), or rename the field and keep its attribute by
/// `#[serde(rename = "..")]`.
///
/// A counter has a function of its own name, with the arguments of `key(..)`.
///
/// # `#[entity(..)]`
///
/// | Option | Default | Means |
/// |---|---|---|
/// | `table = Platform` | must be given | the table that stores it |
/// | `name = "ops_log"` | the struct's name | what the discriminator says on its items |
/// | `constants("version" = "1")` | none | attributes that every item carries with a fixed text |
/// | `may_overlap = "why no two items have one key"` | none | answers KW011 for this entity and any other, where stored keys cannot change |
/// | `crate = path` | `::keywright` | where this crate is, if it is re-exported |
///
/// # `#[entity(..)]` on a field
///
/// | Option | Means |
/// |---|---|
/// | `counter` | an integer that `increment` adds to in place and `total` sums over all shards. It stands in no key (KW017), and an entity with counters has, besides them, only the fields of its table key and `Option`s |
/// | `version` | a `u32`, `u64` or `i64` that counts the writes of its item: a write demands that the stored item has the struct's number, 0 for none, and writes one more. It stands in no key (KW017), and the key's shards are not random |
/// | `unique` | no two items of the entity have the same value: `create`, `put`, `replace`, `update`, `move_to` and `delete` keep a sentinel item for it, in one transaction with the item. `None` of an `Option` is not unique. Neither the field nor those of `within` have `#[serde(with = ..)]`. The key's shards are not random, and it has no `legacy` |
/// | `unique(within = tenant)`, `unique(within(tenant, region))` | unique among the items with equal values in these fields. If one of these is `None`, the value need not be unique |
/// | `ttl` | when the item expires: a time, an integer of seconds since 1970, or an `Option` of one, stored as seconds in the table's TTL attribute (KW014). Reads hide expired items |
/// | `created` | the time of the item's first write: a time or an `Option` of one. The struct's value is kept; `None` and 1970-01-01T00:00:00Z count as absent |
/// | `updated` | the time of its last write, set by each |
/// | `sensitive` | `<redacted>` stands in place of its values in errors, traces, monitors and debug output, also within keys. The struct's own `Debug` prints them: implement it by hand, or leave it out |
/// | `key_only` | the table's key holds the field, and no attribute of its own does: reads fill it from the key. The key must hold all of it, and no condition or filter can ask for it (KW023) |
/// | `trunc` | a time that is the attribute of a key itself, in the form of its template, as `<at:ms>`: a write cuts off what the form does not hold. Without it such a value is an error when it is written (KW020) |
///
/// `ttl`, `created` and `updated` stand in no key of the table (KW017). What they do in full is in
/// `keywright::lifecycle`.
///
/// # `#[pk(..)]` and `#[sk(template = "..")]`
///
/// | Option | Means |
/// |---|---|
/// | `template = "OPS_LOG#<at:day>"` | the partition key |
/// | `bucket = "day"` | short for `:day` on the template's only placeholder |
/// | `query = recent` | another name for the function `query` |
/// | `legacy(template = "OPS_LOG", shards = 4)` | an older partition key: reads visit it too, writes never do. It may be repeated, the newest first. `first = 1` counts its shards from 1; `hash(a, b), count = 4` in place of `shards` says how they followed from fields; `until = "2027-01-01T00:00:00Z"` says that items whose time is at or after this instant never had it |
/// | `allow_hot = "50 writes a day"` | why this key may be hot: answers KW001 to KW004 |
/// | `retention = "90d"` | how far back from now a query without a lower bound reaches, where the key has time buckets; units are `s`, `m` (minutes), `h`, `d` and `w` |
///
/// A template is literal text and placeholders: `<field>`, or `<field:spec,spec>`. `<<` is a literal `<`.
///
/// | Spec | For | Writes |
/// |---|---|---|
/// | `minute`, `hour`, `day`, `week`, `month`, `year` | times | the bucket, in UTC |
/// | `s`, `ms`, `us`, `ns` | times | the instant, to that precision; `ns` is the default |
/// | `epoch`, `epoch_ms` | times | seconds or milliseconds since 1970 |
/// | `plain`, `w8` | integers | plain decimal, or zero-padded to 8 digits |
/// | `lower`, `upper` | text | in that case |
/// | `raw` | text | without escaping; a value that holds a reserved byte is an error |
///
/// # `#[shard(..)]`
///
/// Spreads one partition key over several. The number stands where the template says `<shard>`, or `<shard:02>` for
/// two digits, else at its end behind the delimiter.
///
/// | Option | Means |
/// |---|---|
/// | `random = 10` | a write picks one of 10, a read visits all: append-only |
/// | `hash(a, b), count = 6` | a hash of these fields picks it: a read that knows them visits one |
/// | `with = path` | with `hash`: a `fn(&str) -> u32` of your own in place of SHA-256 |
/// | `first = 1` | the first shard's number; 0 by default |
/// | `grow(at = "2027-01-01T00:00:00Z", count = 40)` | more shards for items whose time is at or after this instant; items stay where they are. It may be repeated, in the order of time |
///
/// `grow` and `until` compare one time of the item with their instant: the field of the partition key's bucket; without
/// a bucket, the first time in the sort key; without one there, the first time in the partition key. A write uses the
/// number of shards for its item's time. A read visits, in each bucket, the shards that its times can have. Clippy's
/// `duplicated_attributes` takes the options of two `grow(..)` for duplicates, and those of two indexes of a table:
/// such a struct needs `#[allow(clippy::duplicated_attributes)]`.
///
/// Choose an `at` after the last deployment and after every time that items carry already: the compiler does not know
/// today's date. An item of a later time that was written with the smaller count stays in reach of every query, and of
/// `get` too unless its shard is a hash; then add `legacy(..)` with today's template, the hash and the smaller count.
///
/// # `#[gsi(..)]`
///
/// What the entity writes into an index of its table. It may be repeated.
///
/// | Option | Means |
/// |---|---|
/// | `index = "GSI1"` | the index, as `#[gsi(name = "GSI1")]` of the table declares it |
/// | `query = by_brand` | the name of its query function |
/// | `pk = "BRAND#<brand>"`, `sk = "<at>"` | its templates |
/// | `pk("<tenant>", "<region>")`, `sk("<round>", "<at:day>")` | a template for each attribute, where the index has several; an appended shard stands in the last of the partition key. `bucket` and `legacy(..)` are for one |
/// | `bucket`, `legacy(..)`, `allow_hot`, `retention` | as in `#[pk(..)]` |
/// | `shard(..)` | as `#[shard(..)]`; `random = 10` is here a hash of the table key, the same through every update |
/// | `peak(..)` | as `#[peak(..)]`, where this index's differs; what it leaves out is the entity's |
///
/// An attribute whose whole template is one `<field>` with the attribute's own name is that field, stored once: a
/// number sorts as a number. A query gives all fields of the partition key, then those of the sort key from left to
/// right, by `then(..)` and at last a range. An item is in the index if all of the fields have values.
///
/// # `#[lsi(..)]`
///
/// What the entity writes into a local index of its table: another sort key under the table's partition key, with its
/// buckets, shards and older keys. A query over it can be `consistent()`. It may be repeated.
///
/// | Option | Means |
/// |---|---|
/// | `index = "LSI1"` | the index, as `#[lsi(name = "LSI1")]` of the table declares it |
/// | `query = by_amount` | the name of its query function |
/// | `sk = "<amount>"` | its template |
///
/// # `#[peak(..)]`
///
/// The declared peak load, which the compiler compares with what one partition carries: 1,000 WCU and 3,000 RCU a
/// second. A write whose condition fails counts as the kind that was attempted.
///
/// | Option | Means |
/// |---|---|
/// | `creates = 3_000`, or `writes_per_second = 3_000` for short | new items a second |
/// | `updates = 500` | updates and replacements of existing items a second |
/// | `deletes = 100` | deletes a second |
/// | `item_bytes = 700` | bytes of a whole stored item: names and values of its fields |
/// | `in_transactions = 0.2` | the share of the writes that are sent in transactions, which cost twice the units in the table |
/// | `reads_per_second = 1_000` | reads a second (KW022); an index declares its own |
/// | `top_share = 0.2` | the share of the most frequent partition key, over 0 and at most 1. If all writes of a moment have one key, sharded by a hash of one field, give the share of that field's most frequent value |
///
/// The `peak(..)` of a `#[gsi]` leaves out what the entity's says. One that gives a rate gives all of them. It has no
/// `in_transactions`, because a transaction does not double the units of an index, and one option of its own:
///
/// | Option | Means |
/// |---|---|
/// | `moves = 0.3` | the share of the updates that change the key of the index, which cost two writes there: all of them unless declared |
#[proc_macro_derive(Entity, attributes(entity, pk, sk, shard, gsi, lsi, peak, serde))]
pub fn derive_entity(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::entity(&input).into()
}

/// Makes a struct a DynamoDB table: its key attributes, its indexes, and the list of its entities.
///
/// The struct has no generic parameters. Whether it has fields does not matter; `struct Platform;` is usual.
///
/// ```
/// # #[derive(keywright::Entity)]
/// # #[entity(table = Platform)]
/// # #[pk(template = "JOB#<id>")]
/// # #[sk(template = "JOB")]
/// # pub struct Job { id: String }
/// # mod brand {
/// #     #[derive(keywright::Entity)]
/// #     #[entity(table = super::Platform)]
/// #     #[pk(template = "THREAT#<id>")]
/// #     #[sk(template = "THREAT")]
/// #     pub struct Threat { id: String }
/// # }
/// /// Everything the platform stores.
/// #[derive(keywright::Table)]
/// #[table(pk = "PK", sk = "SK")]
/// #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
/// #[entities(Job, brand::Threat)]
/// pub struct Platform;
/// # fn main() {}
/// ```
///
/// # `#[table(..)]`
///
/// | Option | Default | Means |
/// |---|---|---|
/// | `pk = "deviceId"`, `pk(name = "deviceId", type = "S")` | `"PK"` | the attribute of the partition key; its type is `S`, `N` or `B` |
/// | `sk = "ts"`, `sk(name = "ts", type = "N")`, `sk = none` | `"SK"` | the attribute of the sort key, or that there is none |
/// | `discriminator = "type"`, `discriminator = none` | `"_et"` | the attribute that names an item's entity. Without one, an item belongs to the entity whose keys parse |
/// | `delimiter = "#"` | `"#"` | the character between the parts of a key: printable ASCII, no letter, no digit, not `%`, `<` or `>` |
/// | `encoding = "escaped"`, `"raw"` | `"escaped"` | how text stands in keys. `"raw"`, for a table that already exists, writes it as it is and refuses values that hold a reserved character |
/// | `ttl = "expires_at"` | none | the table's TTL attribute. A field with `#[entity(ttl)]` must be stored under this name: name it so, or rename it with `#[serde(rename = "..")]` |
/// | `write_id = "_w"` | none | the attribute in which a write leaves 16 random bytes, the id of its call: by them a write whose answer was lost recognizes its own item. Nothing else is stored there. See `keywright::write_id` |
/// | `undeclared_peak = "warn"`, `"allow"`, `"deny"` | `"warn"` | what a key of few values, or of a time bucket alone, does where no `#[peak(..)]` is declared |
/// | `quota = 80_000` | `40_000` | the WCU/s that the account may use on the table, and on each index: what AWS has raised the table-level quota to. Peaks that need more warm throughput are warned of (KW004) |
/// | `crate = path` | `::keywright` | where this crate is, if it is re-exported |
///
/// Sort keys with text need a delimiter up to `$`, such as `#`: only then does the order of keys agree with the order
/// of texts (KW012). `raw` text needs it where it is not the last part, and a query asks for a range of it.
///
/// # `#[gsi(..)]`
///
/// A global secondary index. It may be repeated, up to 20 times.
///
/// | Option | Default | Means |
/// |---|---|---|
/// | `name = "GSI1"` | | the index's name: 3 to 255 of a-z, A-Z, 0-9, `_`, `.`, `-` |
/// | `pk = "GSI1PK"`, `pk(name = .., type = ..)` | | the attribute of its partition key |
/// | `sk = "GSI1SK"`, `sk(name = .., type = ..)` | none | the attribute of its sort key |
/// | `pk("tenant", "region")`, `sk((name = "round", type = "N"), "at")` | | a key of several attributes, up to 4 in each part (KW013) |
/// | `projection = "all"`, `"keys_only"`, `include("a", "b")` | `"all"` | what the index holds of each item in addition to the keys. A whole entity is read from `"all"` only (KW015). `include` names at most 100 attributes in all indexes of a table |
///
/// # `#[lsi(..)]`
///
/// A local secondary index: another order of the items under one partition key of the table. It may be repeated, up to
/// 5 times; it exists from the table's creation on, and no other index has its name. With one, DynamoDB never splits
/// the items of one partition key ([adaptive
/// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)), which
/// then carries 1,000 WCU/s and 10 GB for good (KW018). Its sort key is an attribute that items have anyway, or what an
/// entity's `#[lsi(..)]` writes. Where no listed entity has it, a warning says so (KW013): the index would stay empty.
///
/// | Option | Default | Means |
/// |---|---|---|
/// | `name = "LSI1"` | | the index's name |
/// | `sk = "created"`, `sk(name = .., type = ..)` | | the attribute of its sort key |
/// | `projection` | `"all"` | as in `#[gsi(..)]` |
///
/// # `#[entities(..)]`
///
/// The paths of the table's entities, where they are in its crate or in crates below it. The checks across entities
/// (KW004, KW011, KW021), the documentation and the infrastructure code follow this list; reading and writing do
/// not. With it, the table implements `Schema` itself. Where the entities are in crates above the table's, leave it
/// out and derive `Schema` in the crate that sees them all.
#[proc_macro_derive(Table, attributes(table, gsi, lsi, entities))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::table(&input).into()
}

/// Lists a table's entities in the crate that sees them all.
///
/// It is for designs over several crates: the table in one, its entities in crates that depend on it. Where the table
/// can name its entities, `#[entities(..)]` on the table says the same. The struct has no generic parameters.
///
/// ```
/// # mod platform {
/// #     #[derive(keywright::Table)]
/// #     pub struct Platform;
/// # }
/// # mod jobs {
/// #     #[derive(keywright::Entity)]
/// #     #[entity(table = super::platform::Platform)]
/// #     #[pk(template = "JOB#<id>")]
/// #     #[sk(template = "JOB")]
/// #     pub struct Job { id: String }
/// # }
/// # mod brand {
/// #     #[derive(keywright::Entity)]
/// #     #[entity(table = super::platform::Platform)]
/// #     #[pk(template = "THREAT#<id>")]
/// #     #[sk(template = "THREAT")]
/// #     pub struct Threat { id: String }
/// # }
/// #[derive(keywright::Schema)]
/// #[schema(table = platform::Platform, entities(jobs::Job, brand::Threat))]
/// struct PlatformSchema;
/// # fn main() {}
/// ```
///
/// | Option of `#[schema(..)]` | Means |
/// |---|---|
/// | `table = path` | the table |
/// | `entities(path, ..)` | its entities, each once |
/// | `crate = path` | where `keywright` is, if it is re-exported; default `::keywright` |
///
/// The checks across entities (KW004, KW011, KW021) mark the entity's name in the list.
#[proc_macro_derive(Schema, attributes(schema))]
pub fn derive_schema(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::schema(&input).into()
}

/// Reads several entities by one query: all that is stored under a partition key which they share.
///
/// On an enum, each item is the variant of its entity. On a struct, they are put together: a field of an entity's type
/// is there once, an `Option` of one at most once, and a `Vec` holds all, in the order of their sort keys. Either has
/// no generic parameters.
///
/// ```
/// # #[derive(keywright::Table)]
/// # pub struct Shop;
/// #[derive(keywright::Entity, serde::Serialize, serde::Deserialize)]
/// #[entity(table = Shop)]
/// #[pk(template = "CUSTOMER#<id>")]
/// #[sk(template = "CUSTOMER")]
/// pub struct Customer { id: String, name: String }
///
/// #[derive(keywright::Entity, serde::Serialize, serde::Deserialize)]
/// #[entity(table = Shop)]
/// #[pk(template = "CUSTOMER#<customer>")]
/// #[sk(template = "ORDER#<number>")]
/// pub struct Order { customer: String, number: u32 }
///
/// /// Everything of one customer, item by item.
/// #[derive(keywright::Collection)]
/// #[collection(query = of_customer(id))]
/// pub enum CustomerItem { Customer(Customer), Order(Order) }
///
/// /// A customer with all orders, as one value.
/// #[derive(keywright::Collection)]
/// #[collection(query(id))]
/// pub struct CustomerWithOrders { pub customer: Customer, pub orders: Vec<Order> }
///
/// let page = CustomerItem::of_customer("ann").limit(50);
/// let whole = CustomerWithOrders::query("ann");
/// ```
///
/// The entities are of one table, and their partition keys are the same: the same text between fields of the same
/// types, which may have other names, the same shards and the same `legacy(..)` (KW011, KW021). A variant may hold a
/// `Box` of its entity. `Vec`, `Option` and `Box` are known by their names.
///
/// # `#[collection(..)]`
///
/// | Option | Default | Means |
/// |---|---|---|
/// | `query = of_customer(id)` | `query` | the generated function. Its arguments are the fields of the first entity's partition key, in order, but not those that stand in it as a time bucket only (KW006) |
/// | `query(id)` | | the same for a function of the name `query` |
/// | `index = "GSI1"` | the table | the index that is read: every entity writes into it, and it projects all (KW006, KW013, KW015) |
/// | `crate = path` | `::keywright` | where this crate is, if it is re-exported |
#[proc_macro_derive(Collection, attributes(collection))]
pub fn derive_collection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::collection(&input).into()
}

/// Makes a struct a projection: some fields of an entity, by name and type.
///
/// The struct has named fields and no generic parameters. Each is a field of the entity that can be seen from where the
/// projection is, of the same type; a field of another name or type does not compile, and neither does one that the
/// entity's items do not store.
///
/// ```
/// # #[derive(keywright::Table)]
/// # pub struct Shop;
/// # #[derive(keywright::Entity, serde::Serialize, serde::Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<id>")]
/// # pub struct Order { customer: String, id: u32, total: u64, notes: String }
/// #[derive(keywright::Projection, serde::Deserialize)]
/// #[projection(of = Order)]
/// pub struct OrderTotal {
///     pub id: u32,
///     pub total: u64,
/// }
/// # fn main() {}
/// ```
///
/// | Option of `#[projection(..)]` | Means |
/// |---|---|
/// | `of = Order` | the entity |
/// | `crate = path` | where `keywright` is, if it is re-exported; default `::keywright` |
///
/// The entity says in which attribute a field is stored. The names that serde gives the projection's own fields
/// (`rename`, `rename_all`) do not matter to that: they may be those of a web API. A field that the entity reads `with`
/// a module must be read `with` it here too. A field with `#[serde(skip)]` need not be one of the entity's. `flatten`,
/// and the struct's `from`, `try_from` and `transparent`, are refused (KW020): with them, serde does not read the
/// projection's own fields.
#[proc_macro_derive(Projection, attributes(projection, serde))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::projection(&input).into()
}

/// Makes an enum a type that can stand in a key: each variant is a text.
///
/// The variants have no fields, the enum no generic parameters. The text of a variant is what `#[key(..)]` says, else
/// the name that serde gives it (`rename`, `rename_all`), else its own name. Texts are not empty and differ from each
/// other (KW020).
///
/// ```
/// #[derive(keywright::KeyEnum, serde::Serialize, serde::Deserialize)]
/// #[serde(rename_all = "lowercase")]
/// pub enum Severity {
///     Low,               // "low"
///     #[key("high")]
///     High,              // "high"
///     #[serde(rename = "crit")]
///     Critical,          // "crit"
/// }
/// ```
///
/// A text is part of stored keys, so that another `#[serde(rename)]` changes them: give a variant that is to be renamed
/// its old text with `#[key(..)]`.
///
/// Such a field groups keys and offers no ranges, because its texts do not sort by their meaning (KW012). A partition
/// key of such fields alone takes few values, and is judged for that (KW002).
///
/// | Attribute | On | Means |
/// |---|---|---|
/// | `#[key("high")]` | a variant | its text |
/// | `#[key(crate = path)]` | the enum | where `keywright` is, if it is re-exported; default `::keywright` |
#[proc_macro_derive(KeyEnum, attributes(key, serde))]
pub fn derive_key_enum(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::key_enum(&input).into()
}

/// Makes a newtype a type that can stand in a key, as its only field does.
///
/// The struct has one field and no generic parameters. Its field is a text, a number, a time, a UUID or another type
/// that can stand in a key. The newtype is written in keys as the field is, and has what the field's type has: ranges
/// where it is ordered, `begins_with` where it is a text, comparisons in conditions and filters.
///
/// ```
/// # #[derive(keywright::Table)]
/// # pub struct Platform;
/// #[derive(Debug, Clone, PartialEq, keywright::KeyField, serde::Serialize, serde::Deserialize)]
/// pub struct BrandId(pub String);
///
/// #[derive(keywright::Entity, serde::Serialize, serde::Deserialize)]
/// #[entity(table = Platform)]
/// #[pk(template = "BRAND#<id>")]
/// #[sk(template = "PROFILE")]
/// pub struct Brand {
///     pub id: BrandId,
/// }
///
/// let key = Brand::key(BrandId("acme".to_owned()));
/// ```
///
/// Items hold the field's value: a struct whose field has a name needs `#[serde(transparent)]`. A type that checks its
/// values says so to serde, and a key is read by the same function: with `#[serde(try_from = "String", into =
/// "String")]` on a newtype of a `String`, a key that the function refuses belongs to no value. Another type than the
/// field's in `from`, `try_from` or `into`, and `with` on the field, are refused (KW020): keys and items would hold
/// different values. Implement `keywright::KeyField` by hand there.
///
/// | Attribute | Means |
/// |---|---|
/// | `#[key(crate = path)]` | where `keywright` is, if it is re-exported; default `::keywright` |
#[proc_macro_derive(KeyField, attributes(key, serde))]
pub fn derive_key_field(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::key_field(&input).into()
}
