//! Names of days and months, and units of time.

#[derive(Debug)]
pub(crate) struct DateWords {
    pub(crate) am: &'static str,
    pub(crate) pm: &'static str,
    pub(crate) today: &'static str,
    pub(crate) tomorrow: &'static str,
    pub(crate) minute_unit: &'static str,
    pub(crate) hour_unit: &'static str,
    pub(crate) weekdays: [&'static str; 7],
    pub(crate) weekdays_short: [&'static str; 7],
    pub(crate) months: [&'static str; 12],
    pub(crate) months_short: [&'static str; 12],
}

pub(super) const ENGLISH: DateWords = DateWords {
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
