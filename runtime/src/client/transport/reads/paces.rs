//! Tracks the recently throttled keys of a handle, and the turns of their requests.

use std::{
    collections::HashMap,
    hash::{BuildHasher as _, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::pace::Pace;
use crate::key::KeyScalar;

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
    /// Held by the request whose turn is next. Other requests queue behind it in order. A request that is dropped
    /// leaves the queue without taking a turn.
    queue: Arc<tokio::sync::Mutex<()>>,
}

impl Paces {
    /// The maximum number of keys that have a pace at once: about 100 KB. Beyond that, the key with the oldest throttle
    /// is removed.
    pub(crate) const KEYS: usize = 1_024;

    pub(crate) fn key(&self, index: Option<&str>, partition: &KeyScalar) -> PacedKey {
        PacedKey(self.hasher.hash_one((index, partition)))
    }

    /// Waits until a request to this key may be sent.
    pub(crate) async fn turn(&self, key: PacedKey) {
        let Some(queue) = self.state().queue(key, Instant::now()) else { return };
        let _first = queue.lock().await;
        loop {
            let taken = self.state().take(key, Instant::now());
            match taken {
                Ok(()) => return,
                Err(next) => tokio::time::sleep_until(next).await,
            }
        }
    }

    /// Records that a request to these keys, sent at `sent`, was throttled.
    pub(crate) fn throttled(&self, keys: impl IntoIterator<Item = PacedKey>, sent: Instant) {
        let now = Instant::now();
        let mut state = self.state();
        state.throttled = Some(now);
        keys.into_iter().for_each(|key| state.slow_down(key, sent, now));
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
        is_quiet && (state.keys.is_empty() || keys.into_iter().all(|key| state.queue(key, now).is_none()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the queue for the key's turns. `None` if it has no pace, or its pace has ended.
    fn queue(&mut self, key: PacedKey, now: Instant) -> Option<Arc<tokio::sync::Mutex<()>>> {
        let entry = self.keys.get(&key)?;
        if entry.pace.is_over(now) {
            self.keys.remove(&key);
            return None;
        }
        Some(Arc::clone(&entry.queue))
    }

    fn take(&mut self, key: PacedKey, now: Instant) -> Result<(), Instant> {
        match self.keys.get_mut(&key) {
            Some(entry) if !entry.pace.is_over(now) => entry.pace.take(now),
            _ => Ok(()),
        }
    }

    fn slow_down(&mut self, key: PacedKey, sent: Instant, now: Instant) {
        if let Some(entry) = self.keys.get_mut(&key) {
            match entry.pace.is_over(now) {
                true => entry.pace = Pace::new(now),
                false => entry.pace.throttled(sent, now),
            }
            return;
        }
        if self.keys.len() >= Paces::KEYS {
            self.make_room(now);
        }
        self.keys.insert(key, Entry { pace: Pace::new(now), queue: Arc::default() });
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

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, future::join_all};

    use super::*;

    fn key(paces: &Paces, text: &str) -> PacedKey {
        paces.key(None, &KeyScalar::S(text.into()))
    }

    async fn waited(paces: &Paces, key: PacedKey) -> Duration {
        let start = Instant::now();
        paces.turn(key).await;
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
        paces.throttled([hot], Instant::now());
        assert_eq!(waited(&paces, cold).await, Duration::ZERO);
        assert_eq!(waited(&paces, hot).await.as_millis(), 10);
        let start = Instant::now();
        join_all((0..20).map(|_| paces.turn(hot))).await;
        assert_eq!(start.elapsed().as_millis(), 200);
    }

    #[tokio::test(start_paused = true)]
    async fn turns_are_granted_in_order() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        paces.throttled([hot], Instant::now());
        let order = &Mutex::new(Vec::new());
        join_all((0..10).map(|number| paces.turn(hot).map(move |()| order.lock().unwrap().push(number)).boxed())).await;
        assert_eq!(*order.lock().unwrap(), (0..10).collect::<Vec<_>>());
    }

    #[tokio::test(start_paused = true)]
    async fn later_requests_queue_behind_waiting_ones() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        paces.throttled([hot], Instant::now());
        let mut waiting = Box::pin(paces.turn(hot));
        assert!((&mut waiting).now_or_never().is_none());
        tokio::time::advance(Duration::from_millis(10)).await;
        assert!(paces.turn(hot).now_or_never().is_none());
        assert!(waiting.now_or_never().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn dropped_requests_use_no_turn() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        paces.throttled([hot], Instant::now());
        let waiting: Vec<_> = (0..1_000).map(|_| Box::pin(paces.turn(hot))).collect();
        let mut all = join_all(waiting);
        assert!((&mut all).now_or_never().is_none());
        drop(all);
        assert_eq!(waited(&paces, hot).await.as_millis(), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn recovered_keys_are_forgotten() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        paces.throttled([hot], Instant::now());
        assert!(!paces.are_unthrottled([hot], Duration::ZERO));
        tokio::time::advance(Pace::QUIET).await;
        assert_eq!(waited(&paces, hot).await, Duration::ZERO);
        assert!(paces.is_empty());
        assert!(paces.are_unthrottled([hot], Pace::QUIET));
        paces.throttled([hot], Instant::now());
        let sent = Instant::now();
        (0..900).for_each(|_| paces.succeeded([hot], sent));
        assert_eq!(waited(&paces, hot).await, Duration::ZERO);
        assert!(paces.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn requests_waiting_for_a_forgotten_key_proceed() {
        let paces = Paces::default();
        let hot = key(&paces, "hot");
        paces.throttled([hot], Instant::now());
        (0..20).for_each(|_| paces.throttled([hot], Instant::now()));
        let start = Instant::now();
        join_all((0..1_000).map(|_| paces.turn(hot))).await;
        assert_eq!(start.elapsed(), Pace::QUIET);
    }

    #[tokio::test(start_paused = true)]
    async fn paces_are_bounded_and_keep_the_latest_keys() {
        let paces = Paces::default();
        for number in 0..3 * Paces::KEYS {
            paces.throttled([key(&paces, &number.to_string())], Instant::now());
            tokio::time::advance(Duration::from_micros(100)).await;
        }
        assert_eq!(paces.state().keys.len(), Paces::KEYS);
        let latest = key(&paces, &(3 * Paces::KEYS - 1).to_string());
        assert!(!paces.are_unthrottled([latest], Duration::ZERO));
        assert!(paces.are_unthrottled([key(&paces, "0")], Duration::ZERO));
        tokio::time::advance(Pace::QUIET).await;
        paces.throttled([key(&paces, "another")], Instant::now());
        assert_eq!(paces.state().keys.len(), 1);
    }
}
