//! The amount to add, and the range in which the counter must stay.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Error, ErrorKind, Item, Result,
    counter::CounterField,
    item::stored::{shown, type_name},
    schema::Field,
};

/// An amount to add, and the range of the counter's type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Amount {
    pub(crate) value: i64,
    min: i128,
    max: i128,
}

impl Amount {
    pub(crate) fn of<N: CounterField>(value: i64) -> Self {
        Self { value, min: N::MIN, max: N::MAX }
    }

    /// Rejects an amount that fits no stored value, and a negative one for unsigned counters with random shards.
    pub(crate) fn check(&self, field: &Field, is_random: bool) -> Result<()> {
        if self.value < 0 && self.min == 0 && is_random {
            let message = format!(
                "each shard of `{}` counts separately, and an unsigned one cannot go below 0 while others are above; \
                 give the field a signed type, such as `i64`",
                field.name
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        let (up, down) = self.limits();
        if self.value >= 0 && up < self.min || self.value < 0 && down > self.max {
            return Err(self.out_of_range(field, "any value"));
        }
        Ok(())
    }

    /// Returns the greatest and the least value to which the amount can be added.
    fn limits(&self) -> (i128, i128) {
        let value = i128::from(self.value);
        (self.max.saturating_sub(value), self.min.saturating_sub(value))
    }

    /// Returns the condition that the counter `#counter` stays in its range, and the value of `:limit` in it. A missing
    /// item counts as 0.
    pub(crate) fn condition(&self) -> (&'static str, AttributeValue) {
        let (up, down) = self.limits();
        let number = |limit: i128| AttributeValue::N(limit.to_string());
        if self.value >= 0 && up >= 0 {
            ("attribute_not_exists(#counter) OR #counter <= :limit", number(up))
        } else if self.value >= 0 {
            ("#counter <= :limit", number(up))
        } else if down <= 0 {
            ("attribute_not_exists(#counter) OR #counter >= :limit", number(down))
        } else {
            ("#counter >= :limit", number(down))
        }
    }

    /// Returns the error if the condition failed for this item.
    pub(crate) fn refused(&self, field: &Field, stored: Option<&Item>) -> Error {
        match stored.and_then(|stored| stored.get(field.attribute)) {
            Some(found) if !found.is_n() => not_a_number(field, found),
            found => {
                let stored = found.map_or_else(|| "0".to_owned(), |found| shown(Some(found)));
                self.out_of_range(field, &stored)
            }
        }
    }

    fn out_of_range(&self, field: &Field, stored: &str) -> Error {
        let Self { value, min, max } = self;
        let message = format!(
            "adding {value} to {stored} leaves the range of counter `{}`, {min} to {max}; add less, or give the field \
             a wider type",
            field.name
        );
        Error::new(ErrorKind::OutOfRange, message)
    }
}

/// Returns the error if a counter's attribute is not a number.
pub(crate) fn not_a_number(field: &Field, found: &AttributeValue) -> Error {
    let message = format!(
        "counter `{}` is {}, and a counter is stored as a whole number (N); repair the item, or drop `#[serde(..)]` \
         from the field",
        field.name,
        match found {
            AttributeValue::N(digits) => digits,
            found => type_name(found),
        }
    );
    Error::new(ErrorKind::Decode, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Field = Field::new("n", "n", "").for_purpose(crate::schema::Purpose::Counter);

    /// Evaluates the condition on a stored number. `None` means that there is no item.
    fn holds(amount: Amount, stored: Option<i128>) -> bool {
        let (condition, limit) = amount.condition();
        let limit: i128 = limit.as_n().unwrap().parse().unwrap();
        match stored {
            None => condition.starts_with("attribute_not_exists"),
            Some(stored) if condition.contains("<=") => stored <= limit,
            Some(stored) => stored >= limit,
        }
    }

    fn check_range<N: CounterField>(amounts: impl Iterator<Item = i64>) {
        for value in amounts {
            let amount = Amount::of::<N>(value);
            let fits = |stored: i128| (N::MIN..=N::MAX).contains(&(stored + i128::from(value)));
            let any = (N::MIN..=N::MAX).any(fits);
            assert_eq!(amount.check(&FIELD, false).is_ok(), any, "{value}");
            if any {
                assert_eq!(holds(amount, None), fits(0), "{value}");
                for stored in N::MIN..=N::MAX {
                    assert_eq!(holds(amount, Some(stored)), fits(stored), "{stored} {value}");
                }
            }
        }
    }

    #[test]
    fn the_condition_holds_exactly_for_results_in_range() {
        check_range::<i8>(-300..300);
        check_range::<u8>(-300..300);
    }

    #[test]
    fn extreme_amounts_overflow_nothing() {
        for value in [i64::MIN, -1, 0, 1, i64::MAX] {
            for amount in [Amount::of::<i64>(value), Amount::of::<u64>(value)] {
                let _ = (amount.check(&FIELD, true), amount.condition());
            }
        }
        assert!(Amount::of::<u64>(-1).check(&FIELD, true).is_err());
        assert!(Amount::of::<i64>(-1).check(&FIELD, true).is_ok());
    }
}
