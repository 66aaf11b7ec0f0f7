//! Runs every operation against a table of its own in an AWS account, if the environment allows it.
//!
//! The program and its limits are in `tests/account`, which is tested without AWS. This crate adds TLS, the
//! credentials, and the check of the account that they belong to.

use std::{env, error::Error, process::ExitCode};

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::config::{Builder, Credentials};
use keywright_account_tests::{Settings, run::run};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match main_run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn main_run() -> Result<(), Box<dyn Error>> {
    let settings = Settings::read(|name| env::var(name).ok())?;
    let loader = aws_config::defaults(BehaviorVersion::latest()).region(Region::new(settings.region.clone()));
    let config = match &settings.endpoint {
        // An engine on this machine has no accounts, and must not see credentials.
        Some(url) => {
            let nobody = Credentials::new("rehearsal", "rehearsal", None, None, "rehearsal");
            loader.endpoint_url(url).credentials_provider(nobody).load().await
        }
        None => {
            let config = loader.load().await;
            settings.check_account(caller(&config).await?.as_deref())?;
            config
        }
    };
    let stop = async {
        // If signals are not available, no signal can stop the run.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    run(&settings, Builder::from(&config), stop, &mut |line| println!("{line}")).await?;
    Ok(())
}

/// Returns the account that the credentials belong to.
async fn caller(config: &SdkConfig) -> Result<Option<String>, Box<dyn Error>> {
    let identity = aws_sdk_sts::Client::new(config).get_caller_identity().send().await;
    Ok(identity.map_err(|error| format!("{}", aws_sdk_sts::error::DisplayErrorContext(error)))?.account)
}
