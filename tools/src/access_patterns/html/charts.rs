//! Draws charts that compare the cost of different numbers of shards.

use std::fmt::Write as _;

use super::{super::Trade, text::Escaped};
use crate::{number::grouped, plan::RollOverPlan};

const WIDTH: f64 = 380.0;
const TOP: f64 = 22.0;
const PLOT: f64 = 110.0;
const HEIGHT: f64 = TOP + PLOT + 36.0;

/// One bar.
struct Bar {
    label: String,
    /// The value, or `None` for an absent bar.
    value: Option<f64>,
    text: String,
    is_own: bool,
}

/// Draws the charts of one key, each with a caption.
pub(super) fn charts(page: &mut String, trade: &Trade) -> std::fmt::Result {
    writeln!(page, "<div class=\"charts\">")?;
    let bars = trade.reads.iter().map(|read| Bar {
        label: read.lanes.to_string(),
        value: Some(read.rcu),
        text: read.rcu.to_string(),
        is_own: read.lanes == trade.shards,
    });
    figure(
        page,
        "Read units of the newest 50 items, by the number of shards.",
        "shards",
        &bars.collect::<Vec<_>>(),
        None,
    )?;
    if let Some(roll_over) = &trade.roll_over {
        warm(page, roll_over)?;
    }
    writeln!(page, "</div>")
}

fn warm(page: &mut String, of: &RollOverPlan) -> std::fmt::Result {
    let bars = of.pairs.iter().map(|pair| Bar {
        label: pair.shards.to_string(),
        value: pair.warm_wcu.map(|units| units as f64),
        text: pair.warm_wcu.map_or_else(|| "none suffices".to_owned(), grouped),
        is_own: pair.is_design,
    });
    let each = if of.each == "second" { "each second" } else { of.each };
    let caption = format!(
        "Warm throughput in WCU/s with which the roll-over of the {each} overloads no partition, by the number of \
         shards. Fewer shards cost less to read and need more partitions."
    );
    let bars: Vec<_> = bars.collect();
    let highest = bars.iter().filter_map(|bar| bar.value).fold(0.0, f64::max);
    let quota = (of.quota as f64 <= highest * 2.0).then_some(of.quota);
    figure(page, &caption, "shards", &bars, quota)
}

/// Draws bars with their values. The bar of the current design is highlighted.
fn figure(page: &mut String, caption: &str, axis: &str, bars: &[Bar], limit: Option<u64>) -> std::fmt::Result {
    let highest = bars.iter().filter_map(|bar| bar.value).chain(limit.map(|units| units as f64)).fold(0.0, f64::max);
    let scaled = |value: f64| if highest > 0.0 { value / highest * PLOT } else { 0.0 };
    let labels: Vec<_> = bars.iter().map(|bar| format!("{} {axis}: {}", bar.label, bar.text)).collect();
    writeln!(
        page,
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-size=\"11.5\" role=\"img\" aria-label=\"{}\">",
        Escaped(labels.join("; "))
    )?;
    let step = WIDTH / bars.len().max(1) as f64;
    let base = TOP + PLOT;
    for (at, bar) in bars.iter().enumerate() {
        let (center, height) = ((at as f64 + 0.5) * step, bar.value.map_or(0.0, scaled));
        let width = (step * 0.62).min(46.0);
        let class = if bar.is_own { "own" } else { "bar" };
        let weight = if bar.is_own { " font-weight=\"650\"" } else { "" };
        writeln!(
            page,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\
             <text x=\"{center:.1}\" y=\"{:.1}\" text-anchor=\"middle\"{weight}>{}</text>\
             <text class=\"quiet\" x=\"{center:.1}\" y=\"{:.1}\" text-anchor=\"middle\"{weight}>{}</text>",
            center - width / 2.0,
            base - height,
            base - height - 5.0,
            Escaped(&bar.text),
            base + 15.0,
            Escaped(&bar.label)
        )?;
    }
    writeln!(page, "<line class=\"rule\" x1=\"0\" y1=\"{base}\" x2=\"{WIDTH}\" y2=\"{base}\"/>")?;
    writeln!(
        page,
        "<text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{axis}</text>",
        WIDTH / 2.0,
        base + 31.0
    )?;
    if let Some(units) = limit {
        let y = base - scaled(units as f64);
        writeln!(
            page,
            "<line class=\"limit\" x1=\"0\" y1=\"{y:.1}\" x2=\"{WIDTH}\" y2=\"{y:.1}\"/>\
             <text class=\"limit-text\" x=\"0\" y=\"{:.1}\">quota {}</text>",
            y - 5.0,
            grouped(units)
        )?;
    }
    writeln!(page, "</svg><figcaption>{} The design\u{2019}s own is in color.</figcaption></figure>", Escaped(caption))
}
