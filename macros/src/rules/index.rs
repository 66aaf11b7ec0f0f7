//! All rules that a derive checks, each with its code, its function, and a case in `tests/ui/fail` that shows the
//! message.
//!
//! A rule about the shape of a type has no code. Rules about several types are constants of the expansion, which the
//! runtime evaluates; their codes are listed in [`OF_THE_RUNTIME`].

use std::{collections::BTreeSet, fs, path::Path};

/// Code, file and function within `macros/src`, and the case.
const RULES: &[(&str, &str, &str, &str)] = &[
    // Attributes that cannot be read.
    ("KW020", "read/attr", "parse", "entity/kw020_template_without_name"),
    ("KW020", "read/attr", "option", "entity/kw020_unknown_option"),
    ("KW020", "read/attr", "option", "table/kw020_option_twice"),
    ("KW020", "read/attr", "only", "entity/kw020_attribute_twice"),
    ("KW020", "read/attr", "require", "entity/kw020_template_missing"),
    ("KW020", "read/value", "refused", "entity/kw020_table_in_quotes"),
    ("KW020", "read/value", "filled_text", "entity/kw020_name_empty"),
    ("KW020", "read/collection", "from_meta", "collection/kw020_query_is_no_name"),
    ("KW020", "read/duration", "seconds", "entity/kw020_retention_without_a_unit"),
    ("KW020", "read/entity", "read_entity", "entity/kw020_table_missing"),
    ("KW020", "read/entity/constants", "report", "entity/kw020_constant_is_no_text"),
    ("KW020", "read/value", "positive", "peak/kw020_page_of_no_items"),
    ("KW020", "read/entity/page", "require", "peak/kw020_page_without_items"),
    ("KW020", "read/entity/key", "of_table", "entity/kw020_partition_key_missing"),
    ("KW020", "read/entity/key", "of_index", "index/kw020_without_query"),
    ("KW020", "read/entity/key", "of", "index/kw020_local_index_without_sort_key"),
    ("KW020", "read/entity/peak", "require", "peak/kw020_without_item_bytes"),
    ("KW020", "rules/entity/peaks", "check_reads_once", "peak/kw020_reads_twice"),
    ("KW020", "rules/entity/peaks", "check_mean_once", "peak/kw020_mean_twice"),
    ("KW020", "rules/entity/peaks", "check_per_month", "peak/kw020_more_a_month_than_peaks"),
    ("KW020", "rules/entity/peaks", "check_items", "peak/kw020_items_of_no_query"),
    ("KW020", "rules/entity/peaks", "check_reads_of_index", "peak/kw020_gets_of_an_index"),
    ("KW020", "read/entity/shard", "require", "shard/kw020_neither_kind"),
    ("KW020", "read/instant", "instant", "shard/kw020_grow_at_a_date"),
    ("KW020", "read/key_enum", "read_text", "key_enum/kw020_text_is_no_string"),
    ("KW020", "read/projection", "read", "projection/kw020_of_missing"),
    ("KW020", "read/schema", "read", "schema/kw020_attribute_missing"),
    ("KW020", "read/schema", "of", "schema/kw020_list_is_no_list"),
    ("KW020", "read/table/projection", "from_meta", "table/kw020_unknown_projection"),
    ("KW020", "read/table/quota", "report", "table/kw020_empty_quota"),
    ("KW005", "template/parse", "parse", "template/kw005_not_closed"),
    ("KW008", "template/parse", "parse", "template/kw008_unknown_spec"),
    // The shape of types.
    ("", "rules/shape", "check_named_fields", "entity/tuple_struct"),
    ("", "rules/shape", "check_plain_struct", "table/not_a_struct"),
    ("", "rules/shape", "check_plain_type", "collection/generic"),
    ("", "rules/shape", "check_plain_enum", "key_enum/not_an_enum"),
    ("", "rules/shape", "check_newtype", "key_field/several_fields"),
    // Rules of an entity.
    ("KW008", "rules/entity/buckets", "check_is_a_bucket", "template/kw008_unknown_bucket"),
    ("KW008", "rules/entity/buckets", "check_bucket_fits", "template/kw008_bucket_of_which"),
    ("KW020", "rules/entity/buckets", "check_bucket_fits", "entity/kw020_bucket_said_twice"),
    ("KW008", "rules/entity/buckets", "check_one_attribute", "index/kw008_bucket_of_two_attributes"),
    ("KW008", "rules/entity/buckets", "check_one_bucket", "template/kw008_two_buckets"),
    ("KW020", "rules/entity/constants", "check_given_once", "entity/kw020_constant_twice"),
    ("KW014", "rules/entity/constants", "check_not_a_field", "field/kw014_tag_is_a_field"),
    ("KW014", "rules/entity/constants", "check_tag_not_constant", "field/kw014_tag_and_constant"),
    ("KW017", "rules/entity/counters", "check_in_keys", "counter/kw017_in_the_sort_key"),
    ("KW020", "rules/entity/counters", "check_name", "counter/kw020_named_like_a_function"),
    ("KW020", "rules/entity/counters", "check_other_fields", "counter/kw020_another_field"),
    ("KW020", "rules/entity/counters", "check_hashed", "counter/kw020_hash_of_a_part"),
    ("", "rules/entity/fields", "check_number_of_fields", "entity/too_many_fields"),
    ("KW020", "rules/entity/fields", "check_other_attributes", "field/kw020_two_for_other_attributes"),
    ("KW020", "rules/entity/fields", "check_flattened_maps", "field/kw020_flattened_map_of_attributes"),
    ("KW020", "rules/entity/fields", "check_serde_proxy", "field/kw020_written_as_another_type"),
    ("KW014", "rules/entity/fields", "check_one_attribute_a_field", "field/kw014_two_fields_of_one_attribute"),
    ("KW020", "rules/entity/fields", "check_read_names", "field/kw020_read_under_another_name"),
    ("KW014", "rules/entity/fields", "check_aliases", "field/kw014_alias_of_two_fields"),
    ("KW020", "rules/entity/fields", "check_alias_purposes", "field/kw020_alias_of_a_version"),
    ("KW020", "rules/entity/fields", "check_keys_on_the_struct", "field/kw020_key_on_a_field"),
    ("KW020", "rules/entity/fields", "check_words", "counter/kw020_with_a_value"),
    ("KW020", "rules/entity/fields", "check_one_purpose", "lifecycle/kw020_created_and_updated"),
    ("KW020", "rules/entity/fields", "check_stored", "counter/kw020_skipped"),
    ("KW020", "rules/entity/indexes", "check_one_key", "index/kw020_index_twice"),
    ("KW023", "rules/entity/key_fields", "check_default", "field/kw023_default"),
    ("KW020", "rules/entity/legacy", "check_one_attribute", "index/kw020_legacy_of_two_attributes"),
    ("KW009", "rules/entity/legacy", "check_shards", "shard/kw009_legacy_random_and_hash"),
    ("KW020", "rules/entity/legacy", "check_shards", "shard/kw020_legacy_first_of_none"),
    ("KW009", "rules/entity/legacy", "check_order", "since/kw009_until_before_since"),
    ("KW009", "rules/entity/legacy", "check_since", "since/kw009_without_an_older_key"),
    ("KW009", "rules/entity/legacy", "check_hash_of_written_key", "since/kw009_hash_of_an_unknown_field"),
    ("KW020", "rules/entity/legacy", "check_goes_with_hash", "shard/kw020_legacy_count_without_hash"),
    ("KW006", "rules/entity/legacy", "check_known_to_query", "template/kw006_legacy_of_an_unknown_field"),
    ("KW020", "rules/entity/lifecycle", "check_one_of_each", "lifecycle/kw020_updated_twice"),
    ("KW017", "rules/entity/lifecycle", "check_table_key", "lifecycle/kw017_created_in_the_table_key"),
    ("KW020", "rules/entity/lifecycle", "check_counter_is_not_sensitive", "counter/kw020_sensitive"),
    ("KW020", "rules/entity/lifecycle", "check_ttl_with_counter", "lifecycle/kw020_ttl_beside_a_counter"),
    ("KW017", "rules/entity/lifecycle", "check_created_with_counter", "lifecycle/kw017_created_beside_a_counter"),
    ("KW020", "rules/entity/names", "check_queries", "index/kw020_query_of_the_table"),
    ("KW020", "rules/entity/names", "check_constants", "names/kw020_fields_of_one_constant"),
    ("KW020", "rules/entity/names", "check_functions", "names/kw020_query_of_a_constant"),
    ("KW020", "rules/entity/peaks", "check_creates_once", "peak/kw020_creates_twice"),
    ("KW020", "rules/entity/peaks", "check_item_bytes", "peak/kw020_item_bytes_of_nothing"),
    ("KW020", "rules/entity/peaks", "check_complete", "index/kw020_incomplete_peak"),
    ("KW009", "rules/entity/shards", "check_hash_is_of_the_key", "shard/kw009_hash_of_a_field_outside_of_the_key"),
    ("KW009", "rules/entity/shards", "check_one_kind", "shard/kw009_random_and_hash"),
    ("KW020", "rules/entity/shards", "check_goes_with_hash", "shard/kw020_count_of_random"),
    ("KW009", "rules/entity/shards", "check_hash", "shard/kw009_hash_of_nothing"),
    ("KW020", "rules/entity/shards", "check_hash", "shard/kw020_hashed_twice"),
    ("KW009", "rules/entity/shards", "check_hash_has_count", "shard/kw009_hash_without_count"),
    ("KW009", "rules/entity/shards", "check_count", "shard/kw009_too_many"),
    ("KW009", "rules/entity/shards", "check_first", "shard/kw009_first_too_high"),
    ("KW009", "rules/entity/shards", "check_growth", "shard/kw009_grow_to_fewer"),
    ("KW005", "rules/entity/templates", "check_syntax", "template/kw005_empty"),
    ("KW008", "rules/entity/templates", "check_syntax", "template/kw008_two_forms"),
    ("KW005", "rules/entity/templates", "check_braces", "template/kw005_braces"),
    ("KW009", "rules/entity/templates", "check_shard_place", "shard/kw009_placed_without_shards"),
    ("KW009", "rules/entity/templates", "check_shard_in_sort_key", "shard/kw009_placed_in_sort_key"),
    ("KW020", "rules/entity/uniques", "check_within", "unique/kw020_within_itself"),
    ("KW020", "rules/entity/uniques", "check_random", "unique/kw020_appended"),
    ("KW020", "rules/entity/uniques", "check_legacy", "unique/kw020_older_keys"),
    ("KW020", "rules/entity/uniques", "check_table_key", "unique/kw020_the_key_itself"),
    ("KW020", "rules/entity/uniques", "check_purposes", "unique/kw020_a_counter"),
    ("KW020", "rules/entity/uniques", "check_converted", "unique/kw020_converted"),
    ("KW006", "rules/entity/unknown_fields", "check_placeholders", "template/kw006_no_such_field"),
    ("KW006", "rules/entity/unknown_fields", "check_named", "shard/kw006_hash_of_no_field"),
    ("KW020", "rules/entity/versions", "check_second", "version/kw020_two"),
    ("KW017", "rules/entity/versions", "check_in_keys", "version/kw017_in_the_sort_key"),
    ("KW020", "rules/entity/versions", "check_random", "version/kw020_appended"),
    ("KW020", "rules/entity/versions", "check_counters", "version/kw020_beside_a_counter"),
    // Rules of a table, and of a list of entities.
    ("KW020", "rules/table", "check_delimiter", "table/kw020_delimiter_letter"),
    ("KW020", "rules/table", "check_quota", "table/kw020_quota_of_nothing"),
    ("KW020", "rules/table", "check_partition_key_present", "table/kw020_partition_key_none"),
    ("KW020", "rules/table", "check_local_index_sorts", "table/kw020_local_index_sort_key_none"),
    ("KW020", "rules/table", "check_one_attribute", "table/kw020_several_attributes"),
    ("KW013", "rules/table", "check_number_of_attributes", "table/kw013_five_attributes_in_a_key"),
    ("KW013", "rules/table", "check_index_names", "table/kw013_index_name"),
    ("KW013", "rules/table", "check_indexes_declared_once", "table/kw013_index_declared_twice"),
    ("KW013", "rules/table", "check_index_count", "table/kw013_too_many_indexes"),
    ("KW013", "rules/table", "check_local_index_count", "table/kw013_too_many_local_indexes"),
    ("KW013", "rules/table", "check_local_indexes_need_sort_key", "table/kw013_local_index_of_lone_items"),
    ("KW020", "rules/table", "check_attribute_names", "table/kw020_attribute_name_empty"),
    ("KW020", "rules/table", "check_two_keys_are_two_attributes", "table/kw020_one_attribute_for_both_keys"),
    ("KW020", "rules/table", "check_one_type_an_attribute", "table/kw020_one_attribute_of_two_types"),
    ("KW014", "rules/table", "check_discriminator_is_no_key", "table/kw014_discriminator_is_a_key"),
    ("KW014", "rules/table", "check_ttl_has_an_attribute_of_its_own", "lifecycle/kw014_ttl_is_a_key"),
    ("KW026", "rules/table", "check_strong_regions", "table/kw026_ttl_and_local_index"),
    ("KW014", "rules/table", "check_write_id_has_an_attribute_of_its_own", "table/kw014_write_id_is_a_key"),
    ("KW013", "rules/table", "check_included_attributes", "table/kw013_too_many_included"),
    ("KW020", "rules/table", "check_included_attributes", "table/kw020_included_twice"),
    ("KW020", "rules/schema", "check_listed_once", "schema/kw020_entity_listed_twice"),
    // Rules of a collection.
    ("", "rules/collection", "check_variants", "collection/variant_of_two_entities"),
    ("", "rules/collection", "check_fields_have_names", "collection/fields_without_names"),
    ("", "rules/collection", "check_members", "collection/no_variants"),
    ("KW011", "rules/collection", "check_entities_differ", "collection/kw011_entity_twice"),
    ("KW020", "rules/collection", "check_arguments_differ", "collection/kw020_argument_twice"),
    // Rules of a projection.
    ("KW020", "rules/projection", "check_flattened", "projection/kw020_flattened"),
    ("KW020", "rules/projection", "check_serde_proxy", "projection/kw020_read_as_another_type"),
    ("KW020", "rules/projection", "check_fields", "projection/kw020_no_field"),
    // Rules of an enum in keys.
    ("", "rules/key_enum", "check_variants_have_no_fields", "key_enum/variant_with_fields"),
    ("", "rules/key_enum", "check_variants", "key_enum/no_variants"),
    ("KW020", "rules/key_enum", "check_texts_are_not_empty", "key_enum/kw020_text_empty"),
    ("KW020", "rules/key_enum", "check_read_names", "key_enum/kw020_read_under_another_name"),
    ("KW020", "rules/key_enum", "check_texts_differ", "key_enum/kw020_text_twice"),
    // Rules of a newtype in keys.
    ("KW020", "rules/key_field", "check_named_field", "key_field/kw020_stored_as_a_map"),
    ("KW020", "rules/key_field", "check_stored_type", "key_field/kw020_stored_as_another_type"),
    ("KW020", "rules/key_field", "check_converted", "key_field/kw020_converted"),
];

