//! Fan-outs in virtual time with a synthetic tail: most latencies around 4 ms, and 1 % of the requests longer by an
//! exponentially distributed time with a mean of 18 ms.

use super::*;

/// The SplitMix64 generator.
struct Random(u64);

impl Random {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a log-normal latency around 4 ms. 95 % of them are below 5.6 ms.
    fn body(&mut self) -> f64 {
        let normal = (-2.0 * (1.0 - self.share()).ln()).sqrt() * (std::f64::consts::TAU * self.share()).cos();
        4.0 * (0.2 * normal).exp()
    }

    fn millis(&mut self) -> f64 {
        let tail = if self.share() < 0.01 { -18.0 * (1.0 - self.share()).ln() } else { 0.0 };
        self.body() + tail
    }
}

#[derive(Debug, Default)]
struct Run {
    reads: u64,
    hedges: u64,
    /// The duration of each fan-out, in milliseconds.
    took: Vec<f64>,
}

impl Run {
    fn p99(mut self) -> f64 {
        self.took.sort_unstable_by(f64::total_cmp);
        self.took[self.took.len() * 99 / 100]
    }
}

/// Runs fan-outs one after the other, with concurrent lanes in each.
fn fan_outs(budget: f64, lanes: usize, count: usize, random: &mut Random) -> Run {
    const KIND: ReadKind = ReadKind::Query(None);
    let mut hedge = Hedge::new(budget);
    let mut run = Run::default();
    for _ in 0..count {
        let late: Vec<Option<Duration>> = (0..lanes).map(|_| hedge.begin(KIND)).collect();
        let mut answers = Vec::with_capacity(lanes);
        for late in late {
            let first = random.millis();
            let late = late.map_or(f64::INFINITY, |late| late.as_secs_f64() * 1e3);
            let is_hedged = first > late && hedge.take();
            answers.push(if is_hedged { first.min(late + random.millis()) } else { first });
            run.reads += 1;
            run.hedges += u64::from(is_hedged);
        }
        for millis in &answers {
            hedge.answered(KIND, Duration::from_secs_f64(millis / 1e3));
        }
        run.took.extend(answers.into_iter().max_by(f64::total_cmp));
    }
    run
}

#[test]
fn hedging_cuts_the_tail_latency_within_its_budget() {
    for (lanes, without, with) in [(10, 46.0, 11.0), (50, 75.0, 12.0), (200, 104.0, 14.0)] {
        let mut random = Random(7);
        let plain = fan_outs(0.0, lanes, 3_000, &mut random);
        assert_eq!(plain.hedges, 0);
        let hedged = fan_outs(0.05, lanes, 3_000, &mut random);
        let share = hedged.hedges as f64 / hedged.reads as f64;
        let (plain, hedged) = (plain.p99(), hedged.p99());
        println!("{lanes} lanes: p99 {plain:.1} ms, hedged {hedged:.1} ms with {:.1} % more reads", share * 100.0);
        assert!((plain - without).abs() < 0.1 * without, "{plain}");
        assert!(hedged < with, "{hedged}");
        assert!(share <= 0.05, "{share}");
    }
}

#[test]
fn hedges_stay_within_the_budget_in_any_window() {
    for budget in [0.0, 0.001, 0.05, 0.3, 1.0] {
        let mut hedge = Hedge::new(budget);
        let mut random = Random(11);
        let mut spent = vec![0_u64];
        for read in 0..20_000 {
            let late = hedge.begin(ReadKind::Get);
            // In the second half every read is late. The budget must still be kept.
            let is_slow = read >= 10_000;
            let millis = random.millis() * if is_slow { 100.0 } else { 1.0 };
            let is_late = late.is_some_and(|late| millis > late.as_secs_f64() * 1e3);
            spent.push(spent[read] + u64::from(is_late && hedge.take()));
            hedge.answered(ReadKind::Get, Duration::from_secs_f64(millis / 1e3));
        }
        for run in [1, 100, 5_000, 20_000] {
            let most = spent.windows(run + 1).map(|spent| spent[run] - spent[0]).max().unwrap();
            assert!(most as f64 <= budget * run as f64 + Hedge::SAVED, "{most} hedges in {run} reads at {budget}");
        }
        assert_eq!(*spent.last().unwrap() > 0, budget > 0.0, "{budget}");
    }
}

#[test]
fn no_read_is_late_before_enough_samples() {
    let mut hedge = Hedge::new(0.05);
    for _ in 0..199 {
        hedge.answered(ReadKind::Get, Duration::from_millis(4));
        assert_eq!(hedge.begin(ReadKind::Get), None);
    }
    hedge.answered(ReadKind::Get, Duration::from_millis(4));
    assert!(hedge.begin(ReadKind::Get).is_some_and(|late| late >= Duration::from_millis(4)));
    assert_eq!(hedge.begin(ReadKind::Query(None)), None, "a page is not an item");
}

#[test]
fn the_hedge_delay_is_at_least_the_median() {
    let mut hedge = Hedge::new(1.0);
    (1..=100).for_each(|millis| hedge.answered(ReadKind::Get, Duration::from_millis(millis)));
    let late = hedge.begin(ReadKind::Get).unwrap();
    assert!(late >= Duration::from_millis(50), "{late:?}");
}
