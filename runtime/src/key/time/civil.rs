//! Dates of the proleptic Gregorian calendar.
//!
//! The arithmetic counts 400-year eras of years that begin in March, so that a leap day is the last day of a year.

/// Seconds in a day.
pub(super) const DAY: i64 = 86_400;

const DAYS_IN_ERA: i64 = 146_097;
const DAYS_BEFORE_1970: i64 = 719_468;

/// A date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Civil {
    pub(super) year: i64,
    /// From 1 to 12.
    pub(super) month: i64,
    /// From 1 to 31.
    pub(super) day: i64,
}

impl Civil {
    /// Returns the date this many days after 1970-01-01.
    pub(super) const fn of_days(days: i64) -> Self {
        let days = days + DAYS_BEFORE_1970;
        let era = days.div_euclid(DAYS_IN_ERA);
        let day_of_era = days.rem_euclid(DAYS_IN_ERA);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + (month <= 2) as i64;
        Self { year, month, day }
    }

    /// Returns the days from 1970-01-01 to this date.
    pub(super) const fn days(self) -> i64 {
        let year = self.year - (self.month <= 2) as i64;
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let month_from_march = if self.month > 2 { self.month - 3 } else { self.month + 9 };
        let day_of_year = (153 * month_from_march + 2) / 5 + self.day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * DAYS_IN_ERA + day_of_era - DAYS_BEFORE_1970
    }

    /// Returns the first day of the month after this date's.
    pub(super) const fn next_month(self) -> Self {
        if self.month == 12 {
            Self { year: self.year + 1, month: 1, day: 1 }
        } else {
            Self { year: self.year, month: self.month + 1, day: 1 }
        }
    }

    /// Returns whether this date exists.
    pub(super) fn exists(self) -> bool {
        Self::of_days(self.days()) == self
    }
}

/// Returns the Monday of the week that contains a day.
pub(super) const fn monday(days: i64) -> i64 {
    // 1970-01-01 was a Thursday.
    days - (days + 3).rem_euclid(7)
}

/// Returns the year and number of a day's ISO 8601 week. The year is the one that contains the week's Thursday.
pub(super) const fn iso_week(days: i64) -> (i64, i64) {
    let thursday = monday(days) + 3;
    let year = Civil::of_days(thursday).year;
    let new_year = Civil { year, month: 1, day: 1 }.days();
    (year, (thursday - new_year) / 7 + 1)
}

/// Returns the Monday of an ISO 8601 week.
pub(super) const fn monday_of_iso_week(year: i64, week: i64) -> i64 {
    // 4 January is always in week 1.
    monday(Civil { year, month: 1, day: 4 }.days()) + 7 * (week - 1)
}
