//! Selects the requests that a fault applies to.

use super::draws::Draws;
use super::{Failure, Latency};
use crate::Error;
use crate::dispatch::OPERATIONS;
use crate::request::{Request, Target};

/// Selects requests, and sets how often they fail or are delayed.
///
/// A rule begins with the operations, [`Rule::on`] or [`Rule::all`]. Tables, indexes and lanes restrict it further:
/// several of one kind are alternatives, and a request matches if one item in it fits all kinds. The rule applies to
/// every matching request unless [`probability`](Rule::probability), [`first`](Rule::first) or [`every`](Rule::every)
/// restricts it; the last one of these calls counts. A rule can have a latency and a failure; without either it does
/// nothing.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a rule does nothing until `Faults` have it"]
pub struct Rule {
    operations: Vec<String>,
    tables: Vec<String>,
    indexes: Vec<String>,
    lanes: Vec<Lane>,
    frequency: Frequency,
    latency: Option<Latency>,
    failure: Option<Failure>,
}

#[derive(Debug, Clone, PartialEq)]
enum Lane {
    Exact(String),
    Prefix(String),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Frequency {
    Always,
    Probability(f64),
    First(u64),
    Every(u64),
}

impl Rule {
    /// Makes a rule for requests of every operation.
    pub fn all() -> Self {
        Self {
            operations: Vec::new(),
            tables: Vec::new(),
            indexes: Vec::new(),
            lanes: Vec::new(),
            frequency: Frequency::Always,
            latency: None,
            failure: None,
        }
    }

    /// Makes a rule for requests of these operations, with DynamoDB's names: `Query`, `PutItem`.
    ///
    /// # Errors
    ///
    /// If no operation is named, or the engine has no operation of that name.
    pub fn on<S: AsRef<str>>(operations: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        let operations: Vec<String> = operations.into_iter().map(|name| name.as_ref().to_owned()).collect();
        if operations.is_empty() {
            return Err(Error::fault("a rule names no operation", "name one, or use `Rule::all`"));
        }
        if let Some(unknown) = operations.iter().find(|name| !OPERATIONS.contains(&name.as_str())) {
            return Err(Error::fault(
                format_args!("the embedded engine has no operation `{unknown}`"),
                "name it as DynamoDB does, such as `Query` or `PutItem`",
            ));
        }
        Ok(Self { operations, ..Self::all() })
    }

    /// Restricts the rule to requests that name this table.
    pub fn table(mut self, name: impl Into<String>) -> Self {
        self.tables.push(name.into());
        self
    }

    /// Restricts the rule to requests that read this index: `Query` and `Scan`.
    pub fn index(mut self, name: impl Into<String>) -> Self {
        self.indexes.push(name.into());
        self
    }

    /// Restricts the rule to requests that name this partition key value.
    ///
    /// The value is that of the table's partition key, or of the index's if the request queries an index. Text is
    /// compared unchanged, a number as the request writes it, bytes as their Base64. The values of a partition key of
    /// several attributes are joined by `#`. A batch or transaction matches if any item in it does. `Scan`, PartiQL and
    /// operations on tables name no partition key value.
    pub fn lane(mut self, value: impl Into<String>) -> Self {
        self.lanes.push(Lane::Exact(value.into()));
        self
    }

    /// Restricts the rule to requests that name a partition key value with this prefix; see [`Rule::lane`].
    pub fn lane_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.lanes.push(Lane::Prefix(prefix.into()));
        self
    }

    /// Applies to each matching request with this probability, between 0 and 1.
    ///
    /// # Errors
    ///
    /// If it is below 0, above 1, or NaN.
    pub fn probability(mut self, probability: f64) -> Result<Self, Error> {
        if !(0.0..=1.0).contains(&probability) {
            return Err(Error::fault(format_args!("{probability} is not a probability"), "give 0 to 1"));
        }
        self.frequency = Frequency::Probability(probability);
        Ok(self)
    }

    /// Applies to the first `n` matching requests of each lane.
    pub fn first(mut self, n: u64) -> Self {
        self.frequency = Frequency::First(n);
        self
    }

    /// Applies to the `n`-th matching request of each lane, and to every `n`-th after it.
    ///
    /// # Errors
    ///
    /// If `n` is 0.
    pub fn every(mut self, n: u64) -> Result<Self, Error> {
        if n == 0 {
            return Err(Error::fault("a rule cannot apply to every 0th request", "give 1 or more"));
        }
        self.frequency = Frequency::Every(n);
        Ok(self)
    }

    /// Delays the answer or the failure. Replaces an earlier latency of this rule.
    pub fn latency(mut self, latency: Latency) -> Self {
        self.latency = Some(latency);
        self
    }

    /// Fails the request. Replaces an earlier failure of this rule.
    pub fn fail(mut self, failure: Failure) -> Self {
        self.failure = Some(failure);
        self
    }

