//! Draws a schema from a seed. About half of the schemas that it draws compile.

use crate::{
    kind::{Kind, Type},
    model,
    schema::{Attribute, Field, Index, Key, Schema, Scope, Shard},
    template::{Bucket, Encoding, Segment, Spec, Template},
    value,
};

const NAMES: [&str; 12] =
    ["id", "tenant", "at", "kind", "owner", "rank", "note", "tags", "due", "count", "type_", "region"];

/// Draws the schema of a seed.
pub fn draw(seed: u64) -> Schema {
    let mut random = fastrand::Rng::with_seed(seed);
    let random = &mut random;
    let encoding = Encoding { delimiter: *choose(random, &['#', '#', '#', '#', '!', '$']), raw: random.u8(0..6) == 0 };
    let fields = fields(random);
    let key = table_key(&fields, encoding, random);
    let indexes = (0..random.usize(0..3)).filter_map(|place| index(place, &fields, &key, encoding, random)).collect();
    let discriminator = random.u8(0..5) != 0;
    let mut schema = Schema { seed, encoding, discriminator, fields, key, indexes, items: Vec::new() };
    schema.items = items(&schema, random);
    schema
}

fn choose<'a, T>(random: &mut fastrand::Rng, of: &'a [T]) -> &'a T {
    &of[random.usize(0..of.len())]
}

fn fields(random: &mut fastrand::Rng) -> Vec<Field> {
    let mut names = NAMES.to_vec();
    random.shuffle(&mut names);
    let count = random.usize(3..8);
    let field = |(place, name): (usize, &str)| {
        let kind = *choose(random, &Kind::ALL);
        // The first fields are for the table's key, which no absent value can be in.
        let ty = match random.u8(0..10) {
            _ if place < 2 => Type::Of(kind),
            0 | 1 => Type::Option(kind),
            2 => Type::List(kind),
            3 => Type::Set(*choose(
                random,
                &[Kind::Text, Kind::Name, Kind::Number, Kind::Integer { bits: 16, signed: true }],
            )),
            4 => Type::Map(kind),
            _ => Type::Of(kind),
        };
        let renamed = (random.u8(0..6) == 0).then(|| format!("{name}X"));
        Field { name: name.to_owned(), ty, renamed }
    };
    names.into_iter().take(count).enumerate().map(field).collect()
}

/// Returns the fields that a key can contain.
fn key_fields(fields: &[Field], optional: bool) -> Vec<usize> {
    let fits = |field: &Field| matches!(field.ty, Type::Of(_)) || optional && matches!(field.ty, Type::Option(_));
    (0..fields.len()).filter(|place| fits(&fields[*place])).collect()
}

fn table_key(fields: &[Field], encoding: Encoding, random: &mut fastrand::Rng) -> Key {
    let usable = key_fields(fields, false);
    let mut partition = template(fields, &usable, &["A", "USER", "x"], encoding, false, random);
    // A bucket in the partition key needs its time in the sort key, or the key would lose it.
    let instant = usable.iter().copied().find(|field| fields[*field].ty.kind().is_instant());
    let bucketed = instant.filter(|_| random.u8(0..3) == 0);
    if let Some(field) = bucketed {
        partition.retain(|segment| !matches!(segment, Segment::Field { field: other, .. } if *other == field));
        separate(&mut partition, encoding);
        partition.push(Segment::Field { field, spec: Spec::Bucket(*choose(random, &Bucket::ALL)) });
    }
    let mut sort = match random.u8(0..8) {
        0 if bucketed.is_none() => None,
        1 => Some(vec![Segment::Literal("PROFILE".into())]),
        _ => Some(template(fields, &usable, &["B", "ORDER", "x"], encoding, true, random)),
    };
    if let (Some(field), Some(sort)) = (bucketed, &mut sort) {
        sort.retain(|segment| !matches!(segment, Segment::Field { field: other, .. } if *other == field));
        let mut first = vec![Segment::Field { field, spec: Spec::Default }];
        if !sort.is_empty() {
            separate(&mut first, encoding);
        }
        first.append(sort);
        while let Some(Segment::Literal(_)) = first.last() {
            first.pop();
        }
        *sort = first;
    }
    let (partition, sort) = (attribute("PK", partition, fields), sort.map(|sort| attribute("SK", sort, fields)));
    let mut key = Key { partition, sort, shard: None };
    if random.u8(0..4) == 0 {
        spread(&mut key, "PK", random);
    }
    key
}

/// Spreads a key over shards. Its partition key is then more than a field.
fn spread(key: &mut Key, name: &str, random: &mut fastrand::Rng) {
    key.shard = shard(key, random);
    if key.shard.is_some() {
        key.partition.name = name.to_owned();
    }
}

/// Shards by fields of the key. A field that the partition key contains does not spread its items.
fn shard(key: &Key, random: &mut fastrand::Rng) -> Option<Shard> {
    let mut hashed = key.fields();
    random.shuffle(&mut hashed);
    hashed.truncate(random.usize(1..3));
    (!hashed.is_empty()).then(|| Shard { fields: hashed, count: random.u32(2..6), first: random.u32(0..2) })
}

/// Names an attribute after the field that is its whole template, if there is one, or by a name of its own.
fn attribute(name: &str, template: Template, fields: &[Field]) -> Attribute {
    let name = match template.as_slice() {
        [Segment::Field { field, spec: Spec::Default }] => fields[*field].attribute().to_owned(),
        _ => name.to_owned(),
    };
    Attribute { name, template }
}

