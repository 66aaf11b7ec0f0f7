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
mod type_text;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a struct an entity: an item of a DynamoDB table, with the keys that its templates describe.
///
/// The struct has named fields and no generic parameters. An item contains what serde writes for the struct (`rename`,
/// `rename_all`, `skip`, `flatten`, `tag` and the rest are supported), plus the attributes of its keys.
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
/// - `query(..)` for the table, and one for each index. The arguments are the fields of the partition key. A time is
///   not an argument if the partition key contains only its bucket: the range of the query selects the buckets.
/// - `key(..)`, whose arguments are all fields of the table key. With random shards, `key_in_shard(shard, ..)` and
///   `find(..)` replace it.
///
/// Every stored field has a constant with its name in capitals, `Order::STATUS` for `status`, for use in conditions and
/// updates. Fields that feed an index key together have an additional constant, `Order::STATUS_AND_RANK`, because an
/// update must set them together (KW017). Two constants with one name are rejected (KW020). Your own functions and
/// constants must not have a generated name (E0592): rename the query (`query = ..`), or rename the field and keep its
/// attribute with `#[serde(rename = "..")]`.
///
/// A counter has a function with the name of its field and the arguments of `key(..)`.
///
/// # `#[entity(..)]`
///
/// | Option | Default | Means |
/// |---|---|---|
/// | `table = Platform` | required | the table that stores the entity |
/// | `name = "ops_log"` | the struct's name | the value of the discriminator attribute of its items |
/// | `constants("version" = "1")` | none | attributes that every item has, with a constant text |
/// | `may_overlap = "why no two items have one key"` | none | accepts KW011 for this entity and any other, if stored keys cannot change |
/// | `crate = path` | `::keywright` | where this crate is, if it is re-exported |
///
/// # `#[entity(..)]` on a field
///
/// | Option | Means |
/// |---|---|
/// | `counter` | an integer that `increment` adds to in place and `total` sums over all shards. It cannot be part of a key (KW017), and an entity with counters has, in addition to them, only the fields of its table key and `Option`s |
/// | `version` | a `u32`, `u64` or `i64` that counts the writes of its item: a write requires that the stored item has the struct's number (0 for none), and writes the next one. It cannot be part of a key (KW017), and the key's shards cannot be random |
/// | `unique` | no two items of the entity can have equal values: `create`, `put`, `replace`, `update`, `move_to` and `delete` write a sentinel item for it, in one transaction with the item. `None` of an `Option` is not unique. Neither the field nor those of `within` can have `#[serde(with = ..)]`. The key's shards cannot be random, and it cannot have `legacy` |
/// | `unique(within = tenant)`, `unique(within(tenant, region))` | unique among the items with equal values in these fields. If one of these is `None`, the value need not be unique |
/// | `ttl` | when the item expires: a time, an integer of seconds since 1970, or an `Option` of one, stored as seconds in the table's TTL attribute (KW014). Reads hide expired items |
/// | `created` | the time of the item's first write: a time or an `Option` of one. An existing value of the struct is kept; `None` and 1970-01-01T00:00:00Z count as absent |
/// | `updated` | the time of its last write, set by every write |
/// | `sensitive` | its values are replaced by `<redacted>` in errors, traces, monitors and debug output, including inside keys. The struct's own `Debug` still prints them: implement it manually, or omit it |
/// | `key_only` | the field is stored only in the table's key, without an attribute of its own: reads fill it from the key. The key must contain all of it, and conditions and filters cannot use it (KW023) |
/// | `trunc` | a time that is the attribute of a key itself, in the form of its template, as `<at:ms>`: a write truncates the time to that form. Without it, a more precise time is an error when it is written (KW020) |
///
/// `ttl`, `created` and `updated` cannot be part of the table's keys (KW017). `keywright::lifecycle` describes them in
/// full.
///
/// # `#[pk(..)]` and `#[sk(template = "..")]`
///
/// | Option | Means |
/// |---|---|
/// | `template = "OPS_LOG#<at:day>"` | the partition key |
/// | `bucket = "day"` | shorthand for `:day` on the template's only placeholder |
/// | `query = recent` | another name for the function `query` |
/// | `legacy(template = "OPS_LOG", shards = 4)` | an older partition key: reads use it too, writes only before `since`. It may be repeated, newest first. `first = 1` counts its shards from 1; `hash(a, b), count = 4` instead of `shards` declares that they were a hash of fields; `until = "2027-01-01T00:00:00Z"` declares that items whose time is at or after this instant never had it, and `since` that earlier ones never had it |
/// | `since = "2027-01-01T00:00:00Z"` | items whose time is at or after this instant are written under the template, and earlier ones under `legacy(..)`, the newest that includes their time |
/// | `allow_hot = "50 writes a day"` | why this key may be hot: accepts KW001 to KW004 |
/// | `retention = "90d"` | how far back from now a query without a lower bound reaches, if the key has time buckets. Units are `s`, `m` (minutes), `h`, `d` and `w` |
/// | `page(items = 50, max_rcu = 40)` | the items of a page without a `limit`, which are also the largest `limit`, and the read units that a page never exceeds (KW025). `max_rcu` is optional |
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
/// | `raw` | text | without escaping; a value that contains the delimiter, or the first character of the literal that follows, is an error |
///
/// # `#[shard(..)]`
///
/// Spreads one partition key over several. The shard number is written at `<shard>` in the template, or at `<shard:02>`
/// with two digits, otherwise at the end of the template after the delimiter.
///
/// | Option | Means |
/// |---|---|
/// | `random = 10` | a write picks one of 10 at random, a read uses all: append-only |
/// | `hash(a, b), count = 6` | the shard is a hash of these fields: a read that knows them uses one. `hash(a, top_share = 0.1)` declares the share of the writes to one partition key that the most frequent value has |
/// | `with = path` | with `hash`: your own `fn(&str) -> u32` instead of SHA-256 |
/// | `first = 1` | the first shard's number; 0 by default |
/// | `grow(at = "2027-01-01T00:00:00Z", count = 40)` | more shards for items whose time is at or after this instant; stored items do not move. It may be repeated, in chronological order |
///
/// `grow`, `since` and `until` compare one time of the item with their instant: the field of the partition key's
/// bucket; without a bucket, the first time in the sort key; without one there, the first time in the partition key. A
/// write uses the number of shards at its item's time. In each bucket, a read uses the shards that its times can have.
/// Clippy's `duplicated_attributes` mistakes the options of two `grow(..)`, or of two indexes of a table, for
/// duplicates: such a struct needs `#[allow(clippy::duplicated_attributes)]`.
///
/// Choose an `at` after the last deployment and after every time that stored items have: the compiler does not know
/// today's date. An item of a later time that was written with the smaller count is still found by every query, and
/// also by `get` unless its shard is a hash. In that case add `legacy(..)` with the current template, the hash and the
/// smaller count.
///
/// # `#[gsi(..)]`
///
/// Declares the entity's key in an index of its table. It may be repeated.
///
/// | Option | Means |
/// |---|---|
/// | `index = "GSI1"` | the index, as `#[gsi(name = "GSI1")]` of the table declares it |
/// | `query = by_brand` | the name of its query function |
/// | `pk = "BRAND#<brand>"`, `sk = "<at>"` | its templates |
/// | `pk("<tenant>", "<region>")`, `sk("<round>", "<at:day>")` | a template for each attribute, if the index has several. An appended shard is written into the last attribute of the partition key. `bucket` and `legacy(..)` need a single attribute |
/// | `bucket`, `legacy(..)`, `allow_hot`, `retention`, `page(..)` | as in `#[pk(..)]` |
/// | `shard(..)` | as `#[shard(..)]`; `random = 10` is a hash of the table key here, so that updates do not change it |
/// | `peak(..)` | as `#[peak(..)]`, if this index's peak differs; omitted options are the entity's |
///
/// An attribute whose whole template is one `<field>` with the attribute's own name is that field, stored once: a
/// number then sorts as a number. A query takes all fields of the partition key, then those of the sort key from left
/// to right with `then(..)`, and finally a range. An item is in the index if all of the fields have values.
///
/// # `#[lsi(..)]`
///
/// Declares the entity's key in a local secondary index of its table: another sort key under the table's partition key,
/// with its buckets, shards and older keys. A query over it can be `consistent()`. It may be repeated.
///
/// | Option | Means |
/// |---|---|
/// | `index = "LSI1"` | the index, as `#[lsi(name = "LSI1")]` of the table declares it |
/// | `query = by_amount` | the name of its query function |
/// | `sk = "<amount>"` | its template |
/// | `page(..)` | as in `#[pk(..)]` |
///
/// # `#[peak(..)]`
///
/// The declared peak load, which the compiler compares with the limits of one partition: 1,000 WCU and 3,000 RCU per
/// second. A write whose condition fails counts as the kind of write that was attempted.
///
/// | Option | Means |
/// |---|---|
/// | `creates = 3_000`, or `writes_per_second = 3_000` for short | new items per second |
/// | `updates = 500` | updates and replacements of existing items per second |
/// | `deletes = 100` | deletes per second |
/// | `item_bytes = 700` | the size in bytes of the largest item that the peak writes, with all attributes and keys: what `item_bytes(&item.to_item()?)` returns. In the peak of an index: of an entry with all its attributes |
/// | `in_transactions = 0.2` | the share of the writes that are sent in transactions, which cost twice the units in the table |
/// | `reads(..)` | reads per second, by kind (KW022); an index declares its own |
/// | `reads_per_second = 1_000` | short for `reads(queries = 1_000, items = 50)` or, if the table's sort key has no field of its own, `reads(gets = 1_000)`. The queries may request fewer items: KW022 is then an error only if even the smallest do not fit |
/// | `top_share = 0.2` | the share of the most frequent partition key, over all its shards, greater than 0 and at most 1 |
/// | `mean = 0.2` | the mean load of a month as a share of the peak, greater than 0 and at most 1. `plan` computes the cost of a month from it; no check of the compiler uses it |
/// | `per_month = 5_000_000` | the mean load as the number of writes of all kinds in a month of 730 hours, in place of `mean` |
///
/// The options of `reads(..)`:
///
/// | Option | Means |
/// |---|---|
/// | `queries = 500` | queries per second. Each reads all shards of a key |
/// | `items = 50` | the number of items that each query requests. The default is 50 |
/// | `gets = 2_000` | reads per second of one item by its key. Not in an index |
/// | `consistent = 0.1` | the share of the reads that are strongly consistent, which cost twice the units. Not in an index |
/// | `top_share = 0.2` | the share of the most frequently read partition key. The default is that of the writes |
///
/// The `peak(..)` of a `#[gsi]` takes omitted options from the entity's. If it has one of the rates, it must have all
/// rates. It has no `in_transactions`, because a transaction does not double the units of an index, and neither `mean`
/// nor `per_month`: the mean of an index is the entity's share of the index's peak. It has one additional option:
///
/// | Option | Means |
/// |---|---|
/// | `moves = 0.3` | the share of the updates that change the key of the index, which cost two writes there. The default is all of them |
#[proc_macro_derive(Entity, attributes(entity, pk, sk, shard, gsi, lsi, peak, serde))]
pub fn derive_entity(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::entity(&input).into()
}

