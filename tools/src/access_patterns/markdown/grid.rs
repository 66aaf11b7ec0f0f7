//! A Markdown table that states once what all its rows share.

use std::fmt::Write as _;

/// A table that omits columns that say nothing about single rows.
pub(super) struct Grid {
    /// The subject of a row, such as `call`.
    row: &'static str,
    columns: Vec<(String, Column)>,
    rows: Vec<Vec<String>>,
}

/// When a column is omitted.
pub(super) enum Column {
    /// If all its cells are empty.
    Own,
    /// If all its cells are equal: a line above the table then states the value. An empty cell is equal to any other.
    Shared,
    /// As [`Shared`](Self::Shared), without the line if the value is this one.
    Usual(&'static str),
}

impl Grid {
    pub(super) fn new<T: Into<String>>(row: &'static str, columns: impl IntoIterator<Item = (T, Column)>) -> Self {
        let columns = columns.into_iter().map(|(title, column)| (title.into(), column)).collect();
        Self { row, columns, rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Writes the table, unless it has no rows.
    pub(super) fn write(&self, page: &mut String) -> std::fmt::Result {
        if self.rows.is_empty() {
            return Ok(());
        }
        self.write_shared(page)?;
        let kept: Vec<_> = (0..self.columns.len()).filter(|at| !self.is_omitted(*at)).collect();
        let titles = kept.iter().filter_map(|at| self.columns.get(*at)).map(|(title, _)| title.as_str());
        line(page, titles)?;
        writeln!(page, "|{}", "---|".repeat(kept.len()))?;
        for row in &self.rows {
            line(page, kept.iter().filter_map(|at| row.get(*at)).map(String::as_str))?;
        }
        writeln!(page)
    }

    /// Writes the line of shared values, if there are any.
    pub(super) fn write_shared(&self, page: &mut String) -> std::fmt::Result {
        let shared: Vec<_> = (0..self.columns.len()).filter_map(|at| self.shared(at)).collect();
        match shared.is_empty() {
            true => Ok(()),
            false => writeln!(page, "Each {}: {}.\n", self.row, shared.join(", ")),
        }
    }

    /// Returns whether only the first columns remain, up to this number.
    pub(super) fn has_only(&self, first: usize) -> bool {
        (first..self.columns.len()).all(|at| self.is_omitted(at))
    }

    /// Returns the value of a column that is stated above the table, with its title.
    fn shared(&self, at: usize) -> Option<String> {
        let (title, column) = self.columns.get(at)?;
        let value = self.value(at).filter(|value| !value.is_empty() && self.is_omitted(at))?;
        match column {
            Column::Usual(usual) if *usual == value => None,
            _ => Some(format!("*{title}* {value}")),
        }
    }

    fn is_omitted(&self, at: usize) -> bool {
        let value = self.value(at);
        match self.columns.get(at) {
            Some((_, Column::Own)) | None => value == Some(""),
            // A single row shares nothing.
            Some((_, Column::Shared)) => value.is_some() && self.rows.len() > 1,
            Some((_, Column::Usual(usual))) => value.is_some_and(|value| value == *usual || self.rows.len() > 1),
        }
    }

    /// Returns the value of all cells of a column that are not empty, or an empty text if all are.
    fn value(&self, at: usize) -> Option<&str> {
        let cells = self.rows.iter().filter_map(|row| row.get(at)).map(String::as_str);
        let is_own = matches!(self.columns.get(at), Some((_, Column::Own)));
        let mut cells = cells.filter(|cell| is_own || !cell.is_empty());
        let first = cells.next().unwrap_or_default();
        cells.all(|cell| cell == first).then_some(first)
    }
}

fn line<'a>(page: &mut String, cells: impl Iterator<Item = &'a str>) -> std::fmt::Result {
    write!(page, "|")?;
    for cell in cells {
        write!(page, " {cell} |")?;
    }
    writeln!(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(rows: &[[&str; 4]]) -> String {
        let columns =
            [("Name", Column::Own), ("Units", Column::Shared), ("Warm", Column::Usual("new")), ("Note", Column::Own)];
        let mut grid = Grid::new("part", columns);
        rows.iter().for_each(|row| grid.row(row.map(str::to_owned)));
        let mut page = String::new();
        grid.write(&mut page).unwrap();
        page
    }

    #[test]
    fn columns_that_distinguish_rows_stay() {
        let page = written(&[["a", "1", "new", ""], ["b", "2", "9", "slow"]]);
        let expected =
            "| Name | Units | Warm | Note |\n|---|---|---|---|\n| a | 1 | new |  |\n| b | 2 | 9 | slow |\n\n";
        assert_eq!(page, expected);
    }

    #[test]
    fn shared_values_are_stated_once_and_usual_ones_not_at_all() {
        let page = written(&[["a", "1", "new", ""], ["b", "1", "new", ""], ["c", "", "", ""]]);
        assert_eq!(page, "Each part: *Units* 1.\n\n| Name |\n|---|\n| a |\n| b |\n| c |\n\n");
        let page = written(&[["a", "1", "9", ""], ["b", "1", "9", "slow"]]);
        assert!(page.starts_with("Each part: *Units* 1, *Warm* 9.\n\n| Name | Note |\n"), "{page}");
    }

    #[test]
    fn a_single_row_keeps_all_but_usual_values() {
        assert_eq!(written(&[["a", "1", "new", ""]]), "| Name | Units |\n|---|---|\n| a | 1 |\n\n");
        assert_eq!(written(&[]), "");
    }
}
