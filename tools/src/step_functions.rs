//! A state machine of AWS Step Functions that runs the workers of a divided run.

use std::collections::BTreeMap;

use keywright::{
    Error,
    workers::{Work, Workers},
};
use serde_json::{Value, json};

/// The maximum number of shares of a state machine: the results of all, about 500 bytes each, are one state's output,
/// which has at most 256 KiB.
///
/// AWS: [Step Functions service quotas](https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html).
pub const MAX_SHARES: usize = 256;

/// The environment variable of a container that contains its [`Work`] as JSON.
pub const WORK_VARIABLE: &str = "KEYWRIGHT_WORK";

/// The name of the state that runs a worker.
const WORKER: &str = "Process a share";

/// The program that runs a share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Worker {
    /// A Lambda function. Its event and its response are a [`Work`]; it is called again until [`done`](Work::done).
    Lambda {
        /// Its name or ARN, optionally with a version or an alias.
        function: String,
    },
    /// A container on AWS Fargate, which gets a [`Work`] in the variable [`WORK_VARIABLE`] and exits with 0 when it is
    /// done. Its report is not part of the state machine's output.
    Fargate {
        /// The name or ARN of the ECS cluster.
        cluster: String,
        /// The family, with or without a revision, or the ARN of the task definition.
        task_definition: String,
        /// The name of the container in the task definition.
        container: String,
        /// The ids of the subnets, at least one.
        subnets: Vec<String>,
    },
}

/// An error of [`step_functions`].
#[derive(Debug)]
#[non_exhaustive]
pub enum StepFunctionsError {
    /// The run cannot be divided like this.
    Workers(Error),
    /// There are more than [`MAX_SHARES`] shares.
    TooManyShares(usize),
    /// A task on Fargate has no subnet.
    NoSubnet,
}

impl std::fmt::Display for StepFunctionsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Workers(error) => error.fmt(f),
            Self::TooManyShares(shares) => write!(
                f,
                "the results of {shares} shares exceed a state's output of 256 KiB; make at most {MAX_SHARES} shares, \
                 of any number of segments"
            ),
            Self::NoSubnet => f.write_str("a task on Fargate needs at least one subnet"),
        }
    }
}

impl std::error::Error for StepFunctionsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Workers(error) => Some(error),
            Self::TooManyShares(_) | Self::NoSubnet => None,
        }
    }
}

/// Returns the definition of a state machine, in the Amazon States Language, that runs the shares of a run in a
/// Distributed Map, at most `at_once` of them at the same time.
///
/// A share that fails is retried six times, with a backoff from 5 seconds. If it fails again, the execution stops.
/// Start it again: the workers continue at the checkpoints in their store.
///
/// # Errors
///
/// [`StepFunctionsError`].
pub fn step_functions(workers: &Workers, worker: &Worker) -> Result<Value, StepFunctionsError> {
    let shares = workers.shares().map_err(StepFunctionsError::Workers)?;
    if shares.len() > MAX_SHARES {
        return Err(StepFunctionsError::TooManyShares(shares.len()));
    }
    // The counts of the report begin with those that are absent.
    let work: Vec<_> = shares.into_iter().map(Work::<BTreeMap<String, Value>>::new).collect();
    Ok(json!({
        "Comment": format!(
            "A run over {} segments in {} shares, of which {} run at once",
            workers.segments, workers.shares, workers.at_once
        ),
        "StartAt": "Divide",
        "States": {
            "Divide": { "Type": "Pass", "Result": { "work": work }, "Next": "Workers" },
            "Workers": {
                "Type": "Map",
                "ItemsPath": "$.work",
                "MaxConcurrency": workers.at_once,
                "ItemProcessor": {
                    "ProcessorConfig": { "Mode": "DISTRIBUTED", "ExecutionType": "STANDARD" },
                    "StartAt": WORKER,
                    "States": states(worker)?,
                },
                "End": true,
            },
        },
    }))
}

/// Returns the states of one share.
fn states(worker: &Worker) -> Result<Value, StepFunctionsError> {
    let retry = json!([{
        "ErrorEquals": ["States.TaskFailed"],
        "IntervalSeconds": 5,
        "BackoffRate": 2,
        "MaxAttempts": 6,
        "JitterStrategy": "FULL",
    }]);
    match worker {
        Worker::Lambda { function } => Ok(json!({
            WORKER: {
                "Type": "Task",
                "Resource": "arn:aws:states:::lambda:invoke",
                "Parameters": { "FunctionName": function, "Payload.$": "$" },
                "OutputPath": "$.Payload",
                "Retry": retry,
                "Next": "Is it done?",
            },
            "Is it done?": {
                "Type": "Choice",
                "Choices": [{ "Variable": "$.done", "BooleanEquals": true, "Next": "Done" }],
                "Default": WORKER,
            },
            "Done": { "Type": "Succeed" },
        })),
        Worker::Fargate { subnets, .. } if subnets.is_empty() => Err(StepFunctionsError::NoSubnet),
        Worker::Fargate { cluster, task_definition, container, subnets } => {
            let variable = json!({ "Name": WORK_VARIABLE, "Value.$": "States.JsonToString($)" });
            Ok(json!({
                WORKER: {
                    "Type": "Task",
                    "Resource": "arn:aws:states:::ecs:runTask.sync",
                    "Parameters": {
                        "LaunchType": "FARGATE",
                        "Cluster": cluster,
                        "TaskDefinition": task_definition,
                        "NetworkConfiguration": { "AwsvpcConfiguration": { "Subnets": subnets } },
                        "Overrides": { "ContainerOverrides": [{ "Name": container, "Environment": [variable] }] },
                    },
                    "Retry": retry,
                    "End": true,
                },
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workers(shares: usize) -> Workers {
        Workers { segments: 512, shares, at_once: 8, read_units_per_second: 800, write_units_per_second: 400 }
    }

    #[test]
    fn each_share_is_passed_to_the_function() {
        let worker = Worker::Lambda { function: "sweep".into() };
        let definition = step_functions(&workers(32), &worker).unwrap();
        let work = &definition["States"]["Divide"]["Result"]["work"];
        let work: Vec<Work<BTreeMap<String, Value>>> = serde_json::from_value(work.clone()).unwrap();
        assert_eq!(work.iter().map(|work| work.share).collect::<Vec<_>>(), workers(32).shares().unwrap());
        assert!(work.iter().all(|work| !work.done));
        let map = &definition["States"]["Workers"];
        assert_eq!((&map["MaxConcurrency"], &map["ItemsPath"]), (&json!(8), &json!("$.work")));
        assert_eq!(map["ItemProcessor"]["States"][WORKER]["Parameters"]["FunctionName"], "sweep");
    }

    #[test]
    fn impossible_runs_are_refused() {
        let fargate = Worker::Fargate {
            cluster: "c".into(),
            task_definition: "t".into(),
            container: "worker".into(),
            subnets: Vec::new(),
        };
        let lambda = Worker::Lambda { function: "sweep".into() };
        let refused = |shares, worker| step_functions(&workers(shares), worker).unwrap_err().to_string();
        assert!(refused(257, &lambda).contains("at most 256 shares"));
        assert!(refused(600, &lambda).contains("512 segments can be divided into 1 to 512 shares"));
        assert!(refused(8, &fargate).contains("subnet"));
    }
}