/// Makes a struct a DynamoDB table: its key attributes, its indexes, and the list of its entities.
///
/// The struct has no generic parameters. It is usually a unit struct, `struct Platform;`.
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
/// | `pk = "deviceId"`, `pk(name = "deviceId", type = "S")` | `"PK"` | the attribute of the partition key. Its type is `S`, `N` or `B` |
/// | `sk = "ts"`, `sk(name = "ts", type = "N")`, `sk = none` | `"SK"` | the attribute of the sort key, or `none` for a table without one |
/// | `discriminator = "type"`, `discriminator = none` | `"_et"` | the attribute that names an item's entity. Without one, an item belongs to the entity that can parse its keys |
/// | `delimiter = "#"` | `"#"` | the character between the parts of a key: printable ASCII, but not a letter, a digit, `%`, `<` or `>` |
/// | `encoding = "escaped"`, `"raw"` | `"escaped"` | how text is written in keys. `"raw"`, for a table that already exists, writes it unchanged. A value that contains the delimiter, or the first character of the literal that follows, is an error, unless it is the whole key |
/// | `ttl = "expires_at"` | none | the table's TTL attribute. A field with `#[entity(ttl)]` must be stored under this name: name it so, or rename it with `#[serde(rename = "..")]` |
/// | `write_id = "_w"` | none | the attribute in which a write stores 16 random bytes, the id of its call. If the answer of a write is lost, its retry recognizes its own item by this id. Nothing else is stored there. See `keywright::write_id` |
/// | `undeclared_peak = "warn"`, `"allow"`, `"deny"` | `"warn"` | how the compiler treats a key with few values, or with only a time bucket, if no `#[peak(..)]` is declared |
/// | `undeclared_share = "allow"`, `"warn"`, `"deny"` | `"allow"` | how the compiler treats a key whose most frequent value is unknown, if its shards do not carry the whole declared peak: KW002 asks for `top_share`. With `"deny"`, an entity without a peak is an error, too, unless `undeclared_peak = "allow"` |
/// | `launch = "full"`, `"gradual"` | `"full"` | whether the load of a new table may begin at the declared peaks. Keys that share a partition throttle then until DynamoDB splits it, for minutes: with `"full"`, the generated templates request the warm throughput that avoids this, and KW004 warns if it exceeds the quota. With `"gradual"`, the load rises over hours |
/// | `regions = "eventual"`, `"strong"` | `"eventual"` | how consistent replicas in other Regions are. With `"strong"`, conditions, versions and consistent reads hold in all Regions, and the table has no transactions, TTL, local indexes, unique values and older keys of the table (KW026) |
/// | `quota = 80_000`, `quota(writes = 80_000, reads = 120_000)` | `40_000` | the WCU/s and the RCU/s that the account may use on the table, and on each index: set it if AWS has raised your table-level quotas. Peaks that need more warm throughput, and reads above the quota, get a warning (KW004, KW022) |
/// | `crate = path` | `::keywright` | where this crate is, if it is re-exported |
///
/// Sort keys with text need a delimiter up to `$`, such as `#`: only then do keys sort like the texts (KW012). For
/// `raw` text, it is not necessary, but a query cannot request a range of `raw` text that is not the last part.
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
/// | `projection = "all"`, `"keys_only"`, `include("a", "b")` | `"all"` | what the index contains of each item in addition to the keys. Whole entities can only be read from `"all"` (KW015). `include` names at most 100 attributes in all indexes of a table |
///
/// # `#[lsi(..)]`
///
/// A local secondary index: another order of the items under one partition key of the table. It may be repeated, up to
/// 5 times. It can only be created with its table, and no other index may have its name. With a local secondary index,
/// DynamoDB never splits the items of one partition key ([adaptive
/// capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)), which is
/// then limited to 1,000 WCU/s and 10 GB (KW018). The sort key of the index is an ordinary attribute of items, or one
/// that an entity's `#[lsi(..)]` writes. If no listed entity has the attribute, there is a warning (KW013), because the
/// index would stay empty.
///
/// | Option | Default | Means |
/// |---|---|---|
/// | `name = "LSI1"` | | the index's name |
/// | `sk = "created"`, `sk(name = .., type = ..)` | | the attribute of its sort key |
/// | `projection` | `"all"` | as in `#[gsi(..)]` |
///
/// # `#[entities(..)]`
///
/// The paths of the table's entities, if they are in its crate or in crates that it depends on. The checks across
/// entities (KW004, KW011, KW021), the documentation and the infrastructure code use this list. Reads and writes do
/// not. With the list, the table itself implements `Schema`. If the entities are in crates that depend on the table's,
/// omit it and derive `Schema` in a crate that depends on all of them.
#[proc_macro_derive(Table, attributes(table, gsi, lsi, entities))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::table(&input).into()
}