fn index(place: usize, fields: &[Field], table: &Key, encoding: Encoding, random: &mut fastrand::Rng) -> Option<Index> {
    let (name, query) = (format!("INDEX{place}"), format!("by_{place}"));
    let usable = key_fields(fields, true);
    let names = (format!("I{place}PK"), format!("I{place}SK"));
    let sort = template(fields, &usable, &["C", "x"], encoding, true, random);
    let sort = attribute(&names.1, sort, fields);
    let (scope, key) = match (random.u8(0..6), &table.sort) {
        (0, Some(_)) => (Scope::Local, Key { sort: Some(sort), ..table.clone() }),
        (1, Some(table_sort)) if table.shard.is_none() => {
            let key = Key { partition: table_sort.clone(), sort: Some(table.partition.clone()), shard: None };
            (Scope::Inverted, key)
        }
        _ => {
            let mut partition = template(fields, &usable, &["D", "TEAM"], encoding, false, random);
            let instant = usable.iter().copied().find(|field| {
                fields[*field].ty == Type::Of(fields[*field].ty.kind()) && fields[*field].ty.kind().is_instant()
            });
            if let Some(field) = instant.filter(|_| random.u8(0..4) == 0) {
                partition.retain(|segment| !matches!(segment, Segment::Field { field: other, .. } if *other == field));
                separate(&mut partition, encoding);
                partition.push(Segment::Field { field, spec: Spec::Bucket(*choose(random, &Bucket::ALL)) });
            }
            let partition = attribute(&names.0, partition, fields);
            let mut key = Key { partition, sort: (random.u8(0..5) != 0).then_some(sort), shard: None };
            if random.u8(0..5) == 0 {
                spread(&mut key, &names.0, random);
            }
            (Scope::Global, key)
        }
    };
    // One attribute cannot be both parts of a key.
    let distinct = key.sort.as_ref().is_none_or(|sort| sort.name != key.partition.name);
    distinct.then_some(Index { name, query, scope, key })
}

/// Ends a template with the delimiter, so that a field can follow.
fn separate(template: &mut Template, encoding: Encoding) {
    match template.last_mut() {
        Some(Segment::Literal(text)) if text.ends_with(encoding.delimiter) => {}
        Some(Segment::Literal(text)) => text.push(encoding.delimiter),
        Some(Segment::Field { .. }) => template.push(Segment::Literal(encoding.delimiter.to_string())),
        None => {}
    }
}

/// Draws a template of up to two fields.
fn template(
    fields: &[Field],
    usable: &[usize],
    prefixes: &[&str],
    encoding: Encoding,
    sort: bool,
    random: &mut fastrand::Rng,
) -> Template {
    let mut template = Template::new();
    let mut usable = usable.to_vec();
    random.shuffle(&mut usable);
    usable.truncate(random.usize(1..3));
    if random.u8(0..4) != 0 {
        template.push(Segment::Literal((*choose(random, prefixes)).to_owned()));
        separate(&mut template, encoding);
    }
    for (place, field) in usable.into_iter().enumerate() {
        if place > 0 {
            separate(&mut template, encoding);
        }
        template.push(Segment::Field { field, spec: spec(fields[field].ty.kind(), sort, random) });
    }
    template
}

fn spec(kind: Kind, sort: bool, random: &mut fastrand::Rng) -> Spec {
    match (kind, random.u8(0..6)) {
        (Kind::Instant(_), 0) if sort => Spec::Digits(*choose(random, &[0, 3, 6, 9])),
        (Kind::Instant(_), 1) if sort => Spec::Epoch,
        (Kind::Integer { signed: false, .. } | Kind::Number, 0) => Spec::Plain,
        (Kind::Integer { bits: 8, signed: false }, 1) => Spec::Width(5),
        _ => Spec::Default,
    }
}

/// Draws items with different keys.
fn items(schema: &Schema, random: &mut fastrand::Rng) -> Vec<Vec<value::Value>> {
    let buckets = std::iter::once(&schema.key).chain(schema.indexes.iter().map(|index| &index.key));
    let shortest = buckets.filter_map(Key::bucket).map(|(_, bucket)| match bucket {
        Bucket::Minute => 61,
        Bucket::Hour => 3_601,
        Bucket::Day => 86_401,
        Bucket::Month | Bucket::Year => 2_678_401,
    });
    let spread = shortest.min().unwrap_or(86_401);
    let mut items: Vec<Vec<value::Value>> = Vec::new();
    for _ in 0..40 {
        // Many items share values, so that queries return several.
        let mut item: Vec<_> = match items.last() {
            Some(last) if random.bool() => last.clone(),
            _ => schema.fields.iter().map(|field| value::draw(field.ty, spread, schema.encoding.raw, random)).collect(),
        };
        let change = random.usize(0..item.len());
        item[change] = value::draw(schema.fields[change].ty, spread, schema.encoding.raw, random);
        let is_new = |other: &Vec<value::Value>| model::table_key(schema, other) != model::table_key(schema, &item);
        if items.iter().all(is_new) && model::is_storable(schema, &item) {
            items.push(item);
        }
        if items.len() == 6 {
            break;
        }
    }
    items
}
