//! Opens a file in a browser.

use std::{
    env,
    ffi::OsString,
    path::Path,
    process::{Command, Stdio},
};

/// Opens a page in `$BROWSER` or the system's browser. If this fails, prints the path of the page.
pub(crate) fn open(page: &Path) {
    let opener = opener(env::var_os("BROWSER"));
    let Some((program, arguments)) = opener.split_first() else { return };
    let opened = Command::new(program).args(arguments).arg(page).stdout(Stdio::null()).status();
    match opened {
        Ok(status) if status.success() => eprintln!("opened {}", page.display()),
        _ => eprintln!("note: `{}` did not open the page; it is {}", program.to_string_lossy(), page.display()),
    }
}

fn opener(browser: Option<OsString>) -> Vec<OsString> {
    match browser.filter(|browser| !browser.is_empty()) {
        Some(browser) => vec![browser],
        // `start` takes the first quoted argument as a title, so an empty one is passed.
        None if cfg!(windows) => ["cmd", "/C", "start", ""].map(OsString::from).to_vec(),
        None if cfg!(target_os = "macos") => vec!["open".into()],
        None => vec!["xdg-open".into()],
    }
}