/// Lists a table's entities in a crate that depends on all of them.
///
/// Use it for designs over several crates, with the table in one crate and its entities in crates that depend on it. If
/// the table can name its entities, use `#[entities(..)]` on the table instead. The struct has no generic parameters.
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
/// The checks across entities (KW004, KW011, KW021) are reported at the entity's name in the list.
#[proc_macro_derive(Schema, attributes(schema))]
pub fn derive_schema(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::schema(&input).into()
}

/// Reads several entities with one query: all items under a partition key that they share.
///
/// On an enum, each item becomes the variant of its entity. On a struct, the items are assembled: a field of an
/// entity's type is required, an `Option` of one can be absent, and a `Vec` contains all of them in the order of their
/// sort keys. The type has no generic parameters.
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
/// The entities must be of one table, and their partition keys must be equal: the same text between fields of the same
/// types, which may have different names, the same shards and the same `legacy(..)` (KW011, KW021). A variant may
/// contain a `Box` of its entity. `Vec`, `Option` and `Box` are recognized by their names.
///
/// # `#[collection(..)]`
///
/// | Option | Default | Means |
/// |---|---|---|
/// | `query = of_customer(id)` | `query` | the generated function. Its arguments are the fields of the first entity's partition key, in order, except those of which the key contains only a time bucket (KW006) |
/// | `query(id)` | | as above, for a function named `query` |
/// | `index = "GSI1"` | the table | the index to read. Every entity must have a key in it, and it must project all attributes (KW006, KW013, KW015) |
/// | `crate = path` | `::keywright` | where this crate is, if it is re-exported |
#[proc_macro_derive(Collection, attributes(collection))]
pub fn derive_collection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::collection(&input).into()
}

