//! Days of the calendar, by their number since 1970.

/// Converts a day counted from 1970-01-01 to year, month and day.
pub(crate) fn civil(days: i128) -> (i128, i128, i128) {
    // Years begin in March, so that the leap day is the last one; eras have 400 years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i128::from(month <= 2), month, day)
}

/// Returns the number of days in a month; 0 if the year has fewer or more months.
pub fn days_of_month(year: i128, month: i128) -> i128 {
    match month {
        1..=11 => day_number(year, month + 1, 1) - day_number(year, month, 1),
        12 => 31,
        _ => 0,
    }
}

/// Converts year, month and day to a day counted from 1970-01-01; a day past the month's end continues into
/// the next month.
pub(crate) fn day_number(year: i128, month: i128, day: i128) -> i128 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let shifted_month = (month + 9) % 12;
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}
