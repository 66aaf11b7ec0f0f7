//! The values of options.

use syn::{Ident, LitFloat, LitInt, LitStr};

use crate::{
    errors::Errors,
    options::{Opt, Value},
};

/// `name = "text"`, which is not empty.
pub(crate) fn filled_text(option: &Opt, example: &str, errors: &Errors) -> Option<LitStr> {
    let text = option.text(example, errors)?;
    if text.value().trim().is_empty() {
        option.refuse(&format!("is empty; write `{} = \"{example}\"`", option.name), errors);
        return None;
    }
    Some(text)
}

/// `name = 0.2`, over 0 and at most 1.
pub(crate) fn share(option: &Opt, errors: &Errors) -> Option<f64> {
    let float = option.literal::<LitFloat>().and_then(|share| share.base10_parse().ok());
    let number = float.or_else(|| option.literal::<LitInt>().and_then(|share| share.base10_parse().ok()));
    let share = number.filter(|share| *share > 0.0 && *share <= 1.0);
    if share.is_none() {
        option.refuse(&format!("takes a share over 0 and at most 1, as in `{} = 0.2`", option.name), errors);
    }
    share
}

/// `name = word`, without quotes.
pub(crate) fn word(option: &Opt, example: &str, errors: &Errors) -> Option<Ident> {
    let word = match &option.value {
        Value::Is(tokens) => syn::parse2(tokens.clone()).ok(),
        _ => None,
    };
    if word.is_none() {
        let name = &option.name;
        let quoted = option.literal::<LitStr>().and_then(|text| text.parse::<Ident>().ok());
        let help = match quoted {
            Some(word) => format!("takes a function's name without quotes; write `{name} = {word}`"),
            None => format!("takes a function's name, as in `{name} = {example}`"),
        };
        option.refuse(&help, errors);
    }
    word
}

/// `name = "90d"`, in seconds.
pub(crate) fn seconds(option: &Opt, errors: &Errors) -> Option<u64> {
    let text = option.text("90d", errors)?;
    let seconds = seconds_of(&text.value());
    if seconds.is_none() {
        let message = format!(
            "takes a span of time, as in `{} = \"90d\"`; units are `s`, `m` (minutes), `h`, `d` and `w`",
            option.name
        );
        option.refuse(&message, errors);
    }
    seconds
}

fn seconds_of(text: &str) -> Option<u64> {
    let unit = match text.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 7 * 86_400,
        _ => return None,
    };
    let count = text.get(..text.len() - 1)?;
    let count: u64 = count.bytes().all(|digit| digit.is_ascii_digit()).then(|| count.parse().ok())??;
    count.checked_mul(unit).filter(|seconds| *seconds > 0)
}

#[cfg(test)]
mod tests {
    use super::seconds_of;

    #[test]
    fn spans_of_time() {
        assert_eq!(seconds_of("90d"), Some(7_776_000));
        assert_eq!(seconds_of("2w"), Some(1_209_600));
        assert_eq!(seconds_of("12h"), Some(43_200));
        assert_eq!(seconds_of("30m"), Some(1_800));
        assert_eq!(seconds_of("1s"), Some(1));
        for wrong in
            ["", "d", "90", "+9d", "0d", "1.5d", "90 d", "90y", "1ü", "99999999999999999999d", "18446744073709551615w"]
        {
            assert_eq!(seconds_of(wrong), None, "{wrong}");
        }
    }
}