/// Makes a struct a projection: some fields of an entity, by name and type.
///
/// The struct has named fields and no generic parameters. Each field must be a field of the entity, visible to the
/// projection, and of the entity's type. A field of another name or type does not compile, and neither does one that
/// the entity's items do not store.
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
/// The attribute that stores a field is determined by the entity. The names that serde gives the projection's own
/// fields (`rename`, `rename_all`) do not affect it: they may be those of a web API. A field that the entity reads
/// `with` a module must also be read `with` that module here. A field with `#[serde(skip)]` does not have to be one of
/// the entity's. `flatten`, and the struct's `from`, `try_from` and `transparent`, are rejected (KW020), because with
/// them serde does not read the projection's own fields.
#[proc_macro_derive(Projection, attributes(projection, serde))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::projection(&input).into()
}

/// Makes an enum a type that can be used in keys: each variant has a text.
///
/// The variants have no fields, and the enum has no generic parameters. The text of a variant is the one in
/// `#[key(..)]`, otherwise the name that serde gives it (`rename`, `rename_all`), otherwise its own name. Texts must
/// not be empty, and must differ from each other (KW020).
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
/// A text is part of stored keys, so another `#[serde(rename)]` would change them. To rename a variant, give it its old
/// text with `#[key(..)]`.
///
/// A field of this type groups keys, but has no ranges, because its texts do not sort by their meaning (KW012). A
/// partition key with only such fields has few values, which the compiler takes into account (KW002).
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

/// Makes a newtype a type that can be used in keys, like its only field.
///
/// The struct has one field and no generic parameters. The field is a text, a number, a time, a UUID or another type
/// that can be used in keys. The newtype is written in keys like the field, and has the capabilities of the field's
/// type: ranges if it is ordered, `begins_with` if it is text, comparisons in conditions and filters.
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
/// Items store the field's value, so a struct with a named field needs `#[serde(transparent)]`. A type can validate its
/// values with serde, and keys are then read with the same function. With `#[serde(try_from = "String", into =
/// "String")]` on a newtype of a `String`, a key that the function rejects is invalid. Types other than the field's in
/// `from`, `try_from` or `into`, and `with` on the field, are rejected (KW020), because keys and items would contain
/// different values. Implement `keywright::KeyField` manually in that case.
///
/// | Attribute | Means |
/// |---|---|
/// | `#[key(crate = path)]` | where `keywright` is, if it is re-exported; default `::keywright` |
#[proc_macro_derive(KeyField, attributes(key, serde))]
pub fn derive_key_field(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::key_field(&input).into()
}
