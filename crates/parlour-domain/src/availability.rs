//! The slots of a day.

use chrono::NaiveTime;

use crate::ist::minutes_after_midnight;

const FIRST_START_MINUTES: u32 = 10 * 60;
const SLOT_MINUTES: u32 = 30;
const SLOTS: u32 = 22;

/// Half an hour on the wall, and whether it can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    pub start: NaiveTime,
    pub end: NaiveTime,
    pub available: bool,
}

/// An open branch takes every request: 22 half hours from 10:00 to 21:00, all available.
pub fn open_day() -> impl Iterator<Item = Slot> {
    (0..SLOTS).map(|slot| {
        let start = FIRST_START_MINUTES + slot * SLOT_MINUTES;
        Slot {
            start: minutes_after_midnight(start),
            end: minutes_after_midnight(start + SLOT_MINUTES),
            available: true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_day_has_22_half_hours_from_10_to_21() {
        let slots: Vec<Slot> = open_day().collect();
        assert_eq!(slots.len(), 22);
        assert_eq!(slots[0].start.to_string(), "10:00:00");
        assert_eq!(slots[21].start.to_string(), "20:30:00");
        assert_eq!(slots[21].end.to_string(), "21:00:00");
        assert!(slots.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert!(slots.iter().all(|slot| slot.available));
    }
}
