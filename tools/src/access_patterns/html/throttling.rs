//! Draws the writes of a simulated roll-over: those that were written at once, and those that were throttled.

use std::fmt::Write as _;

use super::{
    super::{EntityThrottling, ThrottledInterval, Throttling},
    frame::heading,
    text::Escaped,
};
use crate::number::{grouped, percent};

const WIDTH: f64 = 380.0;
const TOP: f64 = 8.0;
const PLOT: f64 = 90.0;
const HEIGHT: f64 = TOP + PLOT + 36.0;

/// The number of intervals between two labels.
const LABELED: usize = 3;

pub(super) fn throttling(page: &mut String, of: &Throttling) -> std::fmt::Result {
    heading(page, 3, "roll-over", "Through a roll-over")?;
    writeln!(page, "<div class=\"charts\">")?;
    for entity in &of.entities {
        figure(page, entity, &of.at)?;
    }
    writeln!(page, "</div>")?;
    write!(page, "<p class=\"note\">A simulation, not a measurement.")?;
    for sentence in &of.assumptions {
        write!(page, " {}", Escaped(sentence))?;
    }
    writeln!(page, "</p>")
}

fn figure(page: &mut String, of: &EntityThrottling, at: &str) -> std::fmt::Result {
    let sum = |count: fn(&ThrottledInterval) -> u64| of.intervals.iter().map(count).sum::<u64>();
    let (writes, throttled) = (sum(|interval| interval.writes), sum(|interval| interval.throttled));
    let share = percent(throttled as f64 / writes.max(1) as f64);
    let label = format!("{} writes, {} of them throttled ({share})", grouped(writes), grouped(throttled));
    writeln!(
        page,
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-size=\"11.5\" role=\"img\" aria-label=\"{label}\">"
    )?;
    bars(page, &of.intervals)?;
    let base = TOP + PLOT;
    writeln!(page, "<line class=\"rule\" x1=\"0\" y1=\"{base}\" x2=\"{WIDTH}\" y2=\"{base}\"/>")?;
    writeln!(
        page,
        "<text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">seconds from the roll-over</text></svg>",
        WIDTH / 2.0,
        base + 31.0
    )?;
    let legend = if throttled > 0 { " Those throttled at first are above those written at once." } else { "" };
    let entity = Escaped(&of.entity);
    writeln!(page, "<figcaption>{entity} from {} on: {label}.{legend}</figcaption></figure>", Escaped(at))
}

fn bars(page: &mut String, intervals: &[ThrottledInterval]) -> std::fmt::Result {
    let most = intervals.iter().map(|interval| interval.writes).max().unwrap_or_default().max(1);
    let step = WIDTH / intervals.len().max(1) as f64;
    let (base, width) = (TOP + PLOT, step * 0.8);
    for (place, interval) in intervals.iter().enumerate() {
        let x = (place as f64 + 0.1) * step;
        let scaled = |writes: u64| writes as f64 / most as f64 * PLOT;
        let (all, throttled) = (scaled(interval.writes), scaled(interval.throttled));
        let mut bar = |class: &str, top: f64, height: f64| {
            writeln!(
                page,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
            )
        };
        bar("own", base - all + throttled, all - throttled)?;
        if interval.throttled > 0 {
            bar("throttled", base - all, throttled)?;
        }
        if place.is_multiple_of(LABELED) {
            let (center, second) = (x + width / 2.0, interval.second);
            writeln!(
                page,
                "<text class=\"quiet\" x=\"{center:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{second}</text>",
                base + 15.0
            )?;
        }
    }
    Ok(())
}
