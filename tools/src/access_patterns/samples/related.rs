//! Finds fields of several entities that share one value on related items.

use keywright::schema::{EntitySchema, Segment, Template};

/// A field, as the positions of its entity and of the field.
type Place = (usize, usize);

/// Fields at the same position of partition keys with the same form. An example is `id` of a customer and `customer` of
/// an order, whose partition keys are `CUSTOMER#<id>` and `CUSTOMER#<customer>`.
pub(super) struct Related {
    entities: Vec<&'static EntitySchema>,
    /// Each field with the field that names it, which is the first one listed.
    leads: Vec<(Place, Place)>,
}

impl Related {
    pub(super) fn of(entities: &[&'static EntitySchema]) -> Self {
        let mut related = Self { entities: entities.to_vec(), leads: Vec::new() };
        for (at, entity) in entities.iter().enumerate() {
            for (other_at, other) in entities.iter().enumerate().take(at) {
                related.relate((other_at, other), (at, entity));
            }
        }
        related
    }

    /// Returns the name for the values of a field.
    pub(super) fn label(&self, entity: &EntitySchema, field: usize) -> String {
        let own = self.entities.iter().position(|of| of.name == entity.name).map(|at| (at, field));
        let lead = own.map(|own| self.lead(own));
        let named = lead.and_then(|(at, field)| Some((*self.entities.get(at)?, field)));
        let (entity, field) = named.unwrap_or((entity, field));
        let name = entity.fields.get(field).map_or("", |field| field.name);
        // The values of a customer's id are named after the customer.
        let label = if ["id", "name", "key", "code"].contains(&name) { entity.name } else { name };
        kebab(label)
    }

    fn lead(&self, field: Place) -> Place {
        self.leads.iter().find(|(of, _)| *of == field).map_or(field, |(_, lead)| *lead)
    }

    fn relate(&mut self, (at, entity): (usize, &EntitySchema), (other_at, other): (usize, &EntitySchema)) {
        for key in entity.keys {
            for twin in other.keys.iter().filter(|twin| twin.index == key.index) {
                for (field, of_other) in matching_fields(entity, &key.partition, other, &twin.partition) {
                    let lead = self.lead((at, field));
                    if self.lead((other_at, of_other)) == (other_at, of_other) {
                        self.leads.push(((other_at, of_other), lead));
                    }
                }
            }
        }
    }
}

/// Returns the fields at each position of two templates with the same form. Empty if the forms differ.
fn matching_fields(a: &EntitySchema, of_a: &Template, b: &EntitySchema, of_b: &Template) -> Vec<(usize, usize)> {
    let kind = |entity: &EntitySchema, field: u8| entity.fields.get(usize::from(field)).and_then(|field| field.kind);
    let mut fields = Vec::new();
    if of_a.segments.len() != of_b.segments.len() {
        return fields;
    }
    for pair in of_a.segments.iter().zip(of_b.segments) {
        match pair {
            (Segment::Field { field, form, .. }, Segment::Field { field: other, form: other_form, .. })
                if form == other_form && kind(a, *field) == kind(b, *other) =>
            {
                fields.push((usize::from(*field), usize::from(*other)));
            }
            (one, other) if one == other && !matches!(one, Segment::Field { .. }) => {}
            _ => return Vec::new(),
        }
    }
    fields
}

/// Converts a name to kebab case: `OrderItem` and `order_item` become `order-item`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            text.push('-');
        }
        match letter {
            '_' => text.push('-'),
            letter => text.extend(letter.to_lowercase()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_kebab_case() {
        assert_eq!(["OrderItem", "call_id", "user"].map(kebab), ["order-item", "call-id", "user"]);
    }
}
