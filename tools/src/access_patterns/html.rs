//! Renders the access patterns as one HTML file, which contains its styles and script and loads no other files.

mod capacity;
mod charts;
mod collections;
mod entity;
mod frame;
mod glance;
mod guide;
mod keys;
mod month;
mod reads;
mod risks;
mod text;
mod throttling;
mod writes;

use super::AccessPatterns;

pub(super) fn document(patterns: &AccessPatterns) -> String {
    let mut page = String::new();
    // Writing to a String cannot fail.
    let _ = write_document(&mut page, patterns);
    page
}

fn write_document(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    frame::head(page, patterns)?;
    frame::contents(page, patterns)?;
    glance::glance(page, patterns)?;
    risks::risks(page, patterns)?;
    capacity::capacity(page, patterns)?;
    month::month(page, patterns)?;
    collections::collections(page, patterns)?;
    entity::entities(page, patterns)?;
    reads::collections_and_projections(page, patterns)?;
    guide::guide(page, patterns)?;
    frame::footer(page, patterns)
}
