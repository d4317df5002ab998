//! What has become of the leads that were captured in some days.

use std::collections::BTreeMap;

use parlour_db::{Conn, DbError, FromRow, columns, params, sql};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::report::MinuteHistogram;
use parlour_domain::report::period::Period;

use super::{ReportScope, figures};

figures! {
    /// How many have reached which stage; one that was lost counts in those that it has passed.
    LeadFunnel {
        lead_count: "count(*)",
        contacted_count: "count(l.first_contacted_at)",
        followed_up_count: "count(l.followed_up_at)",
        booked_count: "count(l.booked_at)",
        won_count: "count(l.won_at)",
        lost_count: "count(l.lost_at)",
        /// What the visits that they led to have brought so far, less what was credited.
        revenue_paise: "cast(coalesce(sum((select sum(i.total_amount_paise - i.credited_paise) from invoices i
         where i.booking_id = l.converted_booking_id and ($3 = '' or i.branch_id = $3))), 0) as bigint)",
    }
}

/// Where a lead came from: source, medium and campaign.
pub type UtmKey = (Option<String>, Option<String>, Option<String>);

/// Leads belong to no branch; the visits that they have led to do.
pub fn sum_by_utm(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<UtmKey, LeadFunnel>, DbError> {
    let mut found = BTreeMap::<UtmKey, LeadFunnel>::new();
    for week in scope.period.weeks() {
        let rows = conn.all_with(
            sql!(
                "select l.utm_source, l.utm_medium, l.utm_campaign, ",
                columns!(LeadFunnel, ""),
                " from leads l
                 where l.created_at >= $1 and l.created_at < $2
                 group by l.utm_source, l.utm_medium, l.utm_campaign"
            ),
            params![week.starts_at(), week.ends_at(), scope.branch()],
            |columns| {
                let utm = (columns.take()?, columns.take()?, columns.take()?);
                Ok((utm, LeadFunnel::from_row(columns)?))
            },
        )?;
        for (utm, funnel) in rows {
            *found.entry(utm).or_default() += funnel;
        }
    }
    Ok(found)
}

/// How long each lead that has been contacted had to wait for it.
pub fn response_times(conn: &mut Conn<'_>, period: Period) -> Result<MinuteHistogram, DbError> {
    let mut found = MinuteHistogram::default();
    for day in period.days().map(Period::of_day) {
        conn.all_with(
            "select created_at, first_contacted_at from leads
             where created_at >= $1 and created_at < $2 and first_contacted_at is not null",
            params![day.starts_at(), day.ends_at()],
            |columns| {
                let (captured, contacted) = (columns.take::<Timestamp>()?, columns.take::<Timestamp>()?);
                found.record(contacted.millis_since(captured).max(0) / MINUTE_MS);
                Ok(())
            },
        )?;
    }
    Ok(found)
}
