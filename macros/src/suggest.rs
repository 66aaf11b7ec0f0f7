//! Suggests names in messages: "did you mean ..?"

/// Returns the help at the end of a message about an unknown name: the nearest known name, or otherwise all known
/// names.
///
/// `; did you mean `at`?`, or `; there is `at`, `brand``. Empty if no name is known.
pub(crate) fn suggest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(near) = nearest(wrong, &known) {
        return format!("; did you mean `{near}`?");
    }
    if known.is_empty() {
        return String::new();
    }
    format!("; there is {}", list(&known))
}

/// Formats names as `` `a`, `b`, `c` ``.
pub(crate) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Returns the known name with the smallest edit distance, if the distance is small for a name of this length.
pub(crate) fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    known
        .iter()
        .map(|name| (distance(&lower, &name.to_lowercase()), *name))
        .filter(|(distance, name)| *distance <= allowed(wrong.chars().count().max(name.chars().count())))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

fn allowed(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    }
}

/// Returns the edit distance. Two swapped neighbours count as one edit.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitution = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substitution.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                let before: &Vec<usize> = &before;
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn a_typo_suggests_the_closest_word() {
        assert_eq!(suggest("brnad", ["brand", "at"]), "; did you mean `brand`?");
        assert_eq!(suggest("templat", ["template", "bucket"]), "; did you mean `template`?");
        assert_eq!(suggest("Bucket", ["template", "bucket"]), "; did you mean `bucket`?");
    }

    #[test]
    fn an_unrelated_word_lists_the_alternatives() {
        assert_eq!(suggest("tenant", ["brand", "at"]), "; there is `brand`, `at`");
        assert_eq!(suggest("tenant", []), "");
    }
}
