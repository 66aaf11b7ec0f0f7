//! The runtime's modules import downwards only, and no folder of the workspace holds a circle.

use keywright_architecture_tests::{Crate, Layer, Sources, circles, imports, runs_up};

/// The modules of the runtime, from the bottom up: each may import from those above it in this list, never from those
/// below. To find the place of something new, read down until its module is named.
const ORDER: &[Layer] = &[];

/// The crates whose folders hold no circle.
const CRATES: &[&str] = &["runtime/src", "local/src", "tools/src"];

fn read(directory: &str) -> Crate {
    let sources = Sources::read(directory).expect("the sources can be read");
    Crate::parse(&sources).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn imports_run_down() {
    let runtime = read("runtime/src");
    let up = runs_up(&runtime, &imports(&runtime), ORDER);
    assert!(up.is_empty(), "{} imports break the order of the modules:\n{}", up.len(), up.join("\n"));
}

#[test]
fn no_circles() {
    for directory in CRATES {
        let tree = read(directory);
        let found = circles(&tree, &imports(&tree));
        let shown: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "{} circles in {directory}:\n{}", found.len(), shown.join("\n"));
    }
}
