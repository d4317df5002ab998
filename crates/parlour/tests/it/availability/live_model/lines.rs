//! The services of a booking in the model, one after the other, each with whoever does it.

use super::model::MINUTES_PER_DAY;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServiceKind {
    Salon,
    Spa,
}

/// A service of the catalogue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Service {
    pub(super) id: &'static str,
    pub(super) kind: ServiceKind,
    pub(super) duration: i64,
    pub(super) buffer: i64,
}

const fn service(id: &'static str, kind: ServiceKind, duration: i64, buffer: i64) -> Service {
    Service { id, kind, duration, buffer }
}

pub(super) const SERVICES: [Service; 7] = [
    service("service-cut", ServiceKind::Salon, 45, 0),
    service("service-wash", ServiceKind::Salon, 30, 10),
    service("service-colour", ServiceKind::Salon, 90, 0),
    service("service-trim", ServiceKind::Salon, 17, 0),
    service("service-small-01", ServiceKind::Salon, 5, 0),
    service("service-massage", ServiceKind::Spa, 60, 10),
    service("service-steam", ServiceKind::Spa, 20, 0),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) service: &'static str,
    pub(super) staff: Option<usize>,
    pub(super) duration: i64,
    pub(super) buffer: i64,
}

impl Line {
    /// A line as the catalogue has it.
    pub(super) fn of(service: &Service, staff: Option<usize>) -> Self {
        Self { service: service.id, staff, duration: service.duration, buffer: service.buffer }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct BookingLength {
    pub(super) duration: i64,
    pub(super) buffer: i64,
}

impl BookingLength {
    pub(super) const HALF_HOUR: Self = Self { duration: 30, buffer: 0 };

    pub(super) fn of(lines: &[Line]) -> Self {
        Self {
            duration: lines.iter().map(|line| line.duration).sum(),
            buffer: lines.iter().map(|line| line.buffer).sum(),
        }
    }

    pub(super) fn minutes(self) -> i64 {
        self.duration + self.buffer
    }

    /// Time is given away in fives, and not past midnight.
    pub(super) fn end_from(self, start: i64) -> i64 {
        in_fives(start, self.minutes()).1
    }
}

/// The fives that some minutes touch: from and until.
pub(super) fn in_fives(start: i64, minutes: i64) -> (i64, i64) {
    (start / 5 * 5, ((start + minutes + 4) / 5 * 5).min(MINUTES_PER_DAY))
}

/// Time of somebody: from and until.
#[derive(Debug, Clone, Copy)]
pub(super) struct BusyTime {
    pub(super) staff: usize,
    pub(super) from: i64,
    pub(super) until: i64,
}

/// Everyone's own lines. Whoever does several in a row tidies up after the last of them.
pub(super) fn busy_times(start: i64, lines: &[Line]) -> Vec<BusyTime> {
    let (mut times, mut at) = (Vec::new(), start);
    for in_a_row in lines.chunk_by(|one, next| one.staff == next.staff) {
        let length = BookingLength::of(in_a_row);
        if let Some(staff) = in_a_row[0].staff {
            let (from, until) = in_fives(at, length.minutes());
            times.push(BusyTime { staff, from, until });
        }
        at += length.duration;
    }
    times
}

/// Whoever does everything.
pub(super) fn sole_staff(lines: &[Line]) -> Option<usize> {
    let first = lines.first()?.staff;
    first.filter(|_| lines.iter().all(|line| line.staff == first))
}

/// A line that the desk asks for; what is absent stays.
#[derive(Debug, Clone, Copy)]
pub(super) struct RequestedLine {
    pub(super) service: Service,
    pub(super) staff: Option<usize>,
    pub(super) duration: Option<i64>,
}

/// The second line of a service is its second line before, and so on. A new one is done by whoever does everything.
pub(super) fn requested_lines(before: &[Line], requested: &[RequestedLine]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for RequestedLine { service, staff, duration } in requested {
        let earlier = lines.iter().filter(|line| line.service == service.id).count();
        let own = before.iter().filter(|line| line.service == service.id).nth(earlier);
        let kept = own.copied().unwrap_or_else(|| Line::of(service, sole_staff(before)));
        lines.push(Line { staff: staff.or(kept.staff), duration: duration.unwrap_or(kept.duration), ..kept });
    }
    lines
}
