//! Draws a schema from a seed. About half of the schemas that it draws compile.

mod fields;
mod items;
mod keys;
mod laws;
mod mistakes;
mod second;

pub use fields::plain;
pub use keys::{INSTANT, empty as empty_key};

use crate::{
    schema::{Case, Entity, Index, IndexKey, Peak, Projection, Role, Schema, Scope, Table},
    template::Encoding,
};

/// Draws the schema of a seed.
pub fn draw(seed: u64) -> Schema {
    let mut random = fastrand::Rng::with_seed(seed);
    let random = &mut random;
    let encoding = Encoding { delimiter: choose(random, &['#', '#', '#', '#', '!', '$', '|']), raw: one_in(5, random) };
    let mut table = Table {
        encoding,
        discriminator: !one_in(5, random),
        ttl: one_in(5, random),
        write_id: one_in(8, random),
        asks_for_shares: false,
        is_launched_gradually: false,
        has_strong_regions: false,
        indexes: Vec::new(),
    };
    let record = record(&mut table, random);
    table.asks_for_shares = one_in(4, random);
    table.is_launched_gradually = one_in(4, random);
    let mut entities = vec![record];
    if one_in(3, random) {
        entities.extend(second::entity(&table, &entities[0], random));
    }
    table.has_strong_regions = needs_no_transactions(&table, &entities) && one_in(4, random);
    let mut schema = Schema { seed, table, entities, laws: Vec::new(), is_mistaken: false };
    if one_in(4, random) {
        mistakes::make(&mut schema, random);
    }
    if schema.is_mistaken {
        return schema;
    }
    for place in 0..schema.entities.len() {
        schema.entities[place].items = items::items(&schema, place, random);
    }
    schema.laws = laws::laws(&schema, random);
    schema
}

/// Returns whether DynamoDB offers all that these entities need for a table with strong consistency between Regions.
pub fn needs_no_transactions(table: &Table, entities: &[Entity]) -> bool {
    let is_local = |index: &Index| index.scope == Scope::Local;
    let is_single = |entity: &Entity| entity.key.older.is_empty() && entity.with_role(Role::Unique).is_none();
    !table.ttl && !table.indexes.iter().any(is_local) && entities.iter().all(is_single)
}

fn choose<T: Copy>(random: &mut fastrand::Rng, of: &[T]) -> T {
    of[random.usize(0..of.len())]
}

fn one_in(times: u32, random: &mut fastrand::Rng) -> bool {
    random.u32(0..times) == 0
}

/// Draws a small peak, or one that can be too much for a partition.
fn peak(random: &mut fastrand::Rng) -> Option<Peak> {
    match random.u8(0..16) {
        0 | 1 => Some(Peak { creates: 2, updates: 1, item_bytes: 900, has_mean: one_in(3, random) }),
        2 => Some(Peak {
            creates: choose(random, &[50, 500, 2_000, 5_000]),
            updates: choose(random, &[0, 0, 300]),
            item_bytes: choose(random, &[300, 900, 2_500]),
            has_mean: one_in(3, random),
        }),
        _ => None,
    }
}

/// Draws the first entity, and the table's indexes.
fn record(table: &mut Table, random: &mut fastrand::Rng) -> Entity {
    let rename_all = one_in(8, random).then(|| choose(random, &[Case::Camel, Case::Kebab, Case::Screaming]));
    let mut entity = Entity {
        name: "Record".into(),
        label: one_in(8, random).then(|| "record".into()),
        rename_all,
        tag: one_in(12, random).then(|| "made_of".into()),
        constants: if one_in(8, random) { vec![("edition".into(), "2".into())] } else { Vec::new() },
        peak: peak(random),
        may_overlap: false,
        fields: fields::fields(table, random),
        part: Vec::new(),
        key: keys::empty(),
        indexes: Vec::new(),
        items: Vec::new(),
    };
    // KW014: it has the attribute of the table.
    for field in entity.fields.iter_mut().filter(|field| field.role == Role::Ttl && rename_all.is_some()) {
        field.renamed = Some(field.name.clone());
    }
    entity.key = keys::table_key(&entity, table.encoding, random);
    for place in 0..choose(random, &[0, 1, 1, 2, 2]) {
        let Some((scope, key)) = keys::index_key(&entity, place, table.encoding, random) else { continue };
        // Whether a range within a bucket contains an item is then known only from the table.
        let often = if key.bucket().is_some() { 2 } else { 6 };
        let projection = if one_in(often, random) { Projection::Keys } else { Projection::All };
        table.indexes.push(Index { name: format!("INDEX{place}"), scope, projection });
        entity.indexes.push(Some(IndexKey { query: format!("by_{place}"), key }));
    }
    if table.indexes.iter().any(|index| index.scope == Scope::Inverted) && one_in(2, random) {
        entity.key.shard = None;
    }
    keys::cut_times(&mut entity);
    fields::truncate(&mut entity);
    fields::assign_roles(&mut entity, random);
    let has_peak = entity.peak.is_some();
    let of_indexes = entity.indexes.iter_mut().flatten().map(|index| &mut index.key);
    for key in std::iter::once(&mut entity.key).chain(of_indexes) {
        key.page = keys::page(has_peak, random);
    }
    entity
}
