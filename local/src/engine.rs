use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use dynoxide::Database;
use tokio::sync::oneshot;

use crate::Error;
use crate::dispatch::Service;
use crate::operation::Log;
use crate::wire::Answer;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settings {
    pub(crate) permute_ties: Option<u64>,
}

/// The database on its own thread, or the reason why there is none.
pub(crate) struct Engine {
    running: Result<Running, Error>,
    log: Arc<Log>,
}

impl Engine {
    pub(crate) fn in_memory(settings: Settings) -> Self {
        let log = Arc::default();
        let running =
            Database::memory().map_err(Error::memory).and_then(|database| Running::spawn(database, settings, &log));
        Self { running, log }
    }

    pub(crate) fn at(path: &Path, settings: Settings) -> Result<Self, Error> {
        let log = Arc::default();
        let file = path.to_str().ok_or_else(|| Error::path(path, "the path is not UTF-8"))?;
        let database = Database::new(file).map_err(|reason| Error::path(path, reason))?;
        let running = Running::spawn(database, settings, &log)?;
        Ok(Self { running: Ok(running), log })
    }

    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    /// Hands a request to the engine's thread; the receiver fails if the thread is gone.
    pub(crate) fn submit(&self, target: String, body: Vec<u8>) -> Result<oneshot::Receiver<Answer>, Error> {
        let running = self.running.as_ref().map_err(Error::clone)?;
        let (reply, answer) = oneshot::channel();
        if let Some(jobs) = &running.jobs {
            // A refused job drops its reply, which the receiver reports.
            let _ = jobs.send(Job { target, body, reply });
        }
        Ok(answer)
    }
}

struct Job {
    target: String,
    body: Vec<u8>,
    reply: oneshot::Sender<Answer>,
}

struct Running {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn spawn(database: Database, settings: Settings, log: &Arc<Log>) -> Result<Self, Error> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let service = Service::new(database, settings, Arc::clone(log));
        let thread = thread::Builder::new()
            .name("keywright-local".to_owned())
            .spawn(move || {
                for job in inbox {
                    // Whoever asked may have gone; the request was carried out all the same.
                    let _ = job.reply.send(service.answer(&job.target, &job.body));
                }
            })
            .map_err(Error::thread)?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            // An answer can wake a task whose end drops the last handle, on the engine's thread.
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
    async fn an_engine_that_could_not_start_says_why_on_the_first_request() {
        let local = Local::new(Engine { running: Err(Error::thread("no more threads")), log: Arc::default() });
        let error = local.client().list_tables().send().await.unwrap_err();
        let text = DisplayErrorContext(error).to_string();
        assert!(text.contains("cannot start the engine's thread: no more threads"), "{text}");
        assert_eq!(local.requests(), 0);
    }

    #[tokio::test]
    async fn an_engine_whose_thread_has_ended_fails_and_does_not_hang() {
        let (jobs, inbox) = mpsc::channel();
        drop(inbox);
        let local = Local::new(Engine { running: Ok(Running { jobs: Some(jobs), thread: None }), log: Arc::default() });
        let error = local.client().list_tables().send().await.unwrap_err();
        let text = DisplayErrorContext(error).to_string();
        assert!(text.contains("thread has stopped"), "{text}");
    }
}
