//! What a change costs, and the lock that a schema is compared with.

use super::{MONTH, Shop, loads, near, prices};
use crate::{
    bill::{Loads, Rate, difference, month},
    infrastructure::Settings,
    lock::Lock,
    prices::Amount,
};

/// Loads of the lock without one of the keys, and with another rate.
#[test]
fn a_difference_names_what_has_changed() {
    let (new, names) = (loads(), ["Order", "Session", "Visit", "Brand"]);
    let settings = Settings::default();
    let compare = |old: &Loads, new: &Loads| difference((old, &names), new, Some(&prices()), &settings);
    let same = compare(&new, &new);
    assert!(same.changes.is_empty() && same.price == Some(0.0), "{same:?}");
    assert!(same.to_text("a.lock").contains("no declared load has changed"));

    let mut old = new.clone();
    old.keys.retain(|load| load.index.is_none());
    let added = compare(&old, &new);
    let month = month(&new, Some(&prices()), &settings);
    let price = month.price_of(Some("GSI1"));
    near(added.price.unwrap(), price.0);
    let text = added.to_text("a.lock");
    let line = format!("  + {price} USD a month: index GSI1 of Order, 1 write unit each of 22.3 million writes, ");
    assert!(text.contains(&line), "{line}{text}");
    assert!(text.contains(&format!("  sum: + {price} USD a month\n")), "{text}");
    let removed = compare(&new, &old);
    near(removed.price.unwrap(), -price.0);
    assert!(
        removed.to_text("a.lock").contains(&format!("  - {price} USD a month: index GSI1 of Order, no longer written"))
    );

    old = new.clone();
    old.keys[3].writes[1] = Rate { writes: 1, units: 2.0 };
    let changed = compare(&old, &new);
    let expected = Amount(MONTH / 1e6);
    let text = changed.to_text("a.lock");
    let line = format!(
        "  + {expected} USD a month: Visit, 3 writes/s at the peak in place of 1, 1 write unit each in place of 2"
    );
    assert!(text.contains(&line), "{line}{text}");
    assert!(text.contains("a month of peaks is compared: an upper bound"), "{text}");
}

#[test]
fn an_entity_that_had_no_peak_is_not_compared() {
    let new = loads();
    let mut old = new.clone();
    old.keys.retain(|load| load.entity != "Visit");
    let known = difference((&old, &["Order", "Session", "Visit", "Brand"]), &new, None, &Settings::default());
    assert!(known.changes.is_empty() && known.notes[0].starts_with("Visit: the lock has no peak of it"), "{known:?}");
    let added = difference((&old, &["Order", "Session", "Brand"]), &new, None, &Settings::default());
    assert_eq!(added.changes.len(), 1);
    let text = added.to_text("a.lock");
    assert!(text.contains("  + 7.9 million write units a month: Visit, 1 write unit each"), "{text}");
    assert!(text.contains("no prices: give `--prices FILE`"), "{text}");
}

#[test]
fn a_lock_has_the_loads_of_the_schema() {
    let text = Lock::of::<Shop>().to_string();
    let (_, section) = text.split_once("\nload\n").unwrap();
    let expected = "  key Order table creates 20 40 updates 10 20 deletes 4 8 reads 6 bytes 1500 1 mean 0.25
  key Order index GSI1 creates 20 20 updates 10 10 deletes 4 4 bytes 156 1 mean 0.25
  key Session table creates 10 10 bytes 924 1 mean 0.2 expires lifetime 262800
  key Visit table updates 3 3 bytes 200 1
";
    assert_eq!(section, expected);
}
