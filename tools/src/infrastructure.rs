//! The infrastructure of a table: its keys and indexes, which the schema decides, and the [`Settings`] of a
//! deployment.
//!
//! [`Infrastructure`] is the model. [`create_table`](Infrastructure::create_table),
//! [`cloudformation`](Infrastructure::cloudformation) and [`terraform`](Infrastructure::terraform) render it.
//!
//! ```
//! # use keywright::{Entity, Table};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Table)]
//! # #[entities(Order)]
//! # struct Shop;
//! # #[derive(Entity, Serialize, Deserialize)]
//! # #[entity(table = Shop)]
//! # #[pk(template = "CUSTOMER#<customer>")]
//! # #[sk(template = "ORDER#<id>")]
//! # struct Order { customer: String, id: String }
//! use keywright_tools::infrastructure::{Infrastructure, Settings};
//!
//! let settings = Settings::from_json(r#"{ "replicas": ["eu-west-1"] }"#)?;
//! let template = Infrastructure::new::<Shop>("shop", settings)?.cloudformation();
//! assert_eq!(template["Resources"]["Table"]["Type"], "AWS::DynamoDB::GlobalTable");
//! # Ok::<(), keywright_tools::infrastructure::InfrastructureError>(())
//! ```

mod dashboard;
mod index;
mod place;
pub(crate) mod scaling;
mod settings;
mod steps;
mod throttle_alarm;

use keywright::{
    Schema, Table,
    schema::{EntitySchema, Regions, Segment, TableSchema},
    throttling::{Limit, Throughput},
};

pub(crate) use dashboard::References;
pub(crate) use index::{Attribute, GlobalIndex, Key, LocalIndex, Projection, letter};
pub(crate) use place::{Place, THROTTLES_AT_LAUNCH, word};
pub use settings::{
    Alarms, Capacity, ContributorInsights, Encryption, InfrastructureError, Maximum, OnDemand, Provisioned, Range,
    Scaling, Settings, Stream, TableClass,
};
pub use steps::{Step, Steps};
pub(crate) use throttle_alarm::ThrottleAlarm;

/// A table with everything that is deployed with it.
#[derive(Debug, Clone)]
pub struct Infrastructure {
    pub(crate) table_name: String,
    pub(crate) settings: Settings,
    pub(crate) key: Key,
    pub(crate) ttl: Option<&'static str>,
    pub(crate) regions: Regions,
    pub(crate) table: Place,
    pub(crate) indexes: Vec<GlobalIndex>,
    pub(crate) local_indexes: Vec<LocalIndex>,
    has_sensitive_keys: bool,
}

/// Panics for a schema whose settings have no default: when a program that renders a template of it is compiled.
pub(crate) const fn require_default_settings<S: Schema>() {
    assert!(
        matches!(<S::Table as Table>::SCHEMA.regions, Regions::Eventual),
        "KW026: a template of a table with `regions = \"strong\"` names its Regions; render it by \
         `Infrastructure::new::<S>(name, settings)?`, with `replicas` in the settings"
    );
}

impl Infrastructure {
    /// Creates the infrastructure of a schema's table.
    ///
    /// # Errors
    ///
    /// If a setting exceeds DynamoDB's limits, names an index that the table lacks, limits throughput to less than the
    /// declared peaks need, or does not name the Regions of a table with `regions = "strong"`.
    pub fn new<S: Schema>(table_name: &str, settings: Settings) -> Result<Self, InfrastructureError> {
        let infrastructure = Self { settings, ..Self::safe(&<S::Table as Table>::SCHEMA, S::ENTITIES, table_name) };
        let Self { settings, regions, table, indexes, .. } = &infrastructure;
        settings::check(settings, *regions, table, indexes)?;
        Ok(infrastructure)
    }

