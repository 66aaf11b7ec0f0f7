//! Writes a program in fewer lines, for a reader of a failing one.

const WIDTH: usize = 120;

/// Returns the source without empty lines. Attributes and blocks share a line where they fit.
pub fn compact(source: &str) -> String {
    let mut lines: Vec<String> =
        source.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let mut at = lines.len();
    // From the end, so that inner blocks are joined before those around them.
    while at > 0 {
        at -= 1;
        if let Some(end) = end_of(&lines, at) {
            let joined = joined(&lines[at..=end]);
            if joined.len() <= WIDTH {
                lines.splice(at..=end, [joined]);
            }
        }
    }
    lines.join("\n")
}

/// Returns the last line of the block that a line opens, or the one that an attribute is written at.
fn end_of(lines: &[String], at: usize) -> Option<usize> {
    let line = &lines[at];
    let indentation = |line: &str| line.len() - line.trim_start().len();
    if line.trim_start().starts_with("#[") && line.ends_with(']') {
        return Some(at + 1).filter(|next| *next < lines.len());
    }
    if !line.ends_with(['{', '[', '(']) {
        return None;
    }
    let closes =
        |other: &&String| indentation(other) == indentation(line) && other.trim_start().starts_with(['}', ']', ')']);
    Some(at + 1 + lines[at + 1..].iter().position(|other| closes(&other))?)
}

fn joined(lines: &[String]) -> String {
    let mut text = lines[0].clone();
    for line in &lines[1..] {
        let line = line.trim_start();
        let touches = text.ends_with(['[', '(']) || line.starts_with([']', ')']);
        text += if touches { "" } else { " " };
        text += line;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_and_short_blocks_share_a_line() {
        let source = [
            "#[derive(Table)]",
            "pub struct Store;",
            "",
            "pub struct Record {",
            "    #[serde(default)]",
            "    pub id: u8,",
            "}",
            "fn records() -> Vec<Record> {",
            "    vec![",
            "        Record { id: 1 },",
            "    ]",
            "}",
        ];
        let expected = [
            "#[derive(Table)] pub struct Store;",
            "pub struct Record { #[serde(default)] pub id: u8, }",
            "fn records() -> Vec<Record> { vec![Record { id: 1 },] }",
        ];
        assert_eq!(compact(&source.join("\n")), expected.join("\n"));
    }
}
