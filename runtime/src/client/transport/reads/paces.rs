//! Tracks the recently throttled keys of a handle, and the turns of their requests.

use std::{
    collections::HashMap,
    hash::{BuildHasher as _, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::{
    pace::Pace,
    queue::{Place, Queue},
};
use crate::{Error, ErrorKind, Result, key::KeyScalar, throttling::Throttle};

/// The paces of a handle. A key without an entry was not throttled, and its requests are sent at once.
#[derive(Debug, Default)]
pub(crate) struct Paces {
    state: Mutex<State>,
    hasher: RandomState,
}

/// The hash of one key of the table or of an index. All entries have one size, and a collision of the 64 bits would
/// only slow another key down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PacedKey(u64);

#[derive(Debug, Default)]
struct State {
    keys: HashMap<PacedKey, Entry>,
    /// The time at which any key was last throttled.
    throttled: Option<Instant>,
}

#[derive(Debug)]
struct Entry {
    pace: Pace,
    queue: Queue,
    /// The reasons of the last throttle.
    throttles: Vec<Throttle>,
}

/// A request waiting for its turn. A request that is dropped leaves the queue without taking a turn.
struct Waiting<'a> {
    paces: &'a Paces,
    key: PacedKey,
    place: Arc<Place>,
}

/// What a waiting request does next.
enum Step {
    Send,
    Refuse(Error),
    WaitUntil(Instant),
}

impl Paces {
    /// The maximum number of keys that have a pace at once: about 100 KB. Beyond that, the key with the oldest throttle
    /// is removed.
    pub(crate) const KEYS: usize = 1_024;

    pub(crate) fn key(&self, index: Option<&str>, partition: &KeyScalar) -> PacedKey {
        PacedKey(self.hasher.hash_one((index, partition)))
    }

    /// Waits until a request to this key may be sent, of a read that began at `begun`.
    ///
    /// # Errors
    ///
    /// [`Throttled`](ErrorKind::Throttled), as soon as the requests before it cannot all be sent by `until`.
    pub(crate) async fn turn(&self, key: PacedKey, begun: Instant, until: Instant) -> Result<()> {
        let Some(place) = self.state().join(key, begun, until, Instant::now())? else { return Ok(()) };
        let waiting = Waiting { paces: self, key, place };
        loop {
            let step = self.state().step(key, &waiting.place, Instant::now());
            match step {
                Step::Send => return Ok(()),
                Step::Refuse(error) => return Err(error),
                Step::WaitUntil(time) => waiting.place.changed(time).await,
            }
        }
    }

    /// Records that a request to these keys, sent at `sent`, was throttled for these reasons.
    pub(crate) fn throttled(&self, keys: impl IntoIterator<Item = PacedKey>, throttles: &[Throttle], sent: Instant) {
        let now = Instant::now();
        let mut state = self.state();
        state.throttled = Some(now);
        keys.into_iter().for_each(|key| state.slow_down(key, throttles, sent, now));
    }

    /// Records that a request to these keys, sent at `sent`, was answered.
    pub(crate) fn succeeded(&self, keys: impl IntoIterator<Item = PacedKey>, sent: Instant) {
        let mut state = self.state();
        for key in keys {
            if let Some(entry) = state.keys.get_mut(&key) {
                entry.pace.succeeded(sent);
            }
        }
    }

    /// Whether any key has a pace.
    pub(crate) fn is_empty(&self) -> bool {
        self.state().keys.is_empty()
    }

    /// Whether none of these keys has a pace, and no key was throttled within `quiet`.
    pub(crate) fn are_unthrottled(&self, keys: impl IntoIterator<Item = PacedKey>, quiet: Duration) -> bool {
        let now = Instant::now();
        let mut state = self.state();
        let is_quiet = state.throttled.is_none_or(|last| now.saturating_duration_since(last) >= quiet);
        is_quiet && (state.keys.is_empty() || keys.into_iter().all(|key| state.paced(key, now).is_none()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the entry of a key. `None` if it has no pace, or its pace has ended.
    fn paced(&mut self, key: PacedKey, now: Instant) -> Option<&mut Entry> {
        if self.keys.get(&key)?.pace.is_over(now) {
            // This wakes the requests that wait for it.
            self.keys.remove(&key);
        }
        self.keys.get_mut(&key)
    }

    /// Takes the next turn, or joins the queue. Returns `None` if the request may be sent at once.
    fn join(&mut self, key: PacedKey, begun: Instant, until: Instant, now: Instant) -> Result<Option<Arc<Place>>> {
        let Some(entry) = self.paced(key, now) else { return Ok(None) };
        if entry.queue.is_empty() && entry.pace.take(now).is_ok() {
            return Ok(None);
        }
        if entry.pace.earliest(entry.queue.before(begun), now) > until {
            return Err(entry.refusal());
        }
        let place = Place::new(begun, until);
        entry.queue.join(Arc::clone(&place));
        Ok(Some(place))
    }

    /// Decides what a waiting request does next. One whose queue has ended is sent.
    fn step(&mut self, key: PacedKey, place: &Arc<Place>, now: Instant) -> Step {
        let Some(entry) = self.paced(key, now) else { return Step::Send };
        if place.is_hopeless() {
            return Step::Refuse(entry.refusal());
        }
        if !entry.queue.contains(place) {
            return Step::Send;
        }
        let turn = if entry.queue.is_first(place) { entry.pace.take(now) } else { Err(place.until) };
        match turn {
            Ok(()) => Step::Send,
            Err(_) if now >= place.until => Step::Refuse(entry.refusal()),
            Err(next) => Step::WaitUntil(next.min(place.until)),
        }
    }

    fn slow_down(&mut self, key: PacedKey, throttles: &[Throttle], sent: Instant, now: Instant) {
        if let Some(entry) = self.paced(key, now) {
            entry.throttles = throttles.to_vec();
            if entry.pace.throttled(sent, now) {
                entry.queue.remove_hopeless(&entry.pace, now);
            }
            return;
        }
        if self.keys.len() >= Paces::KEYS {
            self.make_room(now);
        }
        let entry = Entry { pace: Pace::new(now), queue: Queue::default(), throttles: throttles.to_vec() };
        self.keys.insert(key, entry);
    }

    fn make_room(&mut self, now: Instant) {
        self.keys.retain(|_, entry| !entry.pace.is_over(now));
        while self.keys.len() >= Paces::KEYS {
            let oldest = self.keys.iter().min_by_key(|(_, entry)| entry.pace.slowed()).map(|(key, _)| *key);
            let Some(oldest) = oldest else { break };
            self.keys.remove(&oldest);
        }
    }
}

impl Entry {
    /// The error of a request that was not sent, because its turn would come too late.
    fn refusal(&self) -> Error {
        let message = "the key is throttled, and the reads before this one need more time than it may wait, so it was \
                       not sent; read the key less often, or spread it over more shards";
        Error::new(ErrorKind::Throttled, message).throttled_by(self.throttles.clone())
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(entry) = self.paces.state().keys.get_mut(&self.key) {
            entry.queue.leave(&self.place);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, future::join_all};

    use super::*;

    fn key(paces: &Paces, text: &str) -> PacedKey {
        paces.key(None, &KeyScalar::S(text.into()))
    }

    /// Waits for a turn of a read that begins now, for at most a minute.
    async fn turn(paces: &Paces, key: PacedKey) {
        let now = Instant::now();
        paces.turn(key, now, now + Duration::from_secs(60)).await.unwrap();
    }

    fn throttle(paces: &Paces, key: PacedKey) {
        paces.throttled([key], &[], Instant::now());
    }

    async fn waited(paces: &Paces, key: PacedKey) -> Duration {
        let start = Instant::now();
        turn(paces, key).await;
        start.elapsed()
    }

    #[test]
    fn table_and_index_keys_have_separate_paces() {
        let paces = Paces::default();
        let text = KeyScalar::S("a".into());
        assert_eq!(paces.key(None, &text), paces.key(None, &text.clone()));
        assert_ne!(paces.key(None, &text), paces.key(Some("GSI1"), &text));
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_hot_key_waits() {
        let paces = Paces::default();
        let (hot, cold) = (key(&paces, "hot"), key(&paces, "cold"));
        throttle(&paces, hot);
        assert_eq!(waited(&paces, cold).await, Duration::ZERO);
        assert_eq!(waited(&paces, hot).await.as_millis(), 10);
        let start = Instant::now();
        join_all((0..20).map(|_| turn(&paces, hot))).await;
        assert_eq!(start.elapsed().as_millis(), 200);
    }

    #[tokio::test(start_paused = true)]
    async fn turns_are_granted_in_order() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        throttle(&paces, hot);
        let order = &Mutex::new(Vec::new());
        join_all((0..10).map(|number| turn(&paces, hot).map(move |()| order.lock().unwrap().push(number)).boxed()))
            .await;
        assert_eq!(*order.lock().unwrap(), (0..10).collect::<Vec<_>>());
    }

    #[tokio::test(start_paused = true)]
    async fn a_repeated_request_is_sent_before_later_reads() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        let begun = Instant::now();
        tokio::time::advance(Duration::from_millis(1)).await;
        throttle(&paces, hot);
        let order = &Mutex::new(Vec::new());
        let turn_of = |name, begun: Instant| {
            let turn = paces.turn(hot, begun, begun + Duration::from_secs(9));
            turn.map(move |turn| turn.map(|()| order.lock().unwrap().push(name)).unwrap()).boxed_local()
        };
        let later = Instant::now();
        join_all([turn_of("second", later), turn_of("third", later), turn_of("first", begun)]).await;
        assert_eq!(*order.lock().unwrap(), ["first", "second", "third"]);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_that_cannot_be_sent_in_time_are_refused_at_once() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        throttle(&paces, hot);
        let start = Instant::now();
        let results = |count: usize| {
            let paces = &paces;
            join_all((0..count).map(move |_| async move {
                let result = paces.turn(hot, start, start + Duration::from_millis(500)).await;
                (result.is_ok(), start.elapsed())
            }))
        };
        // The pace does not rise here, because nothing is answered: a turn each 10 ms.
        let sent = results(1_000).await;
        let (sent, refused): (Vec<_>, Vec<_>) = sent.into_iter().partition(|(is_sent, _)| *is_sent);
        assert_eq!(sent.len(), 50);
        let (at_once, later): (Vec<_>, Vec<_>) = refused.iter().partition(|(_, after)| after.is_zero());
        assert_eq!((at_once.len(), later.len()), (1_000 - 153, 103), "with its rise, the pace could serve 153");
        assert!(later.iter().all(|(_, after)| after.as_millis() == 500));
    }

    #[tokio::test(start_paused = true)]
    async fn a_slower_pace_refuses_the_last_requests_in_the_queue() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        throttle(&paces, hot);
        let start = Instant::now();
        let all = join_all((0..200).map(|_| async {
            let result = paces.turn(hot, start, start + Duration::from_secs(2)).await;
            (result.is_ok(), start.elapsed().as_millis())
        }));
        let slowed = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            paces.succeeded([hot], Instant::now());
            (0..6).for_each(|_| throttle(&paces, hot));
        };
        let (results, ()) = futures_util::future::join(all, slowed).await;
        let early = results.iter().filter(|(is_sent, after)| !is_sent && *after < 5).count();
        assert!((180..=196).contains(&early), "{early}");
        assert!(results.iter().filter(|(is_sent, _)| *is_sent).count() >= 2);
    }

    #[tokio::test(start_paused = true)]
    async fn later_requests_queue_behind_waiting_ones() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        throttle(&paces, hot);
        let mut waiting = Box::pin(turn(&paces, hot));
        assert!((&mut waiting).now_or_never().is_none());
        tokio::time::advance(Duration::from_millis(10)).await;
        assert!(turn(&paces, hot).now_or_never().is_none());
        assert!(waiting.now_or_never().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn dropped_requests_use_no_turn() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        throttle(&paces, hot);
        let waiting: Vec<_> = (0..1_000).map(|_| Box::pin(turn(&paces, hot))).collect();
        let mut all = join_all(waiting);
        assert!((&mut all).now_or_never().is_none());
        drop(all);
        assert_eq!(waited(&paces, hot).await.as_millis(), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn recovered_keys_are_forgotten() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        throttle(&paces, hot);
        assert!(!paces.are_unthrottled([hot], Duration::ZERO));
        tokio::time::advance(Pace::QUIET).await;
        assert_eq!(waited(&paces, hot).await, Duration::ZERO);
        assert!(paces.is_empty());
        assert!(paces.are_unthrottled([hot], Pace::QUIET));
        throttle(&paces, hot);
        let sent = Instant::now();
        (0..900).for_each(|_| paces.succeeded([hot], sent));
        assert_eq!(waited(&paces, hot).await, Duration::ZERO);
        assert!(paces.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn requests_waiting_for_a_forgotten_key_proceed() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        throttle(&paces, hot);
        (0..20).for_each(|_| throttle(&paces, hot));
        let start = Instant::now();
        join_all((0..1_000).map(|_| turn(&paces, hot))).await;
        assert_eq!(start.elapsed(), Pace::QUIET);
    }

    #[tokio::test(start_paused = true)]
    async fn paces_are_bounded_and_keep_the_latest_keys() {
        let paces = Paces::default();
        for number in 0..3 * Paces::KEYS {
            throttle(&paces, key(&paces, &number.to_string()));
            tokio::time::advance(Duration::from_micros(100)).await;
        }
        assert_eq!(paces.state().keys.len(), Paces::KEYS);
        let latest = key(&paces, &(3 * Paces::KEYS - 1).to_string());
        assert!(!paces.are_unthrottled([latest], Duration::ZERO));
        assert!(paces.are_unthrottled([key(&paces, "0")], Duration::ZERO));
        tokio::time::advance(Pace::QUIET).await;
        throttle(&paces, key(&paces, "another"));
        assert_eq!(paces.state().keys.len(), 1);
    }
}
