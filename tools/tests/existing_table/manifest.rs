//! Tests that an export to S3 is compared with its manifest, in the folders that AWS writes.

use std::{fs, path::Path, process::Output};

use keywright_tools::audit::Audit;
use serde_json::json;

use super::{error, folder, keywright, order, written};

/// Writes a data file of 10 items.
fn data_file(path: &Path, first: usize) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, (first..first + 10).map(order).collect::<String>()).unwrap();
}

/// Writes the manifests of an export: its data files with their number of items.
fn manifest(folder: &Path, files: &[(&str, u64)], item_count: u64) {
    fs::create_dir_all(folder).unwrap();
    let line = |(key, items): &(&str, u64)| {
        let line = json!({
            "itemCount": items, "md5Checksum": "sQMSpEILNgoQmarvDFonGQ==", "etag": "af83d6f2-1", "dataFileS3Key": key
        });
        format!("{line}\n")
    };
    fs::write(folder.join("manifest-files.json"), files.iter().map(line).collect::<String>()).unwrap();
    let summary = json!({
        "version": "2020-06-30",
        "exportArn": "arn:aws:dynamodb:us-east-1:123456789012:table/shop/export/01234567890123-a1b2c3d4",
        "s3Bucket": "exports",
        "s3Prefix": "2026-Jun",
        "manifestFilesS3Key": "2026-Jun/AWSDynamoDB/01234567890123-a1b2c3d4/manifest-files.json",
        "billedSizeBytes": 0,
        "itemCount": item_count,
        "outputFormat": "DYNAMODB_JSON",
        "exportType": "FULL_EXPORT"
    });
    fs::write(folder.join("manifest-summary.json"), format!("{summary:#}")).unwrap();
}

fn audit(folder: &Path, paths: &[&str]) -> Output {
    keywright(folder, &[&["audit"], paths].concat(), "")
}

#[track_caller]
fn assert_incomplete(output: &Output, lines: &[&str]) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{message}");
    for line in lines {
        assert!(message.contains(&format!("\n  {line}\n")), "{line}: {message}");
    }
    let named = message.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(named, lines.len(), "{message}");
    // The report of what was read is written nevertheless.
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("table: "));
}

#[test]
fn files_of_a_full_export_are_compared() {
    let folder = folder("full_export");
    let export = folder.join("2026-Jun/AWSDynamoDB/01234-a1b2");
    let key = |name: &str| format!("2026-Jun/AWSDynamoDB/01234-a1b2/data/{name}");
    let (one, two) = (key("one.json"), key("two.json"));
    data_file(&export.join("data/one.json"), 0);
    data_file(&export.join("data/two.json"), 10);
    manifest(&export, &[(&one, 10), (&two, 10)], 20);
    for paths in [
        &["2026-Jun"][..],
        &["2026-Jun/AWSDynamoDB/01234-a1b2"],
        &["2026-Jun/AWSDynamoDB/01234-a1b2/data"],
        &["2026-Jun/AWSDynamoDB/01234-a1b2/data/one.json", "2026-Jun/AWSDynamoDB/01234-a1b2/data/two.json"],
    ] {
        assert!(written(&folder, &[&["audit"], paths].concat(), "").starts_with("table: 20 items"), "{paths:?}");
    }
    // A part of the files.
    let part = audit(&folder, &["2026-Jun/AWSDynamoDB/01234-a1b2/data/one.json"]);
    assert_incomplete(&part, &[&format!("{two}: not read, with 10 items")]);
    // The folder was downloaded without the ones above it.
    fs::rename(&export, folder.join("download")).unwrap();
    assert!(written(&folder, &["audit", "download"], "").starts_with("table: 20 items"));

    fs::remove_file(folder.join("download/data/two.json")).unwrap();
    data_file(&folder.join("download/data/one.json"), 0);
    let lines = fs::read_to_string(folder.join("download/data/one.json")).unwrap();
    let cut_off: String = lines.lines().take(7).map(|line| format!("{line}\n")).collect();
    fs::write(folder.join("download/data/one.json"), cut_off).unwrap();
    let output = audit(&folder, &["download"]);
    let expected = fs::canonicalize(folder.join("download")).unwrap().join("data/two.json");
    let missing = format!("{two}: missing, with 10 items; expected at {}", expected.display());
    assert_incomplete(&output, &[&format!("{one}: 7 items instead of 10"), &missing]);
    let allowed = written(&folder, &["audit", "download", "--allow-incomplete"], "");
    assert!(allowed.starts_with("table: 7 items"), "{allowed}");
}

