//! Writes whose caller's interceptor fails: the outcome says whether the write can have been carried out.

use aws_sdk_dynamodb::{
    config::{
        ConfigBag, Intercept, RuntimeComponents,
        interceptors::{
            AfterDeserializationInterceptorContextRef, BeforeDeserializationInterceptorContextRef,
            BeforeSerializationInterceptorContextRef, BeforeTransmitInterceptorContextRef,
            FinalizerInterceptorContextMut, FinalizerInterceptorContextRef,
        },
    },
    error::BoxError,
};
use keywright::{Entity, Handle, Outcome, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Job)]
struct Queue;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Queue)]
#[pk(template = "JOB#<id>")]
#[sk(template = "JOB")]
struct Job {
    id: u32,
    tries: u32,
}

/// A step of a request at which an interceptor can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    BeforeSerialization,
    BeforeSigning,
    BeforeTransmit,
    AfterTransmit,
    BeforeDeserialization,
    AfterDeserialization,
    AfterAttempt,
    BeforeAttemptCompletion,
    BeforeCompletion,
    AfterExecution,
}

impl Step {
    const ALL: [Self; 10] = [
        Self::BeforeSerialization,
        Self::BeforeSigning,
        Self::BeforeTransmit,
        Self::AfterTransmit,
        Self::BeforeDeserialization,
        Self::AfterDeserialization,
        Self::AfterAttempt,
        Self::BeforeAttemptCompletion,
        Self::BeforeCompletion,
        Self::AfterExecution,
    ];

    fn is_before_sending(self) -> bool {
        matches!(self, Self::BeforeSerialization | Self::BeforeSigning | Self::BeforeTransmit)
    }
}

#[derive(Debug)]
struct Failing(Step);

impl Failing {
    fn at(&self, step: Step) -> Result<(), BoxError> {
        if self.0 == step { Err("the caller's interceptor failed".into()) } else { Ok(()) }
    }
}

macro_rules! hooks {
    ($($hook:ident($context:ty) = $step:ident;)*) => {
        $(fn $hook(&self, _: $context, _: &RuntimeComponents, _: &mut ConfigBag) -> Result<(), BoxError> {
            self.at(Step::$step)
        })*
    };
}

impl Intercept for Failing {
    fn name(&self) -> &'static str {
        "Failing"
    }

    hooks! {
        read_before_serialization(&BeforeSerializationInterceptorContextRef<'_>) = BeforeSerialization;
        read_before_signing(&BeforeTransmitInterceptorContextRef<'_>) = BeforeSigning;
        read_before_transmit(&BeforeTransmitInterceptorContextRef<'_>) = BeforeTransmit;
        read_after_transmit(&BeforeDeserializationInterceptorContextRef<'_>) = AfterTransmit;
        read_before_deserialization(&BeforeDeserializationInterceptorContextRef<'_>) = BeforeDeserialization;
        read_after_deserialization(&AfterDeserializationInterceptorContextRef<'_>) = AfterDeserialization;
        read_after_attempt(&FinalizerInterceptorContextRef<'_>) = AfterAttempt;
        modify_before_attempt_completion(&mut FinalizerInterceptorContextMut<'_>) = BeforeAttemptCompletion;
        modify_before_completion(&mut FinalizerInterceptorContextMut<'_>) = BeforeCompletion;
        read_after_execution(&FinalizerInterceptorContextRef<'_>) = AfterExecution;
    }
}

/// Returns a handle whose requests fail at a step, and one whose requests do not.
async fn failing(step: Step) -> (Handle<Queue>, Handle<Queue>) {
    let local = Local::start();
    let queue = local.open::<Queue>("queue").await.unwrap();
    queue.put(&Job { id: 1, tries: 1 }).await.unwrap();
    (queue.with_config(local.config().interceptor(Failing(step))), queue)
}

#[tokio::test(start_paused = true)]
async fn a_write_that_was_sent_is_in_doubt() {
    for step in Step::ALL {
        let (failing, queue) = failing(step).await;
        let key = || Job::key(1);
        let errors = [
            ("put", failing.put(&Job { id: 1, tries: 2 }).await.err()),
            ("create", failing.create(&Job { id: 2, tries: 2 }).await.err()),
            ("replace", failing.replace(&Job { id: 1, tries: 2 }).await.err()),
            ("update", failing.update(key()).add(Job::TRIES, 1).await.err()),
            ("upsert", failing.upsert(Job::key(3)).add(Job::TRIES, 1).await.err()),
            ("delete", failing.delete(key()).await.err()),
            ("transaction", failing.transaction().put(&Job { id: 4, tries: 2 }).await.err()),
        ];
        for (call, error) in errors {
            let error = error.unwrap_or_else(|| panic!("{call} at {step:?} succeeds"));
            let expected = if step.is_before_sending() { Outcome::NotApplied } else { Outcome::Unknown };
            assert_eq!(error.outcome(), expected, "{call} at {step:?}: {error}");
        }
        let job = Job { id: 5, tries: 2 };
        let report = failing.batch_put([&job]).await.unwrap();
        let expected = if step.is_before_sending() { Outcome::NotApplied } else { Outcome::Unknown };
        assert_eq!(report.leftovers[0].reason.outcome(), expected, "batch at {step:?}");
        // Nothing was sent, or the writes were carried out once each.
        let stored = queue.get(Job::key(3)).await.unwrap().map(|job| job.tries);
        assert_eq!(stored, if step.is_before_sending() { None } else { Some(1) }, "{step:?}");
    }
}