    /// Creates the infrastructure of a table with the default settings. Every schema accepts them, except that a table
    /// with strong consistency between Regions needs their names.
    pub(crate) fn safe(table: &TableSchema, entities: &[&EntitySchema], table_name: &str) -> Self {
        let names = std::iter::once(None).chain(table.indexes.iter().map(|index| Some(index.name)));
        let mut places = Place::of_all(names, entities).into_iter();
        let (of_table, of_indexes) = (places.next(), places);
        Self {
            table_name: table_name.to_owned(),
            settings: Settings::default(),
            key: Key::of_table(table),
            ttl: table.ttl,
            regions: table.regions,
            table: of_table.unwrap_or_default(),
            indexes: table.indexes.iter().zip(of_indexes).map(|(index, place)| GlobalIndex::of(index, place)).collect(),
            local_indexes: table.local_indexes.iter().map(|index| LocalIndex::of(table, index)).collect(),
            has_sensitive_keys: entities.iter().any(|entity| has_sensitive_keys(entity)),
        }
    }

    /// Returns the table, then its global indexes.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        std::iter::once(&self.table).chain(self.indexes.iter().map(|index| &index.place))
    }

    /// Returns which parts throttle when the table is launched at its declared peaks. `None` if none does.
    pub(crate) fn launch(&self) -> Option<String> {
        let sentences: Vec<_> = self.places().filter_map(Place::launch).collect();
        (!sentences.is_empty()).then(|| format!("{} Let the load rise over hours.", sentences.join(" ")))
    }

    /// Returns each key attribute once, because an index may share one with the table.
    pub(crate) fn key_attributes(&self) -> Vec<&Attribute> {
        let mut attributes = Vec::<&Attribute>::new();
        let of_indexes = self.indexes.iter().flat_map(|index| index.key.attributes());
        let of_local_indexes = self.local_indexes.iter().flat_map(|index| index.key.attributes());
        for attribute in self.key.attributes().chain(of_indexes).chain(of_local_indexes) {
            if !attributes.contains(&attribute) {
                attributes.push(attribute);
            }
        }
        attributes
    }

    pub(crate) fn has_replicas(&self) -> bool {
        self.settings.replicas.as_ref().is_some_and(|regions| !regions.is_empty())
    }

    /// Returns the table's stream. Replicas need one.
    pub(crate) fn stream(&self) -> Option<Stream> {
        self.settings.stream.or_else(|| self.has_replicas().then_some(Stream::NewAndOldImages))
    }

    /// Returns the mode of Contributor Insights, unless it is off.
    pub(crate) fn insights(&self) -> Option<&'static str> {
        let is_private = self.has_sensitive_keys || self.settings.encryption != Encryption::Dynamodb;
        let automatic = if is_private { ContributorInsights::Off } else { ContributorInsights::ThrottledKeys };
        self.settings.contributor_insights.unwrap_or(automatic).wire()
    }

    /// Returns the limits that can throttle a place.
    ///
    /// AWS: [ThrottlingReason](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html).
    pub(crate) fn limits(&self, place: &Place, throughput: Throughput) -> Vec<Limit> {
        match &self.settings.capacity {
            Capacity::Provisioned(_) => vec![Limit::KeyRange, Limit::Provisioned],
            Capacity::OnDemand(maximum) if maximum.of(place.index.as_deref()).of(throughput).is_some() => {
                vec![Limit::KeyRange, Limit::Account, Limit::MaxOnDemand]
            }
            Capacity::OnDemand(_) => vec![Limit::KeyRange, Limit::Account],
        }
    }
}

/// Whether a key of the entity or of its sentinels holds a sensitive field. Older keys have only fields of current
/// ones.
fn has_sensitive_keys(entity: &EntitySchema) -> bool {
    let is_sensitive = |field: u8| entity.fields.get(usize::from(field)).is_some_and(|field| field.sensitive);
    let templates = entity.keys.iter().flat_map(|key| std::iter::once(&key.partition).chain(&key.sort));
    let in_templates = templates.flat_map(|template| template.segments).any(|segment| match segment {
        Segment::Field { field, .. } => is_sensitive(*field),
        _ => false,
    });
    // The key of a sentinel holds the unique value and the fields within which it is unique.
    let in_sentinels = entity.fields.iter().any(|field| {
        field.unique.is_some_and(|unique| field.sensitive || unique.within.iter().any(|within| is_sensitive(*within)))
    });
    in_templates || in_sentinels
}