/// Codes that constants of the expansion report with functions of `keywright::check` and with trait bounds, each with a
/// case.
const OF_THE_RUNTIME: &[(&str, &str)] = &[
    ("KW001", "hot/kw001_constant_key"),
    ("KW002", "hot/kw002_too_few_shards"),
    ("KW003", "hot/kw003_day_bucket_peak"),
    ("KW004", "hot/kw004_summed_peaks"),
    ("KW006", "collection/kw006_arguments_missing"),
    ("KW007", "template/kw007_touching"),
    ("KW008", "template/kw008_lower_on_number"),
    ("KW009", "shard/kw009_grow_without_time"),
    ("KW010", "template/kw010_option_in_partition_key"),
    ("KW011", "collision/kw011_same_templates"),
    ("KW012", "template/kw012_float"),
    ("KW013", "index/kw013_undeclared"),
    ("KW014", "field/kw014_alias_is_a_key"),
    ("KW014", "field/kw014_partition_key"),
    ("KW020", "field/kw020_alias_of_a_bucket"),
    ("KW020", "field/kw020_alias_of_a_key_attribute"),
    ("KW015", "query/kw015_whole_entity_of_index_keys_only"),
    ("KW016", "query/kw016_consistent_read_of_an_index"),
    ("KW017", "lifecycle/kw017_updated_beside_another_field"),
    ("KW017", "update/kw017_table_key_field"),
    ("KW018", "warning/kw018_collection_without_end"),
    ("KW019", "peak/kw019_item_bytes"),
    ("KW020", "counter/kw020_text"),
    ("KW021", "entity/kw021_not_listed"),
    ("KW022", "peak/kw022_readers_of_one_key"),
    ("KW023", "field/kw023_key_only_of_a_day"),
    ("KW024", "index/kw024_other_template"),
    ("KW025", "peak/kw025_page_of_sixty_shards"),
    ("KW026", "unique/kw026_strong_regions"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn source(file: &str) -> String {
    let path = root().join("src").join(file).with_extension("rs");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder of `src`, without `.rs`.
fn files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join("src").join(folder)).expect(folder);
    let mut files = Vec::new();
    for entry in entries.map(|entry| entry.expect(folder).path()) {
        let name = entry.file_stem().and_then(|name| name.to_str()).expect("a name");
        match entry.is_dir() {
            true => files.extend(self::files(&format!("{folder}/{name}"))),
            false => files.push(format!("{folder}/{name}")),
        }
    }
    files
}

/// The codes in a text.
fn codes(text: &str) -> BTreeSet<&str> {
    let found = text.match_indices("KW0").filter_map(|(at, _)| text.get(at..at + 5));
    found.filter(|code| code.bytes().skip(2).all(|digit| digit.is_ascii_digit())).collect()
}

/// The rules in a source file: the name of each, and the codes at the beginning of its comment.
fn rules_of(source: &str) -> Vec<(&str, BTreeSet<&str>)> {
    let mut rules = Vec::new();
    let mut comment = "";
    for line in source.lines() {
        if let Some(text) = line.strip_prefix("/// ") {
            comment = if comment.is_empty() { text } else { comment };
            continue;
        }
        if let Some((_, rest)) = line.split_once("fn check_").filter(|_| !line.starts_with(' ')) {
            let end = rest.find(['(', '<']).expect("the arguments of a function");
            let at = line.len() - rest.len() - "check_".len();
            let leading = comment.split_once(": ").map_or("", |(codes, _)| codes);
            rules.extend(line.get(at..at + "check_".len() + end).map(|name| (name, codes(leading))));
        }
        comment = "";
    }
    rules
}

#[test]
fn every_rule_is_listed_with_its_codes() {
    for file in files("rules") {
        for (name, codes) in rules_of(&source(&file)) {
            let listed = RULES.iter().filter(|(_, of, function, _)| *of == file && *function == name);
            let listed: BTreeSet<&str> = listed.map(|(code, ..)| *code).collect();
            let codes = if codes.is_empty() { BTreeSet::from([""]) } else { codes };
            assert_eq!(listed, codes, "`{name}` of {file}");
        }
    }
}

#[test]
fn every_listed_function_exists_and_is_a_rule() {
    for (code, file, function, _) in RULES {
        let source = source(file);
        assert!(
            source.contains(&format!("fn {function}(")) || source.contains(&format!("fn {function}<")),
            "{file}: {function}"
        );
        if file.starts_with("rules") {
            let judged = rules_of(&source).into_iter().any(|(name, _)| name == *function);
            assert!(judged, "{code}: `{function}` of {file} is not a rule");
        }
    }
}

#[test]
fn every_case_shows_its_code() {
    let cases = RULES.iter().map(|(code, _, _, case)| (*code, *case));
    for (code, case) in cases.chain(OF_THE_RUNTIME.iter().copied()) {
        let path = root().join("../tests/ui/fail").join(case);
        assert!(path.with_extension("rs").is_file(), "{case} is missing");
        let stderr =
            fs::read_to_string(path.with_extension("stderr")).unwrap_or_else(|error| panic!("{case}: {error}"));
        let of_code = format!("{code}: ");
        let shows = stderr.lines().any(|line| match code {
            "" => line.starts_with("error: "),
            _ => (line.starts_with("error") || line.starts_with("warning")) && line.contains(&of_code),
        });
        assert!(shows || stderr.contains(&format!("::{code}")), "{case} does not show {code:?}:\n{stderr}");
    }
}

#[test]
fn every_code_is_listed() {
    let mut indexed = BTreeSet::new();
    for entry in fs::read_dir(root().join("../runtime/src/error_index")).expect("the error index") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        indexed.insert(name.trim_end_matches(".md").to_uppercase());
    }
    let of_derives = RULES.iter().map(|(code, ..)| *code).filter(|code| !code.is_empty());
    let listed: BTreeSet<String> =
        of_derives.chain(OF_THE_RUNTIME.iter().map(|(code, _)| *code)).map(str::to_owned).collect();
    assert_eq!(listed, indexed);
}

#[test]
fn every_code_of_a_message_is_listed_for_its_file() {
    for file in ["read", "rules", "template"].into_iter().flat_map(files).filter(|file| file != "rules/index") {
        let source = source(&file);
        let messages = source.lines().filter(|line| !line.trim_start().starts_with("//") && line.contains('"'));
        let (text, listed) = (messages.collect::<String>(), RULES.iter().filter(|(_, of, ..)| *of == file));
        let listed: BTreeSet<&str> = listed.map(|(code, ..)| *code).collect();
        assert!(file.contains("tests") || codes(&text).is_subset(&listed), "{file}: {:?}", codes(&text));
    }
}
