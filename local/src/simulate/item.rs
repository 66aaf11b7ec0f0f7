//! The items of one entity under a load, and the values of their fields.

use std::collections::BTreeSet;

use keywright::key::{FieldKind, KeyValue, Timestamp};
use keywright::physics::limits::ITEM_BYTES;
use keywright::schema::{EntitySchema, Form, KeySchema, Peak, Segment, Template};

use super::Values;
use super::load::Traffic;
use super::settings::Simulation;
use super::values::Sampler;
use crate::Error;
use crate::random::Random;

/// The values of a field that a partition key holds, unless the load says otherwise.
const POPULATION: u64 = 10_000;

/// Into how many sizes a range of sizes is cut.
const SIZES: u64 = 64;

/// What makes the items of one entity.
#[derive(Debug)]
pub(super) struct Maker {
    /// Its place among all.
    pub(super) number: u64,
    pub(super) entity: &'static EntitySchema,
    /// By key: the place of its table or index.
    pub(super) places: Vec<usize>,
    start: Timestamp,
    /// By field.
    samplers: Vec<Sampler>,
    /// The fields that have their first value in items of the most popular key, and the share of those.
    top: Option<(f64, Vec<usize>)>,
    /// By size and key: write units.
    units: Vec<Vec<f64>>,
    /// By key: the share of the items that have an entry there.
    shares: Vec<f64>,
    made: u64,
}

/// An item, by the numbers of its fields' values.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// Nanoseconds since the start.
    pub(super) at: u64,
    draws: Vec<u64>,
    size: usize,
    /// The places of the keys that it has no entry under.
    absent: BTreeSet<usize>,
}

impl Maker {
    pub(super) fn new(
        number: usize,
        entity: &'static EntitySchema,
        traffic: &Traffic,
        settings: &Simulation,
    ) -> Result<Self, Error> {
        for name in traffic.values.keys() {
            if !entity.fields.iter().any(|field| field.name == name && field.kind.is_some()) {
                let reason = format_args!("`{}` has no key field `{name}` to give values", entity.name);
                return Err(Error::fault(reason, "name a field of one of its key templates"));
            }
        }
        let in_partition = |field: usize| entity.keys.iter().any(|key| stands_in(&key.partition, field));
        let sampler =
            |(place, field): (usize, &keywright::schema::Field)| match (field.kind, traffic.values.get(field.name)) {
                (_, Some(values)) => values.sampler(),
                (Some(FieldKind::OneOf(texts)), None) => Values::even(texts.len() as u64).sampler(),
                (_, None) if in_partition(place) => Values::even(POPULATION).sampler(),
                _ => Values::unique().sampler(),
            };
        let top = traffic.top_share.zip(entity.keys.first()).map(|(share, key)| {
            let fields = (0..entity.fields.len()).filter(|field| stands_in(&key.partition, *field));
            (share, fields.collect())
        });
        Ok(Self {
            number: number as u64,
            entity,
            places: entity.keys.iter().map(|key| settings.place(key.index)).collect(),
            start: settings.start,
            samplers: entity.fields.iter().enumerate().map(sampler).collect(),
            top,
            units: units(entity, traffic)?,
            shares: entity.keys.iter().map(|key| share(key, traffic)).collect(),
            made: 0,
        })
    }

    pub(super) fn make(&mut self, random: &mut Random, at: u64) -> Item {
        let number = self.made;
        self.made = self.made.wrapping_add(1);
        let mut draws: Vec<u64> = self.samplers.iter().map(|sampler| sampler.draw(random, number)).collect();
        if let Some((share, fields)) = &self.top
            && random.uniform() < *share
        {
            for field in fields {
                if let Some(draw) = draws.get_mut(*field) {
                    *draw = 0;
                }
            }
        }
        let size = if self.units.len() > 1 { random.below(self.units.len() as u64) as usize } else { 0 };
        let mut absent = BTreeSet::new();
        for (key, share) in self.shares.iter().enumerate() {
            if *share < 1.0 && random.uniform() >= *share {
                absent.insert(key);
            }
        }
        Item { at, draws, size, absent }
    }

    /// The write units that an item takes under a key; none where it has no entry.
    pub(super) fn units(&self, item: &Item, key: usize) -> Option<f64> {
        let is_local = self.entity.keys.get(key).is_some_and(|key| key.local);
        if is_local || item.absent.contains(&key) {
            return None;
        }
        self.units.get(item.size)?.get(key).copied()
    }

