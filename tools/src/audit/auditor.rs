//! Counts items one by one.
//!
//! Items whose keys do not match a known pattern wait until there are enough of them to learn patterns from. Each item
//! is counted once, and memory does not depend on the number of items.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{counts::Counts, item::StoredItem, options::AuditOptions, report::Audit, shape::NoTable};

/// The number of waiting items from which patterns are learned.
const FIRST_SAMPLE: usize = 20_000;
const LATER_SAMPLE: usize = 4_096;

/// The size of the waiting items, in bytes, at which patterns are learned even if there are fewer items.
const WAITING_BYTES: u64 = 32 * 1_024 * 1_024;

/// Counts the items of a table, in bounded memory.
///
/// ```
/// use keywright_tools::audit::{AuditOptions, Auditor, StoredItem};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut auditor = Auditor::new(AuditOptions::default());
/// for n in 0..100 {
///     let item = serde_json::json!({ "PK": {"S": format!("CUSTOMER#{n}")}, "SK": {"S": "PROFILE"} });
///     auditor.add(StoredItem::new(item.as_object().cloned().unwrap_or_default())?)?;
/// }
/// let audit = auditor.report()?;
/// assert_eq!(audit.patterns[0].template, "CUSTOMER#<digits>  PROFILE");
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Auditor {
    pub(super) options: AuditOptions,
    pub(super) counts: Option<Counts>,
    #[serde(default)]
    waiting: Vec<Map<String, Value>>,
    waiting_bytes: u64,
    pub(super) items: u64,
    /// Items that lack a key attribute of the table.
    pub(super) keyless: u64,
}

impl Auditor {
    /// Creates an audit without items.
    pub fn new(options: AuditOptions) -> Self {
        Self { options, counts: None, waiting: Vec::new(), waiting_bytes: 0, items: 0, keyless: 0 }
    }

    /// Counts an item. An item without the table's key is counted as keyless.
    ///
    /// # Errors
    ///
    /// If the table's keys are not given and cannot be guessed from attribute names.
    pub fn add(&mut self, item: StoredItem) -> Result<(), NoTable> {
        self.items += 1;
        if self.counts.as_mut().is_some_and(|counts| counts.try_add(&item)) {
            return Ok(());
        }
        let is_keyless = self.counts.as_ref().is_some_and(|counts| counts.table.cut(&item, counts.delimiter).is_none());
        if is_keyless {
            self.keyless += 1;
            return Ok(());
        }
        self.waiting_bytes += item.bytes();
        self.waiting.push(item.attributes().clone());
        let enough = if self.counts.is_some() { LATER_SAMPLE } else { FIRST_SAMPLE };
        if self.waiting.len() >= enough || self.waiting_bytes >= WAITING_BYTES {
            return self.learn();
        }
        Ok(())
    }

    /// Returns the number of items added.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// Returns the settings of the audit.
    pub fn options(&self) -> &AuditOptions {
        &self.options
    }

    /// Reports what has been counted so far. More items can be added afterwards.
    ///
    /// # Errors
    ///
    /// The errors of [`add`](Self::add). Also an error if no items were added and the table's keys are not given.
    pub fn report(&mut self) -> Result<Audit, NoTable> {
        self.learn()?;
        let nothing = || NoTable("there are no items".to_owned());
        let counts = self.counts.as_ref().ok_or_else(nothing)?;
        Ok(Audit::of(counts, self.items, self.keyless, self.options.sampled))
    }

    /// Learns patterns from the waiting items, and counts them.
    ///
    /// # Errors
    ///
    /// If the table's keys are not given and cannot be guessed from attribute names.
    pub(crate) fn learn(&mut self) -> Result<(), NoTable> {
        let items = std::mem::take(&mut self.waiting).into_iter().filter_map(|item| StoredItem::new(item).ok());
        let items: Vec<_> = items.collect();
        self.waiting_bytes = 0;
        if self.counts.is_none() && (!items.is_empty() || self.options.shape.is_some()) {
            self.counts = Some(Counts::of(&self.options, &items)?);
        }
        if let Some(counts) = &mut self.counts {
            self.keyless += counts.learn(&items);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::audit::shape::TableShape;

    fn item(value: Value) -> StoredItem {
        StoredItem::new(value.as_object().unwrap().clone()).unwrap()
    }

    fn order(tenant: &str, n: u64) -> StoredItem {
        let (partition, sort) = (format!("TENANT#{tenant}"), format!("ORDER#{n:06}"));
        item(json!({ "PK": {"S": partition}, "SK": {"S": sort}, "cents": {"N": (n * 7 + 1).to_string()} }))
    }

    /// The items of one tenant come first, as in a table that is read partition by partition.
    #[test]
    fn late_values_do_not_form_a_new_pattern() {
        let mut auditor = Auditor::new(AuditOptions::default());
        for n in 0..30_000 {
            auditor.add(order("acme", n)).unwrap();
        }
        assert_eq!(auditor.report().unwrap().patterns[0].template, "TENANT#acme  ORDER#<digits>");
        for tenant in 0..200 {
            for n in 0..30 {
                auditor.add(order(&format!("t{}", "x".repeat(tenant)), n)).unwrap();
            }
        }
        let audit = auditor.report().unwrap();
        assert_eq!(audit.patterns.len(), 1, "{audit:#?}");
        let pattern = &audit.patterns[0];
        assert_eq!((pattern.template.as_str(), pattern.items), ("TENANT#<word>  ORDER#<digits>", 36_000));
        assert_eq!(pattern.partition_keys.estimate, 201);
        assert_eq!((pattern.top[0].key.as_str(), pattern.top[0].items), ("TENANT#acme", 30_000));
        assert_eq!(pattern.parts[0].distinct.estimate, 201);
        assert!(pattern.parts[1].distinct.estimate.abs_diff(30_000) < 2_100, "{:?}", pattern.parts[1]);
    }

    #[test]
    fn a_restored_state_gives_the_same_report() {
        let all = |n: u64| order(["acme", "pear"][n as usize % 2], n);
        let (mut one, mut two) = (Auditor::new(AuditOptions::default()), Auditor::new(AuditOptions::default()));
        for n in 0..25_000 {
            one.add(all(n)).unwrap();
            two.add(all(n)).unwrap();
            if n % 7_000 == 0 {
                two = serde_json::from_str(&serde_json::to_string(&two).unwrap()).unwrap();
            }
        }
        assert_eq!(one.report().unwrap(), two.report().unwrap());
    }

    #[test]
    fn items_without_the_key_are_counted_separately() {
        let mut auditor = Auditor::new(AuditOptions { shape: Some(TableShape::new("PK", None)), ..Default::default() });
        auditor.add(item(json!({ "PK": {"S": "a"} }))).unwrap();
        auditor.add(item(json!({ "id": {"S": "a"} }))).unwrap();
        let audit = auditor.report().unwrap();
        assert_eq!((audit.items, audit.keyless, audit.patterns[0].items), (1, 1, 1));
    }
}
