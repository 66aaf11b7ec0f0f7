//! Reads items from JSON documents.

use std::{fmt, io::BufRead};

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{
    InputError, Sink,
    limited::{Held, Limited},
};
use crate::audit::item::{StoredItem, is_attribute_value};

/// Passes on the items of all documents. A list of items is never held in memory as a whole.
pub(super) fn read<R: BufRead>(reader: R, sink: &mut Sink<'_>) -> Result<(), InputError> {
    let held = Held::default();
    let mut documents = serde_json::Deserializer::from_reader(Limited::new(reader, &held));
    while documents.end().is_err() {
        Document { sink, held: &held }.deserialize(&mut documents).map_err(|error| InputError(error.to_string()))?;
        held.set(0);
    }
    Ok(())
}

/// Deserializes an item in one of its forms, or a list of items.
struct Document<'a, 'b> {
    sink: &'a mut Sink<'b>,
    held: &'a Held,
}

impl<'de> DeserializeSeed<'de> for Document<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an item in DynamoDB's JSON")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        // What surrounds the list is still in memory, and no item is.
        let before = self.held.get();
        while items.next_element_seed(Document { sink: &mut *self.sink, held: self.held })?.is_some() {
            self.held.set(before);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let (mut object, mut is_list) = (Map::new(), false);
        while let Some(name) = members.next_key::<String>()? {
            if name != "Items" {
                object.insert(name, members.next_value()?);
            } else if let Some(attribute) =
                members.next_value_seed(ListOrAttribute(Document { sink: &mut *self.sink, held: self.held }))?
            {
                object.insert(name, attribute);
            } else {
                is_list = true;
            }
        }
        if is_list {
            return Ok(());
        }
        match stored(object) {
            Some(attributes) => {
                let item = StoredItem::new(attributes).map_err(A::Error::custom)?;
                (self.sink)(Some(item)).map_err(A::Error::custom)
            }
            None => (self.sink)(None).map_err(A::Error::custom),
        }
    }
}

/// Deserializes the value of `Items`: the items of a response, which are passed on, or an attribute of that name.
struct ListOrAttribute<'a, 'b>(Document<'a, 'b>);

impl<'de> DeserializeSeed<'de> for ListOrAttribute<'_, '_> {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Value>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ListOrAttribute<'_, '_> {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of items, or an attribute")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Option<Value>, A::Error> {
        self.0.visit_seq(items).map(|()| None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Option<Value>, A::Error> {
        let mut object = Map::new();
        while let Some((name, value)) = members.next_entry()? {
            object.insert(name, value);
        }
        Ok(Some(Value::Object(object)))
    }
}

/// Extracts the attributes of an item from an object that contains it or is the item. Returns `None` for a deletion.
fn stored(mut object: Map<String, Value>) -> Option<Map<String, Value>> {
    let holds = |object: &Map<String, Value>, name: &str| {
        object.get(name).is_some_and(|value| value.is_object() && !is_attribute_value(value))
    };
    let inner = |value: Option<Value>| match value {
        Some(Value::Object(inner)) => Some(inner),
        _ => None,
    };
    if object.len() == 1 && holds(&object, "Item") {
        return inner(object.remove("Item"));
    }
    if holds(&object, "Keys") && ["Metadata", "NewImage", "OldImage"].iter().any(|name| holds(&object, name)) {
        return inner(object.remove("NewImage"));
    }
    Some(object)
}
