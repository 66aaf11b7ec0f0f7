//! Parts of an audit, which separate processes write, are merged.

use std::fs;

use super::{error, folder, written};

/// So few customers that each is counted.
fn order(n: usize) -> String {
    let customer = n % 200;
    format!("{{\"Item\":{{\"PK\":{{\"S\":\"CUSTOMER#{customer}\"}},\"SK\":{{\"S\":\"ORDER#{n:08}\"}}}}}}\n")
}

#[test]
fn parts_of_files_are_merged_into_the_report_of_all() {
    let folder = folder("parts");
    for (name, first) in [("a.json", 0), ("b.json", 4_000), ("c.json", 8_000)] {
        fs::write(folder.join(name), (first..first + 4_000).map(order).collect::<String>()).unwrap();
        written(&folder, &["audit", name, "--format", "part", "--out", &format!("{name}.part")], "");
    }
    let whole = written(&folder, &["audit", "a.json", "b.json", "c.json"], "");
    assert!(whole.starts_with("table: 12,000 items"), "{whole}");
    let merged = written(&folder, &["audit-merge", "c.json.part", "a.json.part", "b.json.part"], "");
    assert_eq!(merged, whole);
    // Parts of parts.
    let two = ["audit-merge", "a.json.part", "b.json.part", "--format", "part", "--out", "ab.part"];
    written(&folder, &two, "");
    assert_eq!(written(&folder, &["audit-merge", "ab.part", "c.json.part"], ""), whole);
    let twice = error(&folder, &["audit-merge", "ab.part", "b.json.part"], "");
    assert!(twice.contains("b.json was read by several parts"), "{twice}");
    let report = error(&folder, &["audit-merge", "a.json"], "");
    assert!(report.contains("a.json: not a part of an audit") && report.contains("--format part"), "{report}");
}
