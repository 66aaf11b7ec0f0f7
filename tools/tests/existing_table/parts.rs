//! Tests that the parts of an audit, which separate processes write, are merged.

use std::fs;

use keywright_tools::audit::Audit;

use super::{error, folder, written};

/// Returns an order. There are so few customers that each is counted.
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
    // Parts that were merged can be merged again.
    let two = ["audit-merge", "a.json.part", "b.json.part", "--format", "part", "--out", "ab.part"];
    written(&folder, &two, "");
    assert_eq!(written(&folder, &["audit-merge", "ab.part", "c.json.part"], ""), whole);
    let twice = error(&folder, &["audit-merge", "ab.part", "b.json.part"], "");
    assert!(twice.contains("b.json of two parts has the same bytes"), "{twice}");
    assert!(twice.contains("leave one of the parts out") && twice.contains("from the standard input, `-`"), "{twice}");
    let report = error(&folder, &["audit-merge", "a.json"], "");
    assert!(report.contains("a.json: not a part of an audit") && report.contains("--format part"), "{report}");
}

/// Files of two machines have the same name, and one file has several names.
#[test]
fn files_are_identified_by_their_bytes() {
    let folder = folder("same_files");
    for (machine, first) in [("one", 0), ("two", 40)] {
        let machine = folder.join(machine);
        fs::create_dir_all(&machine).unwrap();
        fs::write(machine.join("a.json"), (first..first + 40).map(order).collect::<String>()).unwrap();
        written(&machine, &["audit", "a.json", "--format", "part", "--out", "part"], "");
        written(&machine, &["audit", "./a.json", "--format", "part", "--out", "again"], "");
    }
    let merged = written(&folder, &["audit-merge", "one/part", "two/part"], "");
    assert!(merged.starts_with("table: 80 items"), "{merged}");
    let twice = error(&folder, &["audit-merge", "one/part", "one/again"], "");
    assert!(twice.contains("a.json and ./a.json of two parts have the same bytes"), "{twice}");
}

#[test]
fn parts_of_the_standard_input_are_merged() {
    let folder = folder("standard_input");
    let paths = if cfg!(unix) { ["-", "/dev/stdin"] } else { ["-", "-"] };
    for (n, path) in paths.into_iter().enumerate() {
        let orders: String = (n * 40..n * 40 + 40).map(order).collect();
        written(&folder, &["audit", path, "--format", "part", "--out", &n.to_string()], &orders);
    }
    let merged = written(&folder, &["audit-merge", "0", "1"], "");
    assert!(merged.starts_with("table: 80 items"), "{merged}");
}

#[test]
fn a_part_holds_only_the_samples_that_were_requested() {
    let users: String = (0..5)
        .map(|n| format!("{{\"PK\":{{\"S\":\"U#{n}\"}},\"SK\":{{\"S\":\"P\"}},\"secret\":{{\"S\":\"s3cr3t-{n}\"}}}}\n"))
        .collect();
    let folder = folder("values");
    let part = |samples: &str| written(&folder, &["audit", "--format", "part", "--samples", samples], &users);
    let (none, one) = (part("0"), part("1"));
    assert!(none.contains("secret") && !none.contains("s3cr3t"), "{none}");
    assert_eq!(one.matches("s3cr3t").count(), 1, "{one}");
    fs::write(folder.join("none"), none).unwrap();
    let merged = written(&folder, &["audit-merge", "none", "--format", "json"], "");
    assert_eq!(serde_json::from_str::<Audit>(&merged).unwrap().items, 5);
}
