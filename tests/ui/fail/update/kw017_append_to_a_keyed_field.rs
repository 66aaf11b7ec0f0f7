// What stands in a key is set, and never changed in place.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_tags, pk = "CUSTOMER#<customer>", sk = "<tags>")]
struct Order {
    customer: String,
    id: u32,
    tags: Tags,
}

/// A list that stands in keys as one text.
#[derive(Serialize, Deserialize)]
struct Tags(Vec<String>);

impl keywright::KeyField for Tags {
    type Scalar = Self;
    const KIND: keywright::key::FieldKind = String::KIND;

    fn to_value(&self) -> Option<keywright::KeyValue<'_>> {
        Some(keywright::KeyValue::Text(self.0.join("+").into()))
    }

    fn from_value(value: keywright::KeyValue<'_>) -> Option<Self> {
        String::from_value(value).map(|text| Self(text.split('+').map(str::to_owned).collect()))
    }
}

impl keywright::expression::Container for Tags {
    type Element = String;
}

impl keywright::update::Gather for Tags {
    fn gather(values: Vec<String>) -> Self {
        Self(values)
    }
}

fn change(key: Key<Order>) -> ItemUpdate<Order> {
    ItemUpdate::new(key).append(Order::TAGS, ["vip"])
}

fn main() {}
