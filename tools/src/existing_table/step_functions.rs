//! Writes a state machine that runs the workers of a divided sweep or scan.

use std::path::PathBuf;

use clap::Args;
use keywright::workers::Workers;

use crate::{
    output::write,
    step_functions::{Worker, step_functions},
};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The number of segments of the scan
    #[arg(long, default_value_t = 256)]
    segments: usize,
    /// The number of shares into which the segments are divided, at most 256; a worker processes one at a time
    #[arg(long, default_value_t = 32)]
    shares: usize,
    /// The number of workers that run at once
    #[arg(long, default_value_t = 8)]
    at_once: usize,
    /// Read capacity units per second of all workers together
    #[arg(long, value_name = "RCU")]
    read_rate: u64,
    /// Write capacity units per second of all workers together
    #[arg(long, value_name = "WCU")]
    write_rate: u64,
    /// The Lambda function that processes a share: its name or ARN
    #[arg(
        long,
        value_name = "FUNCTION",
        required_unless_present = "task_definition",
        conflicts_with = "task_definition"
    )]
    lambda: Option<String>,
    /// The ECS task definition of a container that processes a share on Fargate
    #[arg(long, value_name = "TASK", requires_all = ["cluster", "container", "subnets"])]
    task_definition: Option<String>,
    /// The ECS cluster of the task
    #[arg(long, requires = "task_definition")]
    cluster: Option<String>,
    /// The name of the container in the task definition
    #[arg(long, requires = "task_definition")]
    container: Option<String>,
    /// A subnet of the task; may be repeated
    #[arg(long = "subnet", value_name = "SUBNET", requires = "task_definition")]
    subnets: Vec<String>,
    /// Write into this file instead of the terminal
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write nothing, and fail if the content of the file differs
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let workers = Workers {
        segments: arguments.segments,
        shares: arguments.shares,
        at_once: arguments.at_once,
        read_units_per_second: arguments.read_rate,
        write_units_per_second: arguments.write_rate,
    };
    let definition = step_functions(&workers, &worker(arguments)).map_err(|error| error.to_string())?;
    write(&format!("{definition:#}\n"), arguments.out.as_deref(), arguments.check)
}

fn worker(arguments: &Arguments) -> Worker {
    match &arguments.lambda {
        Some(function) => Worker::Lambda { function: function.clone() },
        None => Worker::Fargate {
            cluster: arguments.cluster.clone().unwrap_or_default(),
            task_definition: arguments.task_definition.clone().unwrap_or_default(),
            container: arguments.container.clone().unwrap_or_default(),
            subnets: arguments.subnets.clone(),
        },
    }
}
