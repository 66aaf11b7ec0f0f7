//! Checks settings against DynamoDB's limits and against the schema.

use keywright::{schema::Regions, throttling::Throughput};

use super::{Alarms, Capacity, Encryption, InfrastructureError, Range, Settings, Stream};
use crate::infrastructure::{GlobalIndex, Place, word};

type Checked = Result<(), InfrastructureError>;

/// Checks the settings of a table with these indexes, whose replicas are as consistent as `regions` says.
pub(in crate::infrastructure) fn check(
    settings: &Settings,
    regions: Regions,
    table: &Place,
    indexes: &[GlobalIndex],
) -> Checked {
    recovery(settings.point_in_time_recovery_days)?;
    encryption(&settings.encryption)?;
    tags(settings)?;
    replicas(settings)?;
    consistency(settings, regions)?;
    settings.alarms.as_ref().map_or(Ok(()), alarms)?;
    let places: Vec<_> = std::iter::once(table).chain(indexes.iter().map(|index| &index.place)).collect();
    named_indexes(&settings.capacity, &places)?;
    if let Capacity::Provisioned(provisioned) = &settings.capacity {
        target(provisioned.target_percent)?;
    }
    places.iter().try_for_each(|place| capacity(&settings.capacity, place))
}

fn refused(message: String) -> Checked {
    Err(InfrastructureError(message))
}

fn recovery(days: u8) -> Checked {
    if days <= 35 {
        return Ok(());
    }
    refused(format!("point_in_time_recovery_days: {days}\nfix   1 to 35 days, or 0 to disable point-in-time recovery"))
}

fn encryption(encryption: &Encryption) -> Checked {
    match encryption {
        Encryption::CustomerManaged(key) if !key.starts_with("arn:") => refused(format!(
            "encryption: the customer-managed key `{key}` is not an ARN\nfix   \"arn:aws:kms:REGION:ACCOUNT:key/ID\"; \
             another environment passes its key as a parameter"
        )),
        _ => Ok(()),
    }
}

/// Checks tags. AWS: [Tagging
/// restrictions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html#Tagging.Restrictions).
fn tags(settings: &Settings) -> Checked {
    if settings.tags.len() > 50 {
        return refused(format!("tags: {} tags\nfix   DynamoDB accepts at most 50", settings.tags.len()));
    }
    let wrong = settings.tags.iter().find(|(key, value)| {
        let (key_length, value_length) = (key.chars().count(), value.chars().count());
        key.to_lowercase().starts_with("aws:") || !(1..=128).contains(&key_length) || value_length > 256
    });
    match wrong {
        None => Ok(()),
        Some((key, _)) => refused(format!(
            "tags: `{key}`\nfix   a key has 1 to 128 characters and does not begin with `aws:`, and a value has at \
             most 256"
        )),
    }
}

fn replicas(settings: &Settings) -> Checked {
    let Some(regions) = &settings.replicas else { return Ok(()) };
    let witness = settings.witness.iter().map(|region| ("witness", region));
    let named: Vec<_> = regions.iter().map(|region| ("replicas", region)).chain(witness).collect();
    for (place, (setting, region)) in named.iter().enumerate() {
        if !is_region(region) {
            return refused(format!("{setting}: `{region}`\nfix   the name of a region, such as \"eu-west-1\""));
        }
        if named.iter().take(place).any(|(_, other)| other == region) {
            return refused(format!("{setting}: `{region}` twice\nfix   name each other region once"));
        }
    }
    match settings.stream {
        Some(stream) if !regions.is_empty() && stream != Stream::NewAndOldImages => refused(
            "stream: a table with replicas has a stream of new and old images\nfix   \"new_and_old_images\" or null"
                .to_owned(),
        ),
        _ => Ok(()),
    }
}

