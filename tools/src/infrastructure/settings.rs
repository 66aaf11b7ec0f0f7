//! Settings of a deployment that the schema does not decide.

mod capacity;
mod check;

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

pub use capacity::{Capacity, Maximum, OnDemand, Provisioned, Range, Scaling};
pub(super) use check::check;

/// Settings of a deployment that the schema does not decide. The default is safe for production.
///
/// They are read from JSON. A setting that is not named has its default:
///
/// ```
/// use keywright_tools::infrastructure::{Settings, Stream};
///
/// let settings = Settings::from_json(r#"{ "stream": "new_and_old_images", "tags": { "team": "orders" } }"#)?;
/// assert_eq!(settings.stream, Some(Stream::NewAndOldImages));
/// assert!(settings.deletion_protection);
/// # Ok::<(), keywright_tools::infrastructure::InfrastructureError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Settings {
    /// Whether DynamoDB refuses to delete the table. If not, deleting the stack also deletes the table. Default:
    /// `true`.
    ///
    /// AWS: [Deletion
    /// protection](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html#WorkingWithTables.Basics.DeletionProtection).
    pub deletion_protection: bool,
    /// The number of days to which the table can be restored, or 0 to disable point-in-time recovery. Default: 35, the
    /// maximum.
    ///
    /// AWS: [Point-in-time
    /// recovery](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html).
    pub point_in_time_recovery_days: u8,
    /// The key that encrypts the table. Default: DynamoDB's own.
    pub encryption: Encryption,
    /// Tags of the table. Default: none.
    pub tags: BTreeMap<String, String>,
    /// What the table's stream contains. Default: no stream, or [`Stream::NewAndOldImages`] for a table with replicas,
    /// which needs it.
    pub stream: Option<Stream>,
    /// How throughput is paid for and limited. Default: on demand, without a maximum.
    pub capacity: Capacity,
    /// The storage class. Default: [`TableClass::Standard`].
    pub table_class: TableClass,
    /// The other regions of a global table. An empty list declares a global table that can get replicas later. Default:
    /// `None`, a table of one region.
    ///
    /// CloudFormation cannot turn a deployed table of one region into a global table.
    ///
    /// A table with `regions = "strong"` has two other Regions: two replicas, or a replica and the
    /// [`witness`](Self::witness).
    pub replicas: Option<Vec<String>>,
    /// The Region that is a witness of a table with `regions = "strong"`: it stores the changes, and serves neither
    /// reads nor writes. Default: none.
    ///
    /// AWS: [multi-Region strong
    /// consistency](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html).
    pub witness: Option<String>,
    /// The keys that Contributor Insights reports. Default: [`ContributorInsights::ThrottledKeys`], or
    /// [`ContributorInsights::Off`] for a table with an encryption key of its own or with a sensitive field in a key
    /// or in a sentinel's, because Contributor Insights shows keys in plain text.
    ///
    /// AWS:
    /// [UpdateContributorInsights](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContributorInsights.html).
    pub contributor_insights: Option<ContributorInsights>,
    /// When throttling raises an alarm, or `None` for no alarms. Default: 1 throttled read or write per minute, in 3 of
    /// 5 minutes.
    pub alarms: Option<Alarms>,
    /// Whether to create a CloudWatch dashboard. Default: `true`.
    pub dashboard: bool,
}

/// The key that encrypts a table.
///
/// AWS: [Encryption at
/// rest](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Encryption {
    /// A key that DynamoDB owns. It costs nothing, and AWS KMS does not show its use.
    #[default]
    Dynamodb,
    /// The account's key `alias/aws/dynamodb`. AWS KMS charges for its use and logs it.
    AwsManaged,
    /// The key in AWS KMS with this ARN. It is the default of the template's parameter.
    CustomerManaged(String),
}

/// What the records of a stream contain.
///
/// AWS: [StreamSpecification](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_StreamSpecification.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stream {
    /// The table's key of the changed item.
    KeysOnly,
    /// The item after the change.
    NewImage,
    /// The item before the change.
    OldImage,
    /// The item before and after the change.
    NewAndOldImages,
}

/// A storage class.
///
/// AWS: [Table classes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.TableClasses.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TableClass {
    /// Standard.
    #[default]
    Standard,
    /// Infrequent access: storage costs less, throughput more.
    StandardInfrequentAccess,
}

/// The keys that Contributor Insights reports, for the table and for each global index.
///
/// AWS: [Contributor
/// Insights](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/contributorinsights_HowItWorks.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContributorInsights {
    /// None.
    Off,
    /// The most throttled keys. Only throttled requests are charged.
    ThrottledKeys,
    /// The most accessed keys and the most throttled ones. Every request is charged.
    AccessedAndThrottledKeys,
}

/// When throttling raises an alarm.
///
/// There is one alarm for each reason of throttling, for reads and for writes, of the table and of each global index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Alarms {
    /// A minute with at least this number of throttled reads or writes counts. Default: 1.
    pub throttles_per_minute: u32,
    /// The number of such minutes that raises the alarm. Default: 3.
    pub minutes: u32,
    /// The number of latest minutes among which they are counted. Default: 5.
    pub of_minutes: u32,
}

/// The error if settings are refused, or if no update brings a deployed table to the schema. The text names the fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InfrastructureError(pub(crate) String);

impl fmt::Display for InfrastructureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InfrastructureError {}

impl Default for Settings {
    fn default() -> Self {
        Self {
            deletion_protection: true,
            point_in_time_recovery_days: 35,
            encryption: Encryption::Dynamodb,
            tags: BTreeMap::new(),
            stream: None,
            capacity: Capacity::default(),
            table_class: TableClass::Standard,
            replicas: None,
            witness: None,
            contributor_insights: None,
            alarms: Some(Alarms::default()),
            dashboard: true,
        }
    }
}

impl Default for Alarms {
    fn default() -> Self {
        Self { throttles_per_minute: 1, minutes: 3, of_minutes: 5 }
    }
}

impl Settings {
    /// Reads settings from JSON.
    ///
    /// # Errors
    ///
    /// If a setting is unknown or of another type.
    pub fn from_json(text: &str) -> Result<Self, InfrastructureError> {
        serde_json::from_str(text).map_err(|error| {
            InfrastructureError(format!(
                "{error}\nfix   the command `settings` writes all settings with their defaults"
            ))
        })
    }
}

impl Stream {
    pub(crate) fn wire(self) -> &'static str {
        match self {
            Self::KeysOnly => "KEYS_ONLY",
            Self::NewImage => "NEW_IMAGE",
            Self::OldImage => "OLD_IMAGE",
            Self::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }
}

impl TableClass {
    pub(crate) fn wire(self) -> &'static str {
        match self {
            Self::Standard => "STANDARD",
            Self::StandardInfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
        }
    }
}

impl ContributorInsights {
    /// Returns the mode of Contributor Insights, if it is on.
    pub(crate) fn wire(self) -> Option<&'static str> {
        match self {
            Self::Off => None,
            Self::ThrottledKeys => Some("THROTTLED_KEYS"),
            Self::AccessedAndThrottledKeys => Some("ACCESSED_AND_THROTTLED_KEYS"),
        }
    }
}