/// Each process reads some files of one export, and no process reads all of them.
#[test]
fn processes_divide_the_files_of_an_export() {
    let folder = folder("divided_export");
    let export = folder.join("2026-Jun/AWSDynamoDB/01234-a1b2");
    let key = |name: &str| format!("2026-Jun/AWSDynamoDB/01234-a1b2/data/{name}.json");
    let names = ["one", "two", "three"];
    let keys = names.map(key);
    for (n, key) in keys.iter().enumerate() {
        data_file(&folder.join(key), n * 10);
    }
    manifest(&export, &keys.each_ref().map(|key| (key.as_str(), 10)), 30);
    let part = |out: &str, paths: &[&str]| {
        let arguments = [&["audit", "--format", "part", "--out", out], paths].concat();
        keywright(&folder, &arguments, "")
    };
    assert!(part("a.part", &[&keys[0]]).status.success());
    assert!(part("b.part", &[&keys[1]]).status.success());
    assert!(part("c.part", &[&keys[2]]).status.success());
    let forgotten = error(&folder, &["audit-merge", "a.part", "c.part"], "");
    assert!(forgotten.contains(&format!("\n  {}: in no part, with 10 items\n", keys[1])), "{forgotten}");
    assert!(forgotten.contains("AWSDynamoDB/01234-a1b2/manifest-files.json describes"), "{forgotten}");
    let allowed = written(&folder, &["audit-merge", "a.part", "c.part", "--allow-incomplete"], "");
    assert!(allowed.starts_with("table: 20 items"), "{allowed}");
    // A part that was merged is merged with the rest.
    written(&folder, &["audit-merge", "a.part", "c.part", "--format", "part", "--out", "ac.part"], "");
    let whole = written(&folder, &["audit-merge", "ac.part", "b.part"], "");
    assert_eq!(whole, written(&folder, &["audit", "2026-Jun"], ""));

    // One file is cut off.
    let lines = fs::read_to_string(folder.join(&keys[1])).unwrap();
    let cut_off: String = lines.lines().take(7).map(|line| format!("{line}\n")).collect();
    fs::write(folder.join(&keys[1]), cut_off).unwrap();
    let output = part("cut_off.part", &[&keys[1]]);
    let message = String::from_utf8_lossy(&output.stderr);
    let line = format!("\n  {}: 7 items instead of 10\n", keys[1]);
    assert!(!output.status.success() && message.contains(&line), "{message}");
    assert_eq!(message.lines().filter(|line| line.starts_with("  ")).count(), 1, "{message}");
    assert!(error(&folder, &["audit-merge", "ac.part", "cut_off.part"], "").contains(&line));
    let twice = error(&folder, &["audit-merge", "b.part", "cut_off.part"], "");
    assert!(twice.contains(&format!("{}: two parts have read this file", keys[1])), "{twice}");
}

#[test]
fn counts_of_the_summary_are_compared() {
    let folder = folder("cut_off_manifest");
    let key = "AWSDynamoDB/01234-a1b2/data/one.json";
    data_file(&folder.join(key), 0);
    manifest(&folder.join("AWSDynamoDB/01234-a1b2"), &[(key, 10)], 20);
    let line = "manifest-files.json: the files that it lists have 10 items, and manifest-summary.json says 20";
    assert_incomplete(&audit(&folder, &["AWSDynamoDB"]), &[line]);
    fs::write(folder.join("AWSDynamoDB/01234-a1b2/manifest-files.json"), "{\"itemCount\":").unwrap();
    let output = audit(&folder, &["AWSDynamoDB"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("download the manifest of the export again"), "{message}");
}

/// The data files of all incremental exports are in one folder. A deletion is a record, but not an item.
#[test]
fn files_of_incremental_exports_are_compared() {
    let folder = folder("incremental_export");
    let record = |n: u32| {
        format!("{{\"Metadata\":{{\"WriteTimestampMicros\":{{\"N\":\"1\"}}}},\"Keys\":{{\"PK\":{{\"S\":\"U#{n}\"}}}}")
    };
    let (written_item, deletion) = (
        record(1) + ",\"NewImage\":{\"PK\":{\"S\":\"U#1\"}}}\n",
        record(2) + ",\"OldImage\":{\"PK\":{\"S\":\"U#2\"}}}\n",
    );
    for name in ["one", "two"] {
        let path = folder.join(format!("AWSDynamoDB/data/{name}.json"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("{written_item}{deletion}")).unwrap();
    }
    manifest(&folder.join("AWSDynamoDB/01-a"), &[("AWSDynamoDB/data/one.json", 2)], 2);
    manifest(&folder.join("AWSDynamoDB/02-b"), &[("AWSDynamoDB/data/two.json", 2)], 2);
    for path in ["AWSDynamoDB", "AWSDynamoDB/data"] {
        let report = written(&folder, &["audit", path, "--pk", "PK", "--format", "json"], "");
        assert_eq!(serde_json::from_str::<Audit>(&report).unwrap().items, 2, "{path}");
    }
    fs::remove_file(folder.join("AWSDynamoDB/data/two.json")).unwrap();
    let output = audit(&folder, &["AWSDynamoDB/data", "--pk", "PK"]);
    let expected = fs::canonicalize(&folder).unwrap().join("AWSDynamoDB/data/two.json");
    let missing = format!("AWSDynamoDB/data/two.json: missing, with 2 items; expected at {}", expected.display());
    assert_incomplete(&output, &[&missing]);
}
