//! Shifts, leave and holidays change.

use parlour_db::params;
use parlour_domain::ist::time_at_minute;
use parlour_testkit::TestSalon;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::small_salon::PUNE;

use super::free_time::weekday_of;
use super::random_history::{History, date_of};

/// The shifts of a day, each with a break or none.
type ShiftHours = &'static [(i64, i64, Option<(i64, i64)>)];

const HOURS: [ShiftHours; 5] = [
    &[],
    &[(600, 1140, None)],
    &[(607, 772, None), (840, 1132, Some((902, 938)))],
    &[(660, 1260, Some((780, 840)))],
    &[(600, 1140, Some((700, 701)))],
];

impl History {
    pub(super) async fn change_staff(&mut self) {
        let (staff, day) = (self.dice.one_of(&[0, 1, 2]), self.random_day());
        let (id, now) = (self.model.staff[staff].id, self.salon.now());
        let version = self.log.len();
        match self.dice.below(4) {
            0 | 1 => {
                let hours = self.dice.one_of(&HOURS);
                let weekday = weekday_of(day);
                let somebody = &mut self.model.staff[staff];
                somebody.shifts.retain(|shift| shift.0 != weekday);
                somebody.breaks.retain(|shift| shift.0 != weekday);
                somebody.shifts.extend(hours.iter().map(|(from, until, _)| (weekday, *from, *until)));
                somebody
                    .breaks
                    .extend(hours.iter().filter_map(|hours| hours.2).map(|(from, until)| (weekday, from, until)));
                self.log.push(format!("{id} works {hours:?} on day {day}"));
                replace_shifts(&self.salon, id, weekday, hours, version).await;
            }
            2 if self.model.staff[staff].leave.is_empty() => {
                self.model.staff[staff].leave.push(day);
                self.log.push(format!("{id} is away on day {day}"));
                let date = date_of(day);
                write_transaction(&self.salon.app, move |tx| {
                    tx.execute(
                        "insert into staff_leave (id, staff_id, start_date, end_date, status, decided_at, created_at, updated_at)
                         values ($1, $1, $2, $2, 'approved', $3, $3, $3)",
                        params![id, date, now],
                    )
                    .map(drop)
                })
                .await;
            }
            2 => {
                self.model.staff[staff].leave.clear();
                self.log.push(format!("{id} is back"));
                write_transaction(&self.salon.app, move |tx| {
                    tx.execute("delete from staff_leave where staff_id = $1", params![id]).map(drop)
                })
                .await;
            }
            _ => self.toggle_holiday(day).await,
        }
    }

    async fn toggle_holiday(&mut self, day: i64) {
        let (date, now) = (date_of(day), self.salon.now());
        let was = self.model.holidays.contains(&day);
        self.log.push(format!("day {day} is a holiday: {}", !was));
        if was {
            self.model.holidays.retain(|known| *known != day);
        } else {
            self.model.holidays.push(day);
        }
        write_transaction(&self.salon.app, move |tx| {
            if was {
                tx.execute("delete from branch_holidays where holiday_date = $1", params![date])?;
            } else {
                tx.execute(
                    "insert into branch_holidays (id, branch_id, holiday_date, created_at) values ($1, $2, $3, $4)",
                    params![date.to_string(), PUNE, date, now],
                )?;
            }
            Ok(())
        })
        .await;
    }
}

async fn replace_shifts(salon: &TestSalon, staff: &'static str, weekday: i64, hours: ShiftHours, version: usize) {
    let time = |minute: i64| time_at_minute(u32::try_from(minute).unwrap());
    write_transaction(&salon.app, move |tx| {
        tx.execute("delete from staff_shifts where staff_id = $1 and weekday = $2", params![staff, weekday])?;
        for (from, until, pause) in hours {
            let id = format!("{staff} {weekday} {version} {from}");
            tx.execute(
                "insert into staff_shifts (id, staff_id, weekday, start_time, end_time) values ($1, $2, $3, $4, $5)",
                params![id, staff, weekday, time(*from), time(*until)],
            )?;
            if let Some((from, until)) = pause {
                tx.execute(
                    "insert into staff_shift_breaks (shift_id, start_time, end_time) values ($1, $2, $3)",
                    params![id, time(*from), time(*until)],
                )?;
            }
        }
        Ok(())
    })
    .await;
}