    /// The value of a field.
    pub(super) fn value(&self, item: &Item, field: u8) -> Option<KeyValue<'static>> {
        let declared = self.entity.fields.get(usize::from(field))?;
        let number = item.draws.get(usize::from(field)).copied()?;
        Some(match declared.kind? {
            FieldKind::Text => {
                let letters = declared.name.chars().filter(char::is_ascii_alphanumeric);
                KeyValue::Text(letters.chain(number.to_string().chars()).collect::<String>().into())
            }
            FieldKind::FixedText(width) => {
                let width = usize::from(width);
                let text = format!("{number:0width$}");
                KeyValue::Text(text.get(text.len().saturating_sub(width)..).unwrap_or_default().to_owned().into())
            }
            FieldKind::Integer { digits, .. } => {
                let modulus = 10_u128.checked_pow(digits.into()).unwrap_or(u128::MAX);
                KeyValue::Integer((u128::from(number) % modulus).into())
            }
            FieldKind::OneOf(texts) => {
                let at = number.checked_rem(texts.len() as u64).unwrap_or_default();
                KeyValue::Text((*texts.get(at as usize)?).into())
            }
            FieldKind::Time => KeyValue::Time(later(self.start, item.at)),
            FieldKind::Date => KeyValue::Text(later(self.start, item.at).date()?.into()),
            FieldKind::Binary => KeyValue::Binary(number.to_be_bytes().to_vec().into()),
        })
    }

    /// Numbers that are the same only for items with one partition key, but for its shard.
    pub(super) fn fingerprint(&self, item: &Item, key: usize, into: &mut Vec<u64>) {
        const MINUTE: u64 = 60_000_000_000;
        let segments = self.entity.keys.get(key).map_or(&[][..], |key| key.partition.segments);
        for segment in segments {
            let Segment::Field { field, form, .. } = segment else { continue };
            into.push(match self.entity.fields.get(usize::from(*field)).and_then(|field| field.kind) {
                // Every bucket, and every day, is a number of whole minutes.
                Some(FieldKind::Date) => item.at / MINUTE,
                Some(FieldKind::Time) if matches!(form, Form::Bucket(_)) => item.at / MINUTE,
                Some(FieldKind::Time) => item.at,
                _ => item.draws.get(usize::from(*field)).copied().unwrap_or_default(),
            });
        }
    }
}

/// A time, nanoseconds after another.
fn later(start: Timestamp, nanos: u64) -> Timestamp {
    const SECOND: u64 = 1_000_000_000;
    let nanos = nanos.saturating_add(u64::from(start.nanos));
    let seconds = i64::try_from(nanos / SECOND).unwrap_or(i64::MAX);
    Timestamp { seconds: start.seconds.saturating_add(seconds), nanos: (nanos % SECOND) as u32 }
}

fn stands_in(template: &Template, field: usize) -> bool {
    let holds =
        |segment: &Segment| matches!(segment, Segment::Field { field: held, .. } if usize::from(*held) == field);
    template.segments.iter().any(holds)
}

/// By size and key: what a write costs there, by the schema's own functions.
fn units(entity: &EntitySchema, traffic: &Traffic) -> Result<Vec<Vec<f64>>, Error> {
    let (least, most) = traffic.item_bytes;
    let sizes = if least == most { 1 } else { SIZES };
    let of_size = |number: u64| {
        let within = u128::from(most.saturating_sub(least)) * u128::from(number) / u128::from(sizes.max(2) - 1);
        let item_bytes = least.saturating_add(within as u64);
        let peak = Peak::new(0, item_bytes);
        let sized = EntitySchema { peak: Some(peak), ..*entity };
        let stored = sized.entry_bytes(0).unwrap_or_default();
        if stored > ITEM_BYTES {
            let reason =
                format_args!("an item of `{}` has {stored} bytes, and DynamoDB stores none of them", entity.name);
            return Err(Error::fault(reason, "give at most 400 KB, with the keys"));
        }
        let of_key = |key: usize| {
            // The entries in local indexes lie in the table's partitions.
            let local = if key == 0 { sized.local_write_units() } else { 0 };
            let units = sized.write_units(key).map(|units| units.saturating_add(local) as f64);
            units.ok_or_else(|| {
                let index = entity.keys.get(key).and_then(|key| key.index).unwrap_or_default();
                let reason =
                    format_args!("`{}` is in the index {index}, which its table does not declare", entity.name);
                Error::fault(reason, "declare it with `#[gsi(name = ..)]`")
            })
        };
        (0..entity.keys.len()).map(of_key).collect()
    };
    (0..sizes).map(of_size).collect()
}

/// The share of an entity's items that have an entry under a key, as its own peak says.
fn share(key: &KeySchema, traffic: &Traffic) -> f64 {
    match (key.index, key.peak) {
        (Some(_), Some(peak)) => (peak.writes_per_second() as f64 / traffic.items_per_second).min(1.0),
        _ => 1.0,
    }
}
