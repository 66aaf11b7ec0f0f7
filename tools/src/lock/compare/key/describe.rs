//! Describes designs for a review.

use crate::{
    instant,
    lock::{
        change::Change,
        model::{By, Design, Legacy, Part, Shards, Template, Times},
    },
};

pub(super) fn describe_designs(change: Change, old: &Design, new: &Design, delimiters: (char, char)) -> Change {
    if old.template != new.template {
        let mut change = describe_templates(change, &old.template, &new.template, delimiters);
        if old.shards != new.shards {
            change.before.iter_mut().for_each(|text| *text += &with_shards(old));
            change.after.iter_mut().for_each(|text| *text += &with_shards(new));
        }
        return change;
    }
    match (&old.shards, &new.shards) {
        (Some(was), Some(is)) if was != is => describe_shards(change.template(&old.template), was, is),
        _ => describe_templates(change, &old.template, &new.template, delimiters),
    }
}

/// Describes the sources or, if these are equal, the parts that differ, otherwise the delimiter.
pub(super) fn describe_templates(change: Change, old: &Template, new: &Template, delimiters: (char, char)) -> Change {
    if old.source != new.source {
        return change.before(&old.source).after(&new.source);
    }
    let change = change.template(old);
    if old == new {
        return change.before(format!("delimiter {}", delimiters.0)).after(delimiters.1);
    }
    let is_alike = old.native == new.native && old.parts.len() == new.parts.len();
    let differ = |(a, b): &(&Part, &Part)| !is_alike || a != b;
    let (before, after): (Vec<&Part>, Vec<&Part>) = match is_alike {
        true => old.parts.iter().zip(&new.parts).filter(differ).unzip(),
        false => (old.parts.iter().collect(), new.parts.iter().collect()),
    };
    let native = |is_native: bool| if is_native && !is_alike { "native " } else { "" };
    change.before(format!("{}{}", native(old.native), joined(before))).after(format!(
        "{}{}",
        native(new.native),
        joined(after)
    ))
}

pub(super) fn describe_legacy(legacy: &Legacy) -> String {
    format!("legacy {}{}", legacy.design.template.source, with_shards(&legacy.design))
}

/// Adds the times of a key's items, if they differ.
pub(super) fn describe_times(mut change: Change, old: Times, new: Times) -> Change {
    let text = |at: Option<_>| at.map_or_else(|| "none".to_owned(), instant::text);
    let named = |text: Option<String>, name: &str, at: String| match text {
        Some(text) => format!("{text} {name} {at}"),
        None => format!("{name} {at}"),
    };
    let mut add = |name: &str, old: Option<_>, new: Option<_>| {
        if old != new {
            let (before, after) = (&mut change.before, &mut change.after);
            *before = Some(named(before.take(), name, text(old)));
            *after = Some(match after.take() {
                Some(after) => named(Some(after), name, text(new)),
                None => text(new),
            });
        }
    };
    add("since", old.since, new.since);
    add("until", old.until, new.until);
    change
}

fn describe_shards(change: Change, old: &Shards, new: &Shards) -> Change {
    if old.by != new.by || old.first != new.first {
        return change.before(format!("shards {}", full_description(old))).after(full_description(new));
    }
    let more = new.grow.strip_prefix(old.grow.as_slice()).filter(|_| old.count == new.count);
    match more {
        Some(more) if !more.is_empty() => {
            let before = old.grow.last().map_or(old.count, |growth| growth.count);
            let more: Vec<_> =
                more.iter().map(|growth| format!("{} from {}", growth.count, instant::text(growth.at))).collect();
            change.before(format!("shards {before}")).after(more.join(", "))
        }
        _ => change.before(format!("shards {old}")).after(new),
    }
}

fn joined(parts: Vec<&Part>) -> String {
    parts.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn with_shards(design: &Design) -> String {
    design.shards.as_ref().map_or_else(String::new, |shards| format!(", shards {}", full_description(shards)))
}

fn full_description(shards: &Shards) -> String {
    let by = match &shards.by {
        By::Random | By::TableKey => String::new(),
        By::Hash { fields, own } => {
            let name = if *own { "a hash of the user's" } else { "hash" };
            let fields: Vec<_> = fields.iter().map(|field| field.attribute.as_str()).collect();
            format!(" by {name}({})", fields.join(", "))
        }
    };
    let first = if shards.first == 0 { String::new() } else { format!(" first {}", shards.first) };
    format!("{shards}{first}{by}")
}
