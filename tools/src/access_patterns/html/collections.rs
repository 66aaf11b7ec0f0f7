//! Draws item collections: sample items grouped by partition key.

use std::fmt::Write as _;

use super::{
    super::{AccessPatterns, Sample, Sampled, SampledCollection},
    frame::{heading, scroll_region},
    text::{Escaped, slug},
};

const ROW: f64 = 26.0;
const GAP: f64 = 10.0;
const HEAD: f64 = 24.0;
/// The width of a character at 11.5 pixels in a monospaced font, and at 13 pixels otherwise, with a margin.
const MONO: f64 = 7.1;
const SANS: f64 = 7.8;

pub(super) fn collections(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "<section aria-labelledby=\"collections\">")?;
    heading(page, 2, "collections", "Item collections")?;
    writeln!(
        page,
        "<p>Sample items, by partition key. Their values are made up; their keys are built by the functions that write \
         items.</p>"
    )?;
    patterns.samples.iter().try_for_each(|place| picture(page, patterns, place))?;
    writeln!(page, "</section>")
}

fn picture(page: &mut String, patterns: &AccessPatterns, place: &Sampled) -> std::fmt::Result {
    let name = place.index.unwrap_or("table");
    let id = format!("collections-{}", slug(name));
    heading(page, 3, &id, if place.index.is_some() { name } else { "Table" })?;
    if place.collections.is_empty() {
        return writeln!(page, "<p class=\"note\">No entity writes it.</p>");
    }
    writeln!(page, "<figure>")?;
    scroll_region(page, &format!("Item collections of {name}"))?;
    Drawing::of(patterns, place).draw(page, patterns, place)?;
    writeln!(page, "</div>\n</figure>")
}

/// The total length of attribute names above which the list is cut off, in characters.
const MAX_NAME_LENGTH: usize = 36;

/// Lists the attributes of an item that the table or the index holds in addition to its key.
fn attributes(patterns: &AccessPatterns, place: &Sampled, entity: &str) -> String {
    let projection = patterns.indexes.iter().find(|index| Some(index.name) == place.index);
    let projection = projection.map_or("all", |index| index.projection.as_str());
    let is_held = |name: &str| match projection {
        "all" => true,
        "keys_only" => false,
        some => some.split(", ").any(|held| held == name),
    };
    let is_key = |name: &&str| place.partition_key.contains(name) || place.sort_key.contains(name);
    let of = patterns.entities.iter().filter(|of| of.entity == entity).flat_map(|of| &of.attributes);
    let names = of.filter(|attribute| !attribute.key_only && !attribute.in_keys.iter().any(is_key));
    let mut text = String::new();
    for name in names.map(|attribute| attribute.name).filter(|name| is_held(name)) {
        if text.chars().count() + name.chars().count() > MAX_NAME_LENGTH {
            return text + ", \u{2026}";
        }
        text += if text.is_empty() { "" } else { ", " };
        text += name;
    }
    text
}

/// The positions of the columns.
struct Drawing {
    sort: f64,
    entity: f64,
    attributes: f64,
    width: f64,
    height: f64,
}

impl Drawing {
    fn of(patterns: &AccessPatterns, place: &Sampled) -> Self {
        let longest = |texts: Vec<usize>| texts.into_iter().max().unwrap_or_default() as f64;
        let items = || place.collections.iter().flat_map(|of| &of.items);
        let length = |text: &str| text.chars().count();
        let partition = place.collections.iter().map(|of| length(&of.partition_key));
        let partition = partition.chain([length(&place.partition_key.join(", "))]).collect();
        let sort = items().map(|item| item.sort_key.as_deref().map_or(0, length));
        let sort: Vec<_> = sort.chain([length(&place.sort_key.join(", "))]).collect();
        let entity = items().map(|item| length(item.entity)).chain([length("Entity")]).collect();
        let rows: usize = place.collections.iter().map(|of| of.items.len()).sum();
        let at_sort = longest(partition) * MONO + 36.0;
        let at_entity = at_sort + longest(sort) * MONO + 24.0;
        let at_attributes = at_entity + longest(entity) * SANS + 30.0;
        let attributes = items().map(|item| length(&attributes(patterns, place, item.entity))).collect();
        Self {
            sort: at_sort,
            entity: at_entity,
            attributes: at_attributes,
            width: at_attributes + longest(attributes) * MONO + 16.0,
            height: HEAD + rows as f64 * ROW + place.collections.len() as f64 * GAP,
        }
    }

    fn draw(&self, page: &mut String, patterns: &AccessPatterns, place: &Sampled) -> std::fmt::Result {
        let (width, height) = (self.width.ceil(), self.height.ceil());
        let name = place.index.unwrap_or("the table");
        writeln!(
            page,
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-size=\"12\" role=\"img\" \
             aria-label=\"{} of {}\">",
            Escaped(counted(place)),
            Escaped(name)
        )?;
        for (x, title) in [(12.0, place.partition_key.join(", ")), (self.sort + 14.0, place.sort_key.join(", "))] {
            writeln!(page, "<text class=\"mono quiet\" x=\"{x:.1}\" y=\"14\">{}</text>", Escaped(title))?;
        }
        writeln!(page, "<text class=\"quiet\" x=\"{:.1}\" y=\"14\">Entity</text>", self.entity + 10.0)?;
        let mut y = HEAD;
        for collection in &place.collections {
            self.collection(page, patterns, (place, collection), y)?;
            y += collection.items.len() as f64 * ROW + GAP;
        }
        writeln!(page, "</svg>")
    }

    fn collection(
        &self,
        page: &mut String,
        patterns: &AccessPatterns,
        (place, collection): (&Sampled, &SampledCollection),
        y: f64,
    ) -> std::fmt::Result {
        let height = collection.items.len() as f64 * ROW;
        writeln!(
            page,
            "<rect class=\"box\" x=\"0.5\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height}\" rx=\"4\"/>\
             <text class=\"mono\" x=\"12\" y=\"{:.1}\">{}</text>",
            y + 0.5,
            self.sort - 12.0,
            y + 17.5,
            Escaped(&collection.partition_key)
        )?;
        let mut at = y;
        for item in &collection.items {
            self.item(page, patterns, (place, item), at)?;
            at += ROW;
        }
        Ok(())
    }

    fn item(
        &self,
        page: &mut String,
        patterns: &AccessPatterns,
        (place, item): (&Sampled, &Sample),
        y: f64,
    ) -> std::fmt::Result {
        let color = patterns.entities.iter().position(|entity| entity.entity == item.entity).unwrap_or_default() % 8;
        writeln!(
            page,
            "<rect class=\"row\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{ROW}\"/>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"4\" height=\"{}\" fill=\"var(--c{color})\"/>\
             <text class=\"mono\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\
             <text font-size=\"13\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\
             <text class=\"mono quiet\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            self.sort + 0.5,
            y + 0.5,
            self.width - self.sort - 1.0,
            self.sort + 0.5,
            y + 1.0,
            ROW - 1.0,
            self.sort + 14.0,
            y + 17.5,
            Escaped(item.sort_key.as_deref().unwrap_or("")),
            self.entity + 10.0,
            y + 17.5,
            Escaped(item.entity),
            self.attributes,
            y + 17.5,
            Escaped(attributes(patterns, place, item.entity))
        )
    }
}

fn counted(place: &Sampled) -> String {
    let items: usize = place.collections.iter().map(|of| of.items.len()).sum();
    format!("{items} sample items under {} partition keys", place.collections.len())
}
