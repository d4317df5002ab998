//! Names of days and months, and units of time.

#[derive(Debug)]
pub struct DateWords {
    pub am: &'static str,
    pub pm: &'static str,
    pub today: &'static str,
    pub tomorrow: &'static str,
    pub minute_unit: &'static str,
    pub hour_unit: &'static str,
    pub weekdays: [&'static str; 7],
    pub weekdays_short: [&'static str; 7],
    pub months: [&'static str; 12],
    pub months_short: [&'static str; 12],
}

pub const ENGLISH: DateWords = DateWords {
    am: "am",
    pm: "pm",
    today: "Today",
    tomorrow: "Tomorrow",
    minute_unit: "min",
    hour_unit: "h",
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    weekdays_short: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    months_short: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
};
