//! A throttling reason with its resource.

use std::fmt;

use super::Reason;

/// An entry of DynamoDB's list of reasons for throttling a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Throttle {
    reason: Reason,
    resource: Option<String>,
}

impl Throttle {
    /// Creates an entry from a reason and the ARN of the table or index.
    #[must_use]
    pub const fn new(reason: Reason, resource: Option<String>) -> Self {
        Self { reason, resource }
    }

    /// Returns the reason.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// Returns the ARN of the table or index, unchanged.
    #[must_use]
    pub fn resource(&self) -> Option<&str> {
        self.resource.as_deref()
    }

    /// Returns the table's name on AWS, from the ARN.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        let path = self.path()?;
        Some(path.split_once('/').map_or(path, |(table, _)| table))
    }

    /// Returns the index's name, from the ARN. `None` for the table itself.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        let (_, of_table) = self.path()?.split_once('/')?;
        of_table.strip_prefix("index/").filter(|name| !name.is_empty())
    }

    /// The part after `table/` in an ARN such as `arn:aws:dynamodb:eu-west-1:123456789012:table/ops/index/GSI1`.
    fn path(&self) -> Option<&str> {
        let resource = self.resource()?.splitn(6, ':').nth(5)?;
        resource.strip_prefix("table/")
    }
}

/// Prints the reason and, in brackets, the ARN.
impl fmt::Display for Throttle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.resource {
            Some(arn) => write!(f, "{} ({arn})", self.reason),
            None => self.reason.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arn: &str) -> Throttle {
        Throttle::new(Reason::Unknown("made up".into()), Some(arn.into()))
    }

    #[test]
    fn the_arn_names_table_and_index() {
        let table = of("arn:aws:dynamodb:eu-west-1:123456789012:table/ops.log");
        assert_eq!((table.table(), table.index()), (Some("ops.log"), None));
        let index = of("arn:aws-cn:dynamodb:cn-north-1:123456789012:table/ops/index/GSI_1.a-b");
        assert_eq!((index.table(), index.index()), (Some("ops"), Some("GSI_1.a-b")));
        assert_eq!(
            index.to_string(),
            "made up (arn:aws-cn:dynamodb:cn-north-1:123456789012:table/ops/index/GSI_1.a-b)"
        );
    }

    #[test]
    fn other_texts_name_no_table_or_index() {
        for text in ["", "ops", "table/ops/index/GSI1", "arn:aws:s3:::ops", "arn:aws:dynamodb:r:1:global-table/ops"] {
            assert_eq!((of(text).table(), of(text).index()), (None, None), "{text}");
        }
        let stream = of("arn:aws:dynamodb:r:1:table/ops/stream/2026-06-22T00:00:00.000");
        assert_eq!((stream.table(), stream.index()), (Some("ops"), None));
        assert_eq!(of("arn:aws:dynamodb:r:1:table/ops/index/").index(), None);
        let none = Throttle::new(Reason::Unknown("made up".into()), None);
        assert_eq!((none.table(), none.index(), none.to_string().as_str()), (None, None, "made up"));
    }
}
