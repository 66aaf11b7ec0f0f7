//! Renders the cost of a month, if prices were given.

use std::fmt::Write as _;

use super::{
    super::AccessPatterns,
    frame::{heading, scroll_region},
    text::Escaped,
};
use crate::{bill::money, number::millions};

pub(super) fn month(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let (Some(month), Some(prices)) = (&patterns.month, &patterns.prices) else { return Ok(()) };
    writeln!(page, "<section aria-labelledby=\"month\">")?;
    heading(page, 2, "month", "A month")?;
    scroll_region(page, "The cost of a month")?;
    write!(page, "<table><thead><tr><th scope=\"col\">Part</th><th scope=\"col\">Mean</th>")?;
    write!(page, "<th scope=\"col\">Writes</th>")?;
    for title in ["WCU", "RCU"] {
        write!(page, "<th scope=\"col\" class=\"number\">{title}</th>")?;
    }
    write!(page, "<th scope=\"col\">Storage</th>")?;
    writeln!(page, "<th scope=\"col\" class=\"number\">{}</th></tr></thead><tbody>", Escaped(&prices.currency))?;
    for key in &month.keys {
        write!(page, "<tr><th scope=\"row\">{}</th>", Escaped(&key.name()))?;
        write!(page, "<td>{}</td><td>{}</td>", key.mean_text(), key.writes_text())?;
        for units in [key.write_units, key.read_units] {
            write!(page, "<td class=\"number\">{}</td>", millions(units))?;
        }
        let price = key.price.map(|price| price.to_string()).unwrap_or_default();
        writeln!(page, "<td>{}</td><td class=\"number\">{price}</td></tr>", key.storage_text())?;
    }
    writeln!(page, "</tbody></table></div>")?;
    write!(page, "<p class=\"note\">")?;
    if let Some(price) = month.price {
        write!(page, "A month of 730 hours on demand costs {}.", Escaped(&money(price, prices)))?;
    }
    month.notes(Some(prices)).iter().try_for_each(|note| write!(page, " {}", Escaped(note)))?;
    writeln!(page, "</p>")?;
    writeln!(page, "</section>")
}
