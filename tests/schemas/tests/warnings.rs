//! The changes that warnings about load name, applied to the cases of the compile-fail tests: each compiles without a
//! warning.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
    process,
};

use keywright_schema_tests::{
    compile::{build_crates, check},
    refusal::apply,
};

/// The warnings with a change that a program can apply. The others ask for a decision, such as a shorter item or an
/// earlier time.
const APPLIED: [&str; 15] = [
    "KW002::FEW_VALUES",
    "KW002Share::ON_ONE_VALUE_THROTTLES",
    "KW002Unknown::SHARE_NOT_DECLARED",
    "KW003::TIME_BUCKET_ALONE",
    "KW004::NO_MARGIN",
    "KW004Launch::THROTTLES_FOR_MINUTES",
    "KW004LaunchOfAll::THROTTLES_FOR_MINUTES",
    "KW004Many::TEN_TIMES_THE_SHARDS",
    "KW004Quota::WARM_THROUGHPUT",
    "KW004QuotaOfAll::WARM_THROUGHPUT",
    "KW018::COLLECTION_WITHOUT_END",
    "KW022Quota::READ_UNITS",
    "KW022QuotaOfAll::READ_UNITS",
    "KW022RollOver::KEYS_SHARE_A_PARTITION",
    "KW003RollOvers::OVERLOAD_A_PARTITION",
];

/// A warning at a line of a case.
struct Warning {
    /// Such as `KW004::NO_MARGIN`.
    constant: String,
    /// The number that the constant shows.
    number: Option<u64>,
    text: String,
    /// The struct, and the index if the line is that of a `#[gsi]`.
    of: String,
    index: Option<String>,
    /// Whether the key has shards of a hash.
    is_hashed: bool,
}

#[test]
fn a_followed_warning_is_silent() {
    let mut modules = BTreeMap::new();
    let mut applied = BTreeMap::new();
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/fail/warning");
    let files = fs::read_dir(ui).unwrap().map(|file| file.unwrap().path());
    let mut cases: Vec<_> = files.filter(|file| file.extension().is_some_and(|kind| kind == "rs")).collect();
    cases.sort();
    for case in cases {
        let source = fs::read_to_string(&case).unwrap();
        let (declarations, _) = source.split_once("fn main()").unwrap();
        let warnings = warnings(&fs::read_to_string(case.with_extension("stderr")).unwrap(), &source);
        // Several warnings are followed together, by the first change of each.
        let most = if let [warning] = warnings.as_slice() { ways(warning).len() } else { 1 };
        for number in 0..most {
            let fixed = warnings.iter().try_fold(declarations.to_owned(), |source, warning| {
                apply(&source, &heading(warning), ways(warning).get(number)?)
            });
            let Some(fixed) = fixed else { continue };
            let name = format!("w{}", modules.len());
            modules.insert(name.clone(), format!("#![allow(dead_code)]\n{fixed}"));
            let ways: Vec<_> = warnings.iter().filter_map(|warning| ways(warning).into_iter().nth(number)).collect();
            let constants: Vec<_> = warnings.iter().map(|warning| warning.constant.clone()).collect();
            applied.insert(name, (constants, format!("{}: {ways:?}", case.display())));
        }
    }
    let folder = env::temp_dir().join(format!("keywright-warnings-{}", process::id()));
    let checked = check(&build_crates().unwrap(), &folder, &modules).unwrap();
    let refused = checked.refusals.iter().map(|(name, messages)| (name, messages.join("\n")));
    let warned = checked.warned.iter().map(|name| (name, "a warning".to_owned()));
    let failures: Vec<_> =
        refused.chain(warned).map(|(name, message)| format!("{}: {message}", applied[name].1)).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), applied.len(), failures.join("\n"));
    let constants: BTreeSet<_> = applied.values().flat_map(|(constants, _)| constants).map(String::as_str).collect();
    assert_eq!(constants, APPLIED.into());
}

