//! Tests the parsing and resolution of imports on small trees.

use keywright_architecture_tests::{Crate, Sources, cycles, imports, upward_imports};

fn tree<const N: usize>(files: [(&str, &str); N]) -> Crate {
    Crate::parse(&Sources::from(files)).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns every import as `from -> to @ file:line`.
fn edges<const N: usize>(files: [(&str, &str); N]) -> Vec<String> {
    let tree = tree(files);
    let shown = imports(&tree).into_iter().map(|import| {
        format!("{} -> {} @ {}:{}", tree.name(import.from), tree.name(import.to), import.file.display(), import.line)
    });
    shown.collect()
}

fn cycles_of<const N: usize>(files: [(&str, &str); N]) -> Vec<String> {
    let tree = tree(files);
    cycles(&tree, &imports(&tree))
        .iter()
        .map(|circle| format!("{}: {}", circle.parent, circle.modules.join(" ")))
        .collect()
}

#[test]
fn use_items_are_edges() {
    let found = edges([
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "//! Documentation.\n\nuse super::b::{B, c::C as D};\nuse std::fmt;"),
        ("b.rs", "pub struct B;\npub mod c;"),
        ("b/c.rs", "use super::B;\npub struct C;"),
    ]);
    assert_eq!(
        found,
        ["crate::a -> crate::b @ a.rs:3", "crate::a -> crate::b::c @ a.rs:3", "crate::b::c -> crate::b @ b/c.rs:1"]
    );
}

#[test]
fn inline_paths_are_edges() {
    let found = edges([
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "use crate::b;\nfn f(x: crate::b::B) {\n    b::g();\n    other::g();\n    let b::B = x;\n}"),
        ("b.rs", "pub struct B;\npub fn g() {}"),
    ]);
    let lines: Vec<_> = [1, 2, 3, 5].map(|line| format!("crate::a -> crate::b @ a.rs:{line}")).into();
    assert_eq!(found, lines);
}

#[test]
fn paths_in_macros_are_edges() {
    let found = edges([
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "macro_rules! m {\n    () => { $crate::b::g() };\n}\nfn f() {\n    vec![(1, crate::b::g())];\n}"),
        ("b.rs", "pub fn g() {}"),
    ]);
    assert_eq!(found, ["crate::a -> crate::b @ a.rs:2", "crate::a -> crate::b @ a.rs:5"]);
}

#[test]
fn exported_macros_resolve_to_their_module() {
    let found = edges([
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "pub use crate::m;"),
        ("b.rs", "#[macro_export]\nmacro_rules! m { () => {}; }"),
    ]);
    assert_eq!(found, ["crate -> crate::b @ lib.rs:2", "crate::a -> crate::b @ a.rs:1"]);
}

#[test]
fn chains_of_re_exports_resolve_to_the_definition() {
    let found = edges([
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use b::Renamed;"),
        ("a.rs", "use crate::Renamed;"),
        ("b.rs", "pub use crate::c::Facade as Renamed;"),
        ("c.rs", "mod deep;\npub use deep::*;"),
        ("c/deep.rs", "pub struct Facade;"),
    ]);
    assert!(found.contains(&"crate::a -> crate::c::deep @ a.rs:1".to_owned()), "{found:?}");
    assert!(!found.iter().any(|edge| edge.starts_with("crate::a -> crate::b")), "{found:?}");
}

#[test]
fn a_name_shared_by_a_module_and_a_function_is_resolved() {
    let found = edges([
        ("lib.rs", "mod a;\nmod call;\nmod b;"),
        ("a.rs", "use crate::call::call;\nuse crate::b::call as other;"),
        ("call.rs", "pub fn call() {}"),
        ("b.rs", "mod call;\npub use call::call;"),
        ("b/call.rs", "pub fn call() {}"),
    ]);
    let found: Vec<_> = found.iter().filter(|edge| edge.starts_with("crate::a ")).collect();
    assert_eq!(found, ["crate::a -> crate::call @ a.rs:1", "crate::a -> crate::b::call @ a.rs:2"]);
}