    /// Returns the lane that a request counts for, or `None` if the rule does not match it.
    pub(super) fn matched(&self, request: &Request) -> Option<Vec<Target>> {
        if !self.operations.is_empty() && !self.operations.contains(&request.operation) {
            return None;
        }
        let matched: Vec<Target> = request.targets.iter().filter(|target| self.fits(target)).cloned().collect();
        let narrow = !(self.tables.is_empty() && self.indexes.is_empty() && self.lanes.is_empty());
        (!matched.is_empty() || !narrow).then_some(matched)
    }

    fn fits(&self, target: &Target) -> bool {
        let table = self.tables.is_empty() || self.tables.contains(&target.table);
        let index = self.indexes.is_empty() || target.index.as_ref().is_some_and(|name| self.indexes.contains(name));
        let lane = self.lanes.is_empty()
            || target.lane.as_ref().is_some_and(|value| self.lanes.iter().any(|lane| lane.fits(value)));
        table && index && lane
    }

    /// Returns whether the rule applies. `number` counts the matching requests of the lane from 0.
    pub(super) fn strikes(&self, number: u64, draws: &mut Draws) -> bool {
        match self.frequency {
            Frequency::Always => true,
            Frequency::Probability(probability) => draws.uniform() < probability,
            Frequency::First(n) => number < n,
            Frequency::Every(n) => number % n == n - 1,
        }
    }

    pub(super) fn effects(&self) -> (Option<&Latency>, Option<&Failure>) {
        (self.latency.as_ref(), self.failure.as_ref())
    }
}

impl Lane {
    fn fits(&self, value: &str) -> bool {
        match self {
            Self::Exact(exact) => value == exact,
            Self::Prefix(prefix) => value.starts_with(prefix),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(table: &str, index: Option<&str>, lane: Option<&str>) -> Target {
        Target { table: table.into(), index: index.map(str::to_owned), lane: lane.map(str::to_owned) }
    }

    fn request(operation: &str, targets: &[Target]) -> Request {
        Request { operation: operation.into(), targets: targets.iter().cloned().collect() }
    }

    #[test]
    fn a_rule_matches_requests_that_meet_all_its_conditions() {
        let one = request("Query", &[target("t", Some("g"), Some("a#1"))]);
        let matches = |rule: Rule| rule.matched(&one).is_some();
        assert!(matches(Rule::all()));
        assert!(matches(Rule::on(["GetItem", "Query"]).unwrap().table("t").index("g").lane("a#1")));
        assert!(matches(Rule::all().lane("b").lane_prefix("a#")));
        assert!(matches(Rule::all().table("u").table("t")));
        assert!(!matches(Rule::on(["Scan"]).unwrap()));
        assert!(!matches(Rule::all().table("u")));
        assert!(!matches(Rule::all().index("h")));
        assert!(!matches(Rule::all().lane("a#")));
        assert!(!matches(Rule::all().lane_prefix("b")));
    }

    #[test]
    fn a_rule_matches_the_items_of_a_batch_that_fit() {
        let items = [target("t", None, Some("a")), target("t", None, Some("b")), target("u", None, Some("c"))];
        let batch = request("BatchWriteItem", &items);
        assert_eq!(Rule::all().lane("b").lane("c").matched(&batch), Some(items[1..].to_vec()));
        assert_eq!(Rule::all().table("u").lane("b").matched(&batch), None);
        assert_eq!(Rule::all().matched(&batch), Some(items.to_vec()));
    }

    #[test]
    fn requests_without_a_target_match_only_unrestricted_rules() {
        let list = request("ListTables", &[]);
        assert_eq!(Rule::all().matched(&list), Some(Vec::new()));
        assert_eq!(Rule::all().table("t").matched(&list), None);
        assert_eq!(Rule::all().lane_prefix("").matched(&list), None);
    }

    #[test]
    fn frequencies_count_from_the_first_request() {
        let struck = |rule: Rule| -> Vec<u64> {
            (0..9).filter(|number| rule.strikes(*number, &mut Draws::new(1, 0, &[], *number))).collect()
        };
        assert_eq!(struck(Rule::all()).len(), 9);
        assert_eq!(struck(Rule::all().first(2)), [0, 1]);
        assert_eq!(struck(Rule::all().every(4).unwrap()), [3, 7]);
        assert!(struck(Rule::all().probability(0.0).unwrap()).is_empty());
        assert_eq!(struck(Rule::all().probability(1.0).unwrap()).len(), 9);
        assert_eq!(struck(Rule::all().first(1).every(1).unwrap()).len(), 9, "the last one counts");
    }

    #[test]
    fn invalid_parameters_are_rejected_with_a_fix() {
        let text = |rule: Result<Rule, Error>| rule.unwrap_err().to_string();
        for probability in [f64::NAN, f64::INFINITY, -0.1, 1.1] {
            assert!(text(Rule::all().probability(probability)).ends_with("is not a probability; give 0 to 1"));
        }
        assert!(text(Rule::all().every(0)).contains("every 0th request; give 1 or more"));
        assert!(text(Rule::on(["query"])).contains("no operation `query`; name it as DynamoDB does"));
        assert!(text(Rule::on::<&str>([])).contains("`Rule::all`"));
    }
}
