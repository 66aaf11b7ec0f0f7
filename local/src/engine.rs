use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};

use dynoxide::Database;
use tokio::sync::oneshot;

use crate::dispatch::{Reply, Service};
#[cfg(feature = "endpoint")]
use crate::endpoint::Endpoint;
use crate::faults::Injector;
use crate::operation::Log;
use crate::partitions::{Gate, SharedModel};
use crate::wire::Answer;
use crate::{Error, Faults, Partitions};

#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    pub(crate) permute_ties: Option<u64>,
    pub(crate) answer_inline: bool,
    pub(crate) faults: Faults,
    pub(crate) partitions: Option<Partitions>,
    /// The URL of another engine.
    #[cfg(feature = "endpoint")]
    pub(crate) endpoint: Option<String>,
    /// Whether the tables there have the same names.
    #[cfg(feature = "endpoint")]
    pub(crate) shared_tables: bool,
}

/// The database with its faults and its log, or the reason why it did not start.
pub(crate) struct Engine {
    running: Result<Running, Error>,
    faults: Arc<Injector>,
    model: Option<SharedModel>,
    log: Arc<Log>,
}

impl Engine {
    pub(crate) fn in_memory(settings: Settings) -> Self {
        Self::new(Database::memory().map_err(Error::memory), settings)
    }

    pub(crate) fn at(path: &Path, settings: Settings) -> Result<Self, Error> {
        let file = path.to_str().ok_or_else(|| Error::path(path, "the path is not UTF-8"))?;
        let database = Database::new(file).map_err(|reason| Error::path(path, reason))?;
        let engine = Self::new(Ok(database), settings);
        engine.running.as_ref().map_err(Error::clone)?;
        Ok(engine)
    }

    fn new(database: Result<Database, Error>, settings: Settings) -> Self {
        let Settings { permute_ties, answer_inline, faults, partitions, .. } = settings;
        let (faults, log) = (Arc::new(Injector::new(faults)), Arc::default());
        let model = partitions.map(SharedModel::new);
        let running = database.and_then(|database| {
            let service = Service::new(
                database,
                permute_ties,
                Arc::clone(&faults),
                model.clone().map(Gate::new),
                Arc::clone(&log),
            );
            #[cfg(feature = "endpoint")]
            let endpoint = settings.endpoint.map(Endpoint::new).or_else(Endpoint::of_environment);
            #[cfg(feature = "endpoint")]
            let service = service.at(endpoint.map(|it| if settings.shared_tables { it.shared() } else { it }));
            if answer_inline { Ok(Running::Inline(Box::new(Mutex::new(service)))) } else { Running::spawn(service) }
        });
        Self { running, faults, model, log }
    }

    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    pub(crate) fn faults(&self) -> &Injector {
        &self.faults
    }

    /// Returns the model of partitions, if there is one.
    pub(crate) fn model(&self) -> Option<&SharedModel> {
        self.model.as_ref()
    }

    /// Passes a request to the engine. The receiver fails if the engine's thread has ended.
    pub(crate) fn submit(&self, target: String, body: Vec<u8>) -> Result<oneshot::Receiver<Reply>, Error> {
        let (sender, reply) = oneshot::channel();
        let job = Job { target, body, reply: sender };
        match self.running.as_ref().map_err(Error::clone)? {
            Running::Inline(service) => job.run(&mut service.lock().unwrap_or_else(PoisonError::into_inner)),
            Running::Thread(thread) => thread.send(job),
        }
        Ok(reply)
    }
}

/// Awaits the answer, including the latency of faults. `None` if the connection is lost. Fails if the engine's thread
/// has ended.
pub(crate) async fn delivered(reply: oneshot::Receiver<Reply>) -> Result<Option<Answer>, &'static str> {
    let Ok(Reply { latency, answer }) = reply.await else {
        return Err("the embedded engine's thread has stopped; start a new `Local`");
    };
    if !latency.is_zero() {
        tokio::time::sleep(latency).await;
    }
    Ok(answer)
}

struct Job {
    target: String,
    body: Vec<u8>,
    reply: oneshot::Sender<Reply>,
}

impl Job {
    fn run(self, service: &mut Service) {
        // The caller may have stopped waiting; the request was carried out in any case.
        let _ = self.reply.send(service.answer(&self.target, &self.body));
    }
}

/// The thread on which requests are carried out.
enum Running {
    /// The caller's thread.
    Inline(Box<Mutex<Service>>),
    Thread(Thread),
}

impl Running {
    fn spawn(mut service: Service) -> Result<Self, Error> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let thread = thread::Builder::new()
            .name("keywright-local".to_owned())
            .spawn(move || {
                for job in inbox {
                    job.run(&mut service);
                }
            })
            .map_err(Error::thread)?;
        Ok(Self::Thread(Thread { jobs: Some(jobs), thread: Some(thread) }))
    }
}

struct Thread {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Thread {
    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // A rejected job drops its reply, which the receiver reports.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            // The last handle may be dropped on the engine's thread, by a task that an answer has woken.
            if thread.thread().id() != thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Local;
    use aws_sdk_dynamodb::error::DisplayErrorContext;

    #[tokio::test]
    async fn a_failed_engine_start_is_reported_by_the_first_request() {
        let local = Local::new(Engine::new(Err(Error::thread("no more threads")), Settings::default()));
        let error = local.client().list_tables().send().await.unwrap_err();
        let text = DisplayErrorContext(error).to_string();
        assert!(text.contains("cannot start the engine's thread: no more threads"), "{text}");
        assert_eq!(local.requests(), 0);
    }

    #[tokio::test]
    async fn requests_fail_once_the_engine_thread_has_stopped() {
        let (jobs, inbox) = mpsc::channel();
        drop(inbox);
        let running = Ok(Running::Thread(Thread { jobs: Some(jobs), thread: None }));
        let local = Local::new(Engine { running, faults: Arc::default(), model: None, log: Arc::default() });
        let error = local.client().list_tables().send().await.unwrap_err();
        let text = DisplayErrorContext(error).to_string();
        assert!(text.contains("thread has stopped"), "{text}");
    }
}
