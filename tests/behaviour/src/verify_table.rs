//! The command line of `Store`, or of `Visits` with `SCHEMA=visits`, for the engine at `DYNAMODB_URL`.

use std::{env, process::ExitCode};

use keywright_behaviour_tests::{Store, Visits};
use keywright_local::Local;

#[tokio::main]
async fn main() -> ExitCode {
    let Ok(url) = env::var("DYNAMODB_URL") else {
        eprintln!("give DYNAMODB_URL");
        return ExitCode::FAILURE;
    };
    let local = Local::builder().endpoint(url).shared_tables().start();
    match env::var("SCHEMA").as_deref() {
        Ok("visits") => keywright_tools::run_with::<Visits>(local.client()).await,
        _ => keywright_tools::run_with::<Store>(local.client()).await,
    }
}
