//! Tests the program `keywright`.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

#[path = "existing_table/manifest.rs"]
mod manifest;
#[path = "existing_table/parts.rs"]
mod parts;

use flate2::{Compression, write::GzEncoder};
use keywright_tools::audit::Audit;

/// Creates an empty folder for this test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("existing_table").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn keywright(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_keywright"));
    program.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = program.spawn().unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    program.wait_with_output().unwrap()
}

/// Returns the output of a run that succeeds.
fn written(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = keywright(folder, arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the message of a run that fails.
fn error(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = keywright(folder, arguments, input);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn order(n: usize) -> String {
    let customer = n % 700;
    format!("{{\"Item\":{{\"PK\":{{\"S\":\"CUSTOMER#{customer}\"}},\"SK\":{{\"S\":\"ORDER#{n:08}\"}}}}}}\n")
}

#[test]
fn lines_of_keys_are_audited() {
    let keys: String =
        (0..5_000).map(|n| format!("STATUS#{}\t2026-06-22T14:00:00.{:03}Z\n", n % 3, n % 1_000)).collect();
    let text = written(&folder("keys"), &["audit"], &keys);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "table: 5,000 items, 175.8 KB, 1 pattern");
    assert_eq!(lines[2], "STATUS#<digits>  <time:ms>");
    assert!(text.contains("5,000 items are under 3 partition keys; one partition carries 1,000 WCU/s and 3,000 RCU/s"));
    assert!(text.contains("note  its sort keys rise with time, so that DynamoDB does not split it for heat"));
}

/// A pipe with a path has no folder in which a manifest could be.
#[cfg(unix)]
#[test]
fn a_pipe_with_a_path_is_audited() {
    let folder = folder("pipe");
    let text = written(&folder, &["audit", "/dev/stdin"], "STATUS#1\ta\nSTATUS#2\tb\n");
    assert!(text.starts_with("table: 2 items"), "{text}");
    let missing = error(&folder, &["audit", "missing.json"], "");
    assert!(missing.contains("missing.json: No such file"), "{missing}");
}

/// Memory is bounded on both paths: the input ends only when the program closes it.
#[test]
fn an_endless_item_is_an_error_that_names_the_input() {
    let folder = folder("endless");
    let start = "{\"PK\":{\"S\":\"a\"}}\n{\"PK\":{\"S\":\"";
    let mut program = Command::new(env!("CARGO_BIN_EXE_keywright"));
    let mut program = program.arg("audit").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    input.write_all(start.as_bytes()).unwrap();
    let ended = std::io::copy(&mut std::io::repeat(b'x'), &mut input).unwrap_err();
    assert_eq!(ended.kind(), std::io::ErrorKind::BrokenPipe);
    let output = program.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: standard input: the item at line 2 has more than 8 MiB of text"), "{message}");

    let mut encoder = GzEncoder::new(fs::File::create(folder.join("large.json.gz")).unwrap(), Compression::fast());
    encoder.write_all(start.as_bytes()).unwrap();
    std::io::copy(&mut std::io::repeat(b'x').take(1 << 28), &mut encoder).unwrap();
    encoder.finish().unwrap();
    let message = error(&folder, &["audit", "large.json.gz"], "");
    assert!(message.starts_with("error: large.json.gz: the item at line 2 has more than 8 MiB of text"), "{message}");
}

#[test]
fn output_of_the_aws_command_line_is_audited() {
    let pretty = r#"{
    "Items": [
        {
            "id": {
                "S": "a"
            }
        }
    ],
    "Count": 1,
    "ScannedCount": 1,
    "ConsumedCapacity": null
}
"#;
    let text = written(&folder("aws"), &["audit", "--pk", "id"], pretty);
    assert!(text.starts_with("table: 1 item, 3 bytes, 1 pattern\n"), "{text}");
    let two = "{\"a\":{\"S\":\"x\"},\"b\":{\"S\":\"y\"}}";
    let error = error(&folder("aws"), &["audit"], two);
    assert!(error.contains("which attributes are the table's key?") && error.contains("`a`, `b`"), "{error}");
}

/// An export, compressed, whose second file is broken at first. The checkpoint keeps what was counted.
#[test]
fn the_audit_of_an_export_resumes_from_a_checkpoint() {
    let folder = folder("export");
    let data = folder.join("AWSDynamoDB/01234/data");
    fs::create_dir_all(&data).unwrap();
    let file = |name: &str, items: u64| {
        let key = format!("AWSDynamoDB/01234/data/{name}");
        format!("{{\"itemCount\":{items},\"md5Checksum\":\"\",\"etag\":\"\",\"dataFileS3Key\":\"{key}\"}}\n")
    };
    let lines = file("a.json.gz", 5_000) + &file("b.json.gz", 25_000);
    fs::write(data.parent().unwrap().join("manifest-files.json"), lines).unwrap();
    let write = |name: &str, lines: &str| {
        let mut encoder = GzEncoder::new(fs::File::create(data.join(name)).unwrap(), Compression::fast());
        encoder.write_all(lines.as_bytes()).unwrap();
        encoder.finish().unwrap();
    };
    write("a.json.gz", &(0..5_000).map(order).collect::<String>());
    let rest: Vec<_> = (5_000..30_000).map(order).collect();
    write("b.json.gz", &[&rest[..17_000], &["{\"Item\":".to_owned()]].concat().concat());
    let arguments = ["audit", "AWSDynamoDB", "--format", "json", "--checkpoint", "audit.checkpoint"];
    let message = error(&folder, &arguments, "");
    assert!(message.contains("b.json.gz") && message.contains("line 17001"), "{message}");
    write("b.json.gz", &rest.concat());
    let resumed = written(&folder, &arguments, "");
    assert_eq!(resumed, written(&folder, &arguments[..4], ""));
    let audit: Audit = serde_json::from_str(&resumed).unwrap();
    assert_eq!((audit.items, audit.patterns.len()), (30_000, 1));
    assert_eq!(audit.patterns[0].template, "CUSTOMER#<digits>  ORDER#<digits>");
    // Finished files are not read again.
    fs::remove_file(data.join("b.json.gz")).unwrap();
    write("b.json.gz", "");
    assert_eq!(written(&folder, &arguments, ""), resumed);
    let other = ["audit", "AWSDynamoDB", "--delimiter", "/", "--checkpoint", "audit.checkpoint"];
    assert!(error(&folder, &other, "").contains("the checkpoint of another audit"));
    fs::write(folder.join("audit.checkpoint"), "{\"version\":0}").unwrap();
    assert!(error(&folder, &arguments, "").contains("a checkpoint of version 0"));
}

#[test]
fn a_scaffold_is_written_and_checked() {
    let folder = folder("scaffold");
    let orders: String = (0..100).map(order).collect();
    written(&folder, &["audit", "--format", "json", "--samples", "2", "--out", "audit.json"], &orders);
    let audit: Audit = serde_json::from_str(&fs::read_to_string(folder.join("audit.json")).unwrap()).unwrap();
    assert_eq!(audit.patterns[0].samples.len(), 2);
    let arguments = ["scaffold", "audit.json", "--name", "shop", "--out", "shop.rs"];
    written(&folder, &arguments, "");
    let source = fs::read_to_string(folder.join("shop.rs")).unwrap();
    assert!(
        source.contains("pub struct Shop;") && source.contains("#[sk(template = \"ORDER#<order:w8>\")]"),
        "{source}"
    );
    written(&folder, &[&arguments[..], &["--check"]].concat(), "");
    fs::write(folder.join("shop.rs"), "").unwrap();
    assert!(error(&folder, &[&arguments[..], &["--check"]].concat(), "").contains("out of date"));
    fs::write(folder.join("none.json"), "{}").unwrap();
    assert!(error(&folder, &["scaffold", "none.json"], "").contains("no `KeySchema`"));
}

/// A date that only the key holds is a date from the same number of items as an attribute.
#[test]
fn few_dates_of_a_key_are_texts() {
    let folder = folder("dates");
    let source = |days: usize| {
        let keys: String = (1..=days).map(|day| format!("DAY#2026-06-{day:02}\tTOTAL\n")).collect();
        written(&folder, &["audit", "--format", "json", "--out", "audit.json"], &keys);
        written(&folder, &["scaffold", "audit.json"], "")
    };
    let (few, enough) = (source(19), source(20));
    assert!(!few.contains("NaiveDate"), "{few}");
    assert!(enough.contains(": NaiveDate"), "{enough}");
}

/// Two tables in one model of NoSQL Workbench.
#[test]
fn a_table_of_a_workbench_model_is_selected() {
    let folder = folder("model");
    let table = |name: &str| {
        serde_json::json!({
            "TableName": name,
            "KeyAttributes": { "PartitionKey": { "AttributeName": "id", "AttributeType": "S" } },
            "TableData": [{ "id": {"S": "a"}, "name": {"S": "Ann"} }],
        })
    };
    let model = serde_json::json!({ "ModelName": "m", "DataModel": [table("users"), table("carts")] });
    fs::write(folder.join("model.json"), model.to_string()).unwrap();
    let message = error(&folder, &["scaffold", "model.json"], "");
    assert!(message.contains("--model-table: `users`, `carts`"), "{message}");
    let source = written(&folder, &["scaffold", "model.json", "--model-table", "carts"], "");
    assert!(source.contains("pub struct Carts;") && source.contains("pub name: String"), "{source}");
}
