//! Renders the cost of a month, if prices were given.

use std::fmt::Write as _;

use super::{
    super::AccessPatterns,
    cell,
    grid::{Column, Grid},
};
use crate::{bill::money, number::millions};

pub(super) fn month(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    let (Some(month), Some(prices)) = (&patterns.month, &patterns.prices) else { return Ok(()) };
    writeln!(page, "## A month\n")?;
    let mut grid = Grid::new(
        "part",
        [
            (String::new(), Column::Own),
            ("Mean".to_owned(), Column::Own),
            ("Writes".to_owned(), Column::Own),
            ("WCU".to_owned(), Column::Own),
            ("RCU".to_owned(), Column::Own),
            ("Storage".to_owned(), Column::Own),
            (prices.currency.clone(), Column::Own),
        ],
    );
    for key in &month.keys {
        grid.row([
            cell(&key.name()),
            key.mean_text(),
            key.writes_text(),
            millions(key.write_units),
            millions(key.read_units),
            key.storage_text(),
            key.price.map(|price| price.to_string()).unwrap_or_default(),
        ]);
    }
    grid.write(page)?;
    if let Some(price) = month.price {
        writeln!(page, "A month of 730 hours on demand costs {}.", money(price, prices))?;
    }
    month.notes(Some(prices)).iter().try_for_each(|note| writeln!(page, "{note}"))?;
    writeln!(page)
}