/// Returns the warnings about load in the output of the compiler.
fn warnings(output: &str, source: &str) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for block in output.split("use of deprecated associated constant `keywright::lint::").skip(1) {
        let (path, rest) = block.split_once("`: ").unwrap();
        let (text, rest) = rest.split_once("\n").unwrap();
        let line: usize = rest.split(".rs:").nth(1).unwrap().split(':').next().unwrap().parse().unwrap();
        let at = source.lines().nth(line - 1).unwrap();
        let of_struct =
            source.lines().skip(line - 1).find(|line| line.trim_start_matches("pub ").starts_with("struct "));
        let of = of_struct.unwrap().split("struct ").nth(1).unwrap();
        let of = of.split(|byte: char| !byte.is_alphanumeric()).next().unwrap();
        let [group, number, constant] = path.split("::").collect::<Vec<_>>().try_into().unwrap();
        let number = number.trim_matches(['<', '>']).parse().ok();
        let index = at.contains("#[gsi").then(|| at.split("index = \"").nth(1)?.split('"').next()).flatten();
        warnings.push(Warning {
            constant: format!("{group}::{constant}"),
            number,
            text: text.to_owned(),
            of: of.to_owned(),
            index: index.map(str::to_owned),
            is_hashed: match index {
                Some(_) => at.contains("hash("),
                None => source.lines().any(|line| line.starts_with("#[shard(hash(")),
            },
        });
    }
    warnings
}

/// Returns the heading of an error at the same key.
fn heading(warning: &Warning) -> String {
    match &warning.index {
        Some(index) => format!("KW000: index {index}: `{}`", warning.of),
        None => format!("KW000: `{}`", warning.of),
    }
}

/// Returns the changes that a warning names, with its number, in the form of the ways out of an error.
///
/// A share is a fact about the items, which the declarations do not contain.
fn ways(warning: &Warning) -> Vec<String> {
    let inside = |option: &str| match &warning.index {
        Some(index) => format!("{option}  inside #[gsi(index = \"{index}\", ..)]"),
        None => format!("{option}  inside #[pk(..)]"),
    };
    let (is_index, number) = (warning.index.is_some(), warning.number.unwrap_or_default());
    let codes = warning.text.split('`').skip(1).step_by(2);
    let ways = codes.filter_map(|code| match code {
        "#[peak(writes_per_second = .., item_bytes = ..)]" if is_index => {
            Some(inside("peak(writes_per_second = .., item_bytes = ..)"))
        }
        "#[peak(writes_per_second = .., item_bytes = ..)]" => Some(code.to_owned()),
        "#[shard(..)]" if is_index => Some(inside("shard(random = 3)")),
        "#[shard(..)]" => Some("#[shard(random = 3)]".to_owned()),
        "allow_hot = \"why this stays small\"" => Some(inside(code)),
        "shard(random = ..)" if is_index && !warning.is_hashed => Some(inside(&format!("shard(random = {number})"))),
        "shard(random = ..)" if !warning.is_hashed => Some(format!("#[shard(random = {number})]")),
        "shard(.., count = ..)" if is_index && warning.is_hashed => Some(inside(&format!("shard(count = {number})"))),
        "shard(.., count = ..)" if warning.is_hashed => Some(format!("#[shard(count = {number})]")),
        "#[table(quota = ..)]" => Some("#[table(quota = 4_000_000)]".to_owned()),
        "#[table(quota(reads = ..))]" => Some("#[table(quota(reads = 4_000_000))]".to_owned()),
        // Of a bucket, the launch is not the only roll-over.
        "#[table(launch = \"gradual\")]" if warning.constant.starts_with("KW004") => Some(code.to_owned()),
        _ => None,
    });
    let random = |number| {
        if is_index { inside(&format!("shard(random = {number})")) } else { format!("#[shard(random = {number})]") }
    };
    let fewer = warning.text.contains("the number shown carries the peak").then(|| random(number));
    let none = warning.text.contains("drop `#[shard(..)]`").then(|| "drop the shards".to_owned());
    let longer = warning.text.contains("a longer bucket, such as an hour").then(|| "`<at:hour>`".to_owned());
    ways.chain(fewer).chain(none).chain(longer).collect()
}