/// Checks the number of Regions of a table with strong consistency between them, which is exactly three.
///
/// AWS: [multi-Region strong
/// consistency](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html). Which
/// Regions can be combined is left to DynamoDB.
fn consistency(settings: &Settings, regions: Regions) -> Checked {
    let replicas = settings.replicas.as_ref().map_or(0, Vec::len);
    match (regions, replicas, &settings.witness) {
        (Regions::Eventual, _, None) | (Regions::Strong, 2, None) | (Regions::Strong, 1, Some(_)) => Ok(()),
        (Regions::Eventual, _, Some(witness)) => refused(format!(
            "witness: `{witness}`, and the table's replicas are eventually consistent\nfix   remove it, or declare \
             `#[table(regions = \"strong\")]`"
        )),
        (Regions::Strong, _, witness) => refused(format!(
            "replicas: {replicas} of a table with `regions = \"strong\"`{}, which has exactly three Regions\nfix   \
             \"replicas\": [\"us-east-2\", \"us-west-2\"], or \"replicas\": [\"us-east-2\"] and \"witness\": \
             \"us-west-2\", beside the Region where it is deployed",
            if witness.is_some() { " and a witness" } else { "" }
        )),
    }
}

/// Whether a name has the form of `eu-west-1` or `us-gov-west-1`.
fn is_region(name: &str) -> bool {
    let parts: Vec<_> = name.split('-').collect();
    let Some((number, words)) = parts.split_last() else { return false };
    let word = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    words.len() >= 2 && words.iter().all(word) && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Checks alarms. AWS: [Evaluating an
/// alarm](https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html): at most a day.
fn alarms(alarms: &Alarms) -> Checked {
    let Alarms { throttles_per_minute, minutes, of_minutes } = *alarms;
    if throttles_per_minute > 0 && (1..=of_minutes).contains(&minutes) && of_minutes <= 1_440 {
        return Ok(());
    }
    refused(format!(
        "alarms: {throttles_per_minute} throttles per minute in {minutes} of {of_minutes} minutes\nfix   at least 1 \
         throttle, in 1 or more of at most 1,440 minutes"
    ))
}

fn named_indexes(capacity: &Capacity, places: &[&Place]) -> Checked {
    let names: Vec<&String> = match capacity {
        Capacity::OnDemand(maximum) => maximum.indexes.keys().collect(),
        Capacity::Provisioned(provisioned) => provisioned.indexes.keys().collect(),
    };
    let declared: Vec<_> = places.iter().filter_map(|place| place.index.as_deref()).collect();
    match names.into_iter().find(|name| !declared.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) if declared.is_empty() => {
            refused(format!("capacity.indexes: `{name}`\nfix   remove it: the table has no global index"))
        }
        Some(name) => refused(format!(
            "capacity.indexes: the table has no global index `{name}`\nfix   one of `{}`",
            declared.join("`, `")
        )),
    }
}

fn capacity(capacity: &Capacity, place: &Place) -> Checked {
    let index = place.index.as_deref();
    Throughput::ALL.into_iter().try_for_each(|throughput| match capacity {
        Capacity::OnDemand(maximum) => {
            maximum.of(index).of(throughput).map_or(Ok(()), |units| holds_peak(place, throughput, units))
        }
        Capacity::Provisioned(provisioned) => range(place, throughput, provisioned.of(index).of(throughput)),
    })
}

fn target(percent: u8) -> Checked {
    if (20..=90).contains(&percent) {
        return Ok(());
    }
    refused(format!("capacity: target_percent {percent}\nfix   20 to 90, the range of DynamoDB's autoscaling"))
}

fn range(place: &Place, throughput: Throughput, range: Range) -> Checked {
    if range.min == 0 || range.min > range.max {
        return refused(format!(
            "capacity: {} units of {} from {} to {}\nfix   a minimum of at least 1, and a maximum not below it",
            word(throughput),
            place.described(),
            range.min,
            range.max
        ));
    }
    holds_peak(place, throughput, range.max)
}

fn holds_peak(place: &Place, throughput: Throughput, units: u64) -> Checked {
    let peak = place.peak.of(throughput);
    if units >= peak.max(1) {
        return Ok(());
    }
    refused(format!(
        "capacity: at most {units} {} units per second for {}, whose declared peaks need {peak}\nfix   raise the \
         maximum, or lower the `peak(..)` of the entities if it overstates the load",
        word(throughput),
        place.described()
    ))
}
