//! Compiles generated modules with rustc: as one program, without those that are refused.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value as Json;

/// The crates that programs use, and where cargo built them.
#[derive(Debug, Clone)]
pub struct Crates {
    externs: Vec<(String, PathBuf)>,
    dependencies: PathBuf,
}

/// Crates that generated modules name.
const NAMED: [&str; 7] = ["keywright", "keywright_schema_tests", "serde", "chrono", "jiff", "time", "uuid"];

/// Builds this package with cargo, which does nothing if a test of it runs, and finds what programs link with.
///
/// # Errors
///
/// If cargo fails, or does not name all crates.
pub fn build_crates() -> io::Result<Crates> {
    build_crates_of(Path::new(env!("CARGO_MANIFEST_DIR")), None)
}

/// Builds this package or a copy of it, with a target directory of its own if one is given, like [`build_crates`].
///
/// # Errors
///
/// Those of [`build_crates`].
pub fn build_crates_of(package: &Path, target: Option<&Path>) -> io::Result<Crates> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--lib", "--message-format=json", "--manifest-path"]).arg(package.join("Cargo.toml"));
    if let Some(target) = target {
        build.arg("--target-dir").arg(target);
    }
    let built = build.stderr(std::process::Stdio::inherit()).output()?;
    if !built.status.success() {
        return Err(io::Error::other("cargo build of this package failed"));
    }
    let mut externs = BTreeMap::new();
    for line in String::from_utf8_lossy(&built.stdout).lines() {
        let message: Json = serde_json::from_str(line).unwrap_or_default();
        let name = message["target"]["name"].as_str().unwrap_or_default().replace('-', "_");
        let files = message["filenames"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let library = files.map(PathBuf::from).find(|file| file.extension().is_some_and(|kind| kind == "rlib"));
        if let (true, Some(library)) = (NAMED.contains(&name.as_str()), library) {
            externs.insert(name, library);
        }
    }
    let own = externs.get("keywright_schema_tests").and_then(|library| library.parent());
    let dependencies = own.map(|folder| if folder.ends_with("deps") { folder.into() } else { folder.join("deps") });
    match dependencies {
        Some(dependencies) if externs.len() == NAMED.len() => {
            Ok(Crates { externs: externs.into_iter().collect(), dependencies })
        }
        _ => Err(io::Error::other(format!("cargo built only {:?}", externs.keys()))),
    }
}

/// Why the compiler refused a module: the first lines of its errors.
pub type Refusals = BTreeMap<String, Vec<String>>;

/// What the compiler made of modules.
#[derive(Debug, Default)]
pub struct Compiled {
    /// The program, if a module is left.
    pub program: Option<PathBuf>,
    pub refusals: Refusals,
    /// The modules about whose load the compiler warned.
    pub warned: BTreeSet<String>,
}

/// Writes the modules into `folder`, compiles them as one program, and drops those that are refused.
///
/// # Errors
///
/// If rustc does not start, or reports an error outside of the modules.
pub fn compile(crates: &Crates, folder: &Path, modules: &BTreeMap<String, String>) -> io::Result<Compiled> {
    let compiled = accepted(crates, folder, modules, "link", main_source)?;
    let is_empty = compiled.refusals.len() == modules.len();
    Ok(Compiled { program: (!is_empty).then(|| folder.join("program")), ..compiled })
}

/// Checks modules without their laws in a folder, which is removed.
///
/// # Errors
///
/// Those of [`compile`].
pub fn check(crates: &Crates, folder: &Path, modules: &BTreeMap<String, String>) -> io::Result<Compiled> {
    let main = |left: &[&str]| format!("{}\nfn main() {{}}\n", declared(left));
    let compiled = accepted(crates, folder, modules, "metadata", main)?;
    fs::remove_dir_all(folder)?;
    Ok(compiled)
}

