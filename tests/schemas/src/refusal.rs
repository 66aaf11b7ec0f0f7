//! The law of refusals: the first line of a message has a code, and no internal name.

/// Names of the expansions, which no message may show.
const INTERNAL: [&str; 5] = ["__kw", "__private", "__S", "keywright::check", "keywright::lint"];

/// Returns what is wrong with the first line of a compiler message about a declaration.
pub fn fault(message: &str) -> Option<String> {
    let line = message.lines().next().unwrap_or_default();
    let text = line.strip_prefix("evaluation panicked: ").unwrap_or(line);
    let is_code =
        |code: &str| code.len() == 5 && code.starts_with("KW") && code[2..].bytes().all(|byte| byte.is_ascii_digit());
    // Marks another place of an error that has a code.
    if line == "first used here" {
        return None;
    }
    let has_code = text.split(':').next().is_some_and(is_code);
    if let Some(name) = INTERNAL.iter().find(|name| line.contains(*name)) {
        return Some(format!("a refusal shows `{name}`: {line}"));
    }
    (!has_code).then(|| format!("a refusal has no code: {line}"))
}
