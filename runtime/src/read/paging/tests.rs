//! Pages equal the answer by its definition, for all designs, page sizes and faults.

mod budget;
#[cfg(feature = "client")]
mod filters;
mod generated;
mod rounds;
mod worst_page;

use proptest::prelude::*;

use super::Aim;
use crate::{
    key::range::ValueRange,
    read::{
        cursor::Cursor,
        direction::Direction,
        testing::{Design, Item, OlderKeys, drive, drive_with},
    },
};
use generated::{design, direction, expected, filled, knobs, plan, range, service, spec, store, written};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_stream_returns_the_expected_items(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
    ) {
        let store = filled(&design, &written, service);
        let spec = knobs.turned(spec(&design, &range, direction));
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        let driven = knobs.drive(plan(&design, &spec), &store, Aim::Stream);
        prop_assert_eq!(driven.items, expected);
    }

    #[test]
    fn a_count_includes_every_item_once(
        design in design(),
        written in written(),
        range in range(),
        service in service(),
        knobs in knobs(),
    ) {
        let store = filled(&design, &written, service);
        let spec = knobs.turned(spec(&design, &range, Direction::Ascending));
        let mut expected = expected(&design, &store, &plan(&design, &spec), &range);
        let mut counted = knobs.drive(plan(&design, &spec), &store, Aim::Count).items;
        for items in [&mut expected, &mut counted] {
            items.sort_by(|a, b| (&a.sort, &a.id, &a.partition).cmp(&(&b.sort, &b.id, &b.partition)));
        }
        prop_assert_eq!(counted, expected);
    }

    #[test]
    fn paging_returns_the_expected_items(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
        limit in prop::option::of(1..7_usize),
        scan_limit in prop::option::of(1..7_usize),
    ) {
        let store = filled(&design, &written, service);
        let mut spec = knobs.turned(spec(&design, &range, direction));
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        let lanes = plan(&design, &spec).groups().map(|group| group.lanes.len()).max().unwrap_or_default();
        (spec.limit, spec.scan_limit) = (limit, scan_limit.map(|limit| limit.max(lanes)));
        let asked = spec.range.clone();
        let mut items = Vec::new();
        for calls in 1.. {
            let page = knobs.drive(plan(&design, &spec), &store, Aim::Page);
            prop_assert!(page.items.len() <= limit.unwrap_or(usize::MAX));
            items.extend(page.items);
            let Some(cursor) = page.cursor else { break };
            let size = cursor.to_string().len();
            prop_assert!(size < 500, "{} bytes", size);
            // A page with a range equal to that of the text, then one that takes its range from the cursor.
            spec.resumes = calls % 2 == 0;
            let text = cursor.to_string().parse::<Cursor>().unwrap();
            spec.cursor = Some(Box::new(if spec.resumes { cursor } else { text }));
            spec.range = if spec.resumes { ValueRange::ALL } else { asked.clone() };
            prop_assert!(calls < 400, "the cursor does not move");
        }
        prop_assert_eq!(items, expected);
    }

    /// Items may be deleted anywhere, and written after the cursor, between two pages.
    #[test]
    fn items_that_remain_are_returned_once_during_other_writes(
        design in design(),
        written in written(),
        late in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
        limit in 1..5_usize,
        deletions in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        // Deleting the copy of the current design makes an older copy visible again.
        let design = Design { older: OlderKeys::None, ..design };
        let mut store = filled(&design, &written, service);
        let mut spec = knobs.turned(spec(&design, &range, direction));
        let before = expected(&design, &store, &plan(&design, &spec), &range);
        spec.limit = Some(limit);
        let (mut items, mut deleted) = (Vec::<Item>::new(), Vec::new());
        let (mut deletions, mut late) = (deletions.into_iter(), late.into_iter().enumerate());
        loop {
            let page = knobs.drive(plan(&design, &spec), &store, Aim::Page);
            items.extend(page.items);
            let Some(cursor) = page.cursor else { break };
            spec.cursor = Some(Box::new(cursor));
            let all: Vec<Item> = store.items().cloned().collect();
            if let (Some(index), false) = (deletions.next(), all.is_empty()) {
                let item = index.get(&all).clone();
                store.delete(&item);
                deleted.push(item);
            }
            if let (Some((number, one)), Some(last)) = (late.next(), items.last()) {
                let (time, id, last) = (items[0].at, format!("late-{number}"), last.sort.clone());
                let item = store.put(design.schema(), design.key(), (time, &id, one.is_foreign), false, one.spread);
                if !direction.order(&item.sort, &last).is_lt() {
                    store.delete(&item);
                }
            }
        }
        for item in &items {
            prop_assert_eq!(items.iter().filter(|other| *other == item).count(), 1, "twice: {:?}", item);
            prop_assert!(before.contains(item), "written behind the cursor: {:?}", item);
        }
        for item in before.iter().filter(|item| !deleted.contains(item)) {
            prop_assert!(items.contains(item), "lost: {:?}", item);
        }
    }

    /// Lanes fail at random on some pages. The items that they omitted are returned later.
    #[test]
    fn paging_with_failed_lanes_returns_every_item_once(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
        limit in prop::option::of(1..7_usize),
        luck in prop::collection::vec(prop::bool::weighted(0.4), 0..60),
    ) {
        // If an older copy can be returned while the lane of the newer one fails, both are returned.
        let design = if design.is_index { design } else { Design { older: OlderKeys::None, ..design } };
        let store = filled(&design, &written, service);
        let mut spec = knobs.turned(spec(&design, &range, direction));
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        spec.limit = limit;
        let mut luck = luck.into_iter();
        let mut items: Vec<Item> = Vec::new();
        for calls in 1.. {
            let page = drive_with(
                plan(&design, &spec), &store, Aim::Page, |_, _| luck.next().unwrap_or(false), knobs.seed,
            );
            let from = items.len();
            items.extend(page.items);
            let in_order = |pair: &[Item]| direction.order(&pair[0].sort, &pair[1].sort).is_le();
            prop_assert!(items[from..].windows(2).all(in_order) || design.bucket.is_some());
            let Some(cursor) = page.cursor else {
                prop_assert!(page.left_out.is_empty());
                break;
            };
            prop_assert!(page.left_out.is_empty() || !cursor.gaps.is_empty());
            spec.cursor = Some(Box::new(cursor.to_string().parse::<Cursor>().unwrap()));
            prop_assert!(calls < 500, "the cursor does not move");
        }
        for item in &expected {
            prop_assert_eq!(items.iter().filter(|other| *other == item).count(), 1, "{:?}", item);
        }
        prop_assert_eq!(items.len(), expected.len());
    }

    #[test]
    fn a_page_is_a_prefix_of_the_expected_items(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        limit in 1..20_usize,
    ) {
        let store = store(&design, &written, 1_000);
        let mut spec = spec(&design, &range, direction);
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        spec.limit = Some(limit);
        let page = drive(plan(&design, &spec), &store, Aim::Page);
        prop_assert_eq!(&page.items[..], &expected[..limit.min(expected.len())]);
        if expected.len() > limit {
            prop_assert!(page.cursor.is_some());
        }
    }
}