/// Writes the modules into a folder, and compiles those that are not refused to what `emit` names.
fn accepted(
    crates: &Crates,
    folder: &Path,
    modules: &BTreeMap<String, String>,
    emit: &str,
    main: impl Fn(&[&str]) -> String,
) -> io::Result<Compiled> {
    fs::create_dir_all(folder)?;
    for (name, source) in modules {
        fs::write(folder.join(format!("{name}.rs")), source)?;
    }
    let mut refusals = Refusals::new();
    loop {
        let left: Vec<&str> = modules.keys().map(String::as_str).filter(|name| !refusals.contains_key(*name)).collect();
        if left.is_empty() {
            return Ok(Compiled { refusals, ..Compiled::default() });
        }
        fs::write(folder.join("main.rs"), main(&left))?;
        // An error of one phase hides those of the next.
        let (errors, warned) = rustc(crates, folder, modules, emit)?;
        if errors.is_empty() {
            return Ok(Compiled { program: None, refusals, warned });
        }
        let mut found = false;
        for (module, message) in &errors {
            if let Some(module) = module {
                refusals.entry(module.clone()).or_default().push(message.clone());
                found = true;
            }
        }
        if !found {
            return Err(io::Error::other(format!("errors outside of the modules: {errors:#?}")));
        }
    }
}

/// Returns the declarations of modules.
fn declared(modules: &[&str]) -> String {
    modules.iter().map(|name| format!("#[path = \"{name}.rs\"]\nmod {name};\n")).collect()
}

fn main_source(modules: &[&str]) -> String {
    let declared = declared(modules);
    let entries: String =
        modules.iter().map(|name| format!("    ({name:?}, |probe| Box::pin({name}::run(probe))),\n")).collect();
    format!("{declared}\nfn main() {{\n    keywright_schema_tests::probe::main(&[\n{entries}    ]);\n}}\n")
}

/// An error: its module, if it has one, and its text.
type Error = (Option<String>, String);

/// Returns the errors, and the modules about whose load there is a warning.
fn rustc(
    crates: &Crates,
    folder: &Path,
    modules: &BTreeMap<String, String>,
    emit: &str,
) -> io::Result<(Vec<Error>, BTreeSet<String>)> {
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", "2024", "--error-format=json", "--cap-lints", "warn", "-A", "unused", "--emit", emit]);
    // Unwinding costs a quarter of the time. The program is run again after a module that aborts it.
    command.args(["-C", "panic=abort", "-C", "debug-assertions=off", "-C", "codegen-units=4", "-o"]);
    command.arg(folder.join(if emit == "link" { "program" } else { "program.rmeta" }));
    command.arg(folder.join("main.rs")).arg("-L").arg(format!("dependency={}", crates.dependencies.display()));
    for (name, path) in &crates.externs {
        command.arg("--extern").arg(format!("{name}={}", path.display()));
    }
    let output = command.output()?;
    let (mut errors, mut warned) = (Vec::new(), BTreeSet::new());
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let message: Json = serde_json::from_str(line).unwrap_or_default();
        let text = message["message"].as_str().unwrap_or_default();
        // Warnings of load are uses of deprecated constants.
        if message.pointer("/code/code").is_some_and(|code| code == "deprecated") {
            warned.extend(module_of(&message, modules));
        }
        if message["level"] != "error" || text.starts_with("aborting due to") {
            continue;
        }
        errors.push((module_of(&message, modules), text.to_owned()));
    }
    if errors.is_empty() && !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("rustc failed: {}", text.chars().take(2_000).collect::<String>())));
    }
    Ok((errors, warned))
}

/// Returns the module whose file a message names, in a span or in the macro call that the span comes from.
fn module_of(message: &Json, modules: &BTreeMap<String, String>) -> Option<String> {
    let mut open: Vec<&Json> = message["spans"].as_array()?.iter().collect();
    while let Some(span) = open.pop() {
        let file = Path::new(span["file_name"].as_str().unwrap_or_default());
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if modules.contains_key(stem) {
            return Some(stem.to_owned());
        }
        open.extend(span.pointer("/expansion/span"));
    }
    None
}
