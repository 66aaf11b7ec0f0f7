//! Runs the engine as a program.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser};
use keywright_local::{Local, Partitions, Server};

/// An embedded DynamoDB engine for tests and local work.
#[derive(Debug, Parser)]
#[command(name = "keywright-local", version)]
enum Command {
    /// Answers DynamoDB's API on a port, without authentication.
    ///
    /// Clients need an endpoint URL, any credentials and any Region:
    /// `aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000`.
    Serve(Serve),
}

#[derive(Debug, Args)]
struct Serve {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 8_000)]
    port: u16,
    /// The address to listen on. Everyone who can reach it can read and write all tables.
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Also answers requests for this name or address in the `Host` header; can be given several times. Without it, a
    /// request must name a loopback host, the address of `--host`, or any address if `--host` is `0.0.0.0` or `::`.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// A database file that keeps the tables. Without it they are gone when the program ends.
    #[arg(long)]
    file: Option<PathBuf>,
    /// Throttles like the partitions of new on-demand tables.
    #[arg(long)]
    throttle: bool,
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

impl Serve {
    fn engine(&self) -> Result<Local> {
        let builder = Local::builder();
        let builder = if self.throttle { builder.partitions(Partitions::default()) } else { builder };
        Ok(match &self.file {
            Some(file) => builder.at(file)?,
            None => builder.start(),
        })
    }

    async fn run(&self) -> Result<()> {
        let mut server = Server::bind(self.engine()?, (self.host, self.port)).await?;
        for host in &self.allow_host {
            server = server.allow_host(host)?;
        }
        println!("DynamoDB's API is at http://{}; end it with Ctrl-C", server.address()?);
        match server.run().await {}
    }
}

fn main() -> ExitCode {
    let Command::Serve(serve) = Command::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let ended = runtime.map_err(Into::into).and_then(|runtime| runtime.block_on(serve.run()));
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
