//! Time spans, as in `retention`.

use darling::Result;
use syn::Meta;

use super::value::{name, refused, text};

/// Reads `option = "90d"`, in seconds.
pub(crate) fn seconds(option: &Meta) -> Result<Option<u64>> {
    let Some(text) = text(option, "90d")? else { return Ok(None) };
    match seconds_of(&text.value()) {
        Some(seconds) => Ok(Some(seconds)),
        None => {
            let name = name(option);
            let units = "units are `s`, `m` (minutes), `h`, `d` and `w`";
            Err(refused(option, format!("needs a duration, as in `{name} = \"90d\"`; {units}")))
        }
    }
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
    fn durations_are_parsed_in_seconds() {
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