#[test]
fn re_exports_of_each_other_terminate() {
    let found =
        edges([("lib.rs", "mod a;\nmod b;"), ("a.rs", "pub use crate::b::X;"), ("b.rs", "pub use crate::a::X;")]);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn test_code_is_ignored() {
    let found = edges([
        ("lib.rs", "mod a;\nmod b;"),
        (
            "a.rs",
            "#[cfg(test)]\nmod tests;\n#[cfg(all(test, unix))]\nuse crate::b::B;\n\
             #[cfg(any(test, unix))]\nuse crate::b::B as C;",
        ),
        ("b.rs", "pub struct B;"),
    ]);
    assert_eq!(found, ["crate::a -> crate::b @ a.rs:6"]);
}

#[test]
fn path_attributes_and_inline_modules_are_followed() {
    let found = edges([
        ("lib.rs", "#[path = \"other.rs\"]\nmod a;\nmod b { pub struct B; pub mod inner; }"),
        ("other.rs", "use crate::b::inner::X;"),
        ("b/inner.rs", "pub struct X;"),
    ]);
    assert_eq!(found, ["crate::a -> crate::b::inner @ other.rs:1"]);
}

#[test]
fn missing_and_invalid_files_are_errors() {
    let absent = Crate::parse(&Sources::from([("lib.rs", "mod a;")])).expect_err("no a.rs");
    assert!(absent.contains("`mod a`"), "{absent}");
    let broken = Crate::parse(&Sources::from([("lib.rs", "\nfn (")])).expect_err("not Rust");
    assert!(broken.starts_with("lib.rs:2:"), "{broken}");
}

#[test]
fn upward_imports_are_found() {
    let tree = tree([
        ("lib.rs", "mod low;\nmod high;\npub use high::H;"),
        ("low.rs", "mod part;\npub struct L;"),
        ("low/part.rs", "use crate::H;"),
        ("high.rs", "use crate::low::L;\npub struct H;"),
    ]);
    let order = [("low", "the bottom"), ("high", "the top")];
    let up = upward_imports(&tree, &imports(&tree), "crate", &order);
    assert_eq!(up, ["low/part.rs:1: `crate::H` runs up: `low` stands below `high` in the order of modules"]);
}

#[test]
fn upward_imports_within_a_module_are_found() {
    let tree = tree([
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "mod low;\nmod high;\npub use high::H;"),
        ("a/low.rs", "use super::H;\nuse crate::b::B;"),
        ("a/high.rs", "pub struct H;"),
        ("b.rs", "use crate::a::H;\npub struct B;"),
    ]);
    let order = [("low", "the bottom"), ("high", "the top")];
    let up = upward_imports(&tree, &imports(&tree), "crate::a", &order);
    assert_eq!(up, ["a/low.rs:1: `super::H` runs up: `low` stands below `high` in the order of modules"]);
    assert_eq!(upward_imports(&tree, &imports(&tree), "crate::c", &order), ["`crate::c` does not exist"]);
}

#[test]
fn modules_missing_from_the_order_are_found() {
    let tree = tree([("lib.rs", "mod a;\nmod b;"), ("a.rs", ""), ("b.rs", "")]);
    let found = upward_imports(&tree, &imports(&tree), "crate", &[("b", "known"), ("c", "gone")]);
    assert_eq!(found, ["`a` has no place in the order of modules", "`c` of the order of modules does not exist"]);
}

#[test]
fn cycles_among_siblings_are_found() {
    let found = cycles_of([
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;"),
        ("a.rs", "mod x;\nuse crate::b::B;\npub struct A;"),
        ("a/x.rs", "pub struct X;"),
        ("b.rs", "mod deep;\npub struct B;"),
        ("b/deep.rs", "use crate::c::C;"),
        ("c.rs", "pub struct C;\nfn f(_: crate::a::A) {}"),
        ("d.rs", "use crate::a::A;"),
    ]);
    assert_eq!(found, ["crate: b c a"]);
}

#[test]
fn cycles_within_a_folder_are_found() {
    let found = cycles_of([
        ("lib.rs", "mod a;"),
        ("a.rs", "mod x;\nmod y;"),
        ("a/x.rs", "use super::y::Y;\npub struct X;"),
        ("a/y.rs", "use super::x::X;\npub struct Y;"),
    ]);
    assert_eq!(found, ["crate::a: y x"]);
}

#[test]
fn a_parent_and_its_child_form_no_cycle() {
    let found = cycles_of([
        ("lib.rs", "mod a;\nuse a::A;\npub struct Root;"),
        ("a.rs", "mod x;\nuse x::X;\nuse crate::Root;\npub struct A;"),
        ("a/x.rs", "use super::A;\npub struct X;"),
    ]);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_cycle_names_its_imports() {
    let tree = tree([
        ("lib.rs", "mod a;\nmod b;"),
        ("a.rs", "\nuse crate::b::B;\npub struct A;"),
        ("b.rs", "use crate::a::A;\npub struct B;"),
    ]);
    let found = cycles(&tree, &imports(&tree));
    let shown: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["a circle within `crate`: b -> a -> b\n    b.rs:1: `crate::a::A`\n    a.rs:2: `crate::b::B`"]);
}
