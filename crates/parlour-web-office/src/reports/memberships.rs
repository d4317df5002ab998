//! `/reports/memberships`: hours sold, hours used, and hours that are owed.

use parlour_app::reports::{MembershipFigures, MembershipsReport, TierRow};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_store::reports::nearest_day::Reported;
use parlour_store::{Conn, DbError};

use super::asked::ReportName;
use super::comparison::{Change, Counted, WithBefore};
use super::content::{ChartCard, Figure, ReportContent};
use super::page::{ReportView, Shown};
use super::read_request::ReadRequest;
use super::table::{Cell, Column, UnsortedTable};
use crate::chart::{NamedBar, NamedBarChart};
use parlour_web::format;

/// Hours are sold and used by these.
const MEMBERSHIP_INVOICES: [InvoiceType; 2] = [InvoiceType::MembershipPurchase, InvoiceType::MembershipSession];

pub(super) struct MembershipsView;

impl ReportView for MembershipsView {
    const NAME: ReportName = ReportName::Memberships;
    type Figures = WithBefore<MembershipsReport>;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Self::Figures, DbError> {
        WithBefore::compute(conn, request)
    }

    fn content(figures: &Self::Figures, shown: &Shown<'_>) -> ReportContent {
        ReportContent {
            days_before: Some(shown.days_before()),
            figures: key_figures(figures, shown),
            chart: Some(chart(&figures.now, shown)),
            tables: vec![table(&figures.now, shown).sorted(shown.asked)],
            notes: vec![shown.texts.reports().memberships_note()],
            ..ReportContent::default()
        }
    }

    fn missing(figures: &Self::Figures) -> Option<Reported> {
        // Hours that are owed are something, too.
        figures.now.tiers.is_empty().then_some(Reported::Invoices(&MEMBERSHIP_INVOICES))
    }
}

fn key_figures(figures: &WithBefore<MembershipsReport>, shown: &Shown<'_>) -> Vec<Figure> {
    let (text, now, before) = (shown.texts.reports(), &figures.now.totals, &figures.before.totals);
    let sold = Counted { now: now.sold.sold_count, before: before.sold.sold_count };
    let used = Counted { now: now.used.session_count, before: before.used.session_count };
    let sold_before = format::money(before.sold.sold_paise);
    let used_before = shown.texts.format_minutes(before.used.used_minutes);
    let owed = now.liability;
    vec![
        Figure::compared(
            text.sold(),
            format::money(now.sold.sold_paise),
            (&sold_before, sold.change(before.sold.sold_paise, now.sold.sold_paise)),
            text,
        )
        .with_more(text.sold_count(sold.now)),
        Figure::compared(
            text.hours_used(),
            shown.texts.format_minutes(now.used.used_minutes),
            (&used_before, used.change(before.used.used_minutes, now.used.used_minutes).map(Change::neutral)),
            text,
        )
        .with_more(text.session_count(used.now)),
        Figure::new(
            text.owed(),
            format::money(owed.owed_paise),
            text.owed_by(&shown.texts.format_minutes(owed.owed_minutes), owed.membership_count),
        ),
    ]
}

/// Hours by tier: those used as the slim bar, so that both are seen side by side.
fn chart(report: &MembershipsReport, shown: &Shown<'_>) -> ChartCard {
    let (text, totals) = (shown.texts.reports(), &report.totals);
    let hours = |minutes: i64| shown.texts.format_minutes(minutes);
    let bar = |tier: &TierRow| NamedBar {
        name: tier.name.clone(),
        value: tier.figures.sold.sold_minutes,
        second: Some(tier.figures.used.used_minutes),
    };
    let bars: Vec<NamedBar> = report.tiers.iter().map(bar).collect();
    let alt_text = text.memberships_chart(&hours(totals.sold.sold_minutes), &hours(totals.used.used_minutes));
    ChartCard {
        title: text.hours_by_tier(),
        chart: NamedBarChart { bars: &bars, whole: None, figure: &hours, alt_text }.draw(),
        now: text.hours_sold().to_owned(),
        before: Some(text.hours_used().to_owned()),
        has_two_figures: true,
    }
}

fn table(report: &MembershipsReport, shown: &Shown<'_>) -> UnsortedTable {
    let (text, texts) = (shown.texts.reports(), shown.texts);
    let cells = |name: &str, figures: &MembershipFigures| {
        vec![
            Cell::text(name),
            Cell::count(figures.sold.sold_count),
            Cell::minutes(figures.sold.sold_minutes, texts),
            Cell::money(figures.sold.sold_paise),
            Cell::count(figures.credited.credited_count),
            Cell::money(figures.credited.credited_paise),
            Cell::count(figures.used.session_count),
            Cell::minutes(figures.used.used_minutes, texts),
            Cell::count(figures.liability.membership_count),
            Cell::minutes(figures.liability.owed_minutes, texts),
            Cell::money(figures.liability.owed_paise),
        ]
    };
    UnsortedTable {
        name: "tiers",
        title: text.tiers(),
        rows: report.tiers.iter().map(|tier| cells(&tier.name, &tier.figures)).collect(),
        foot: cells(text.total(), &report.totals),
        columns: vec![
            Column::text("name", text.tier()),
            Column::figure("sold-count", text.sold_times()),
            Column::detail("sold-time", text.hours_sold()),
            Column::figure("sold", text.sold()),
            Column::detail("credited-count", text.credited_times()),
            Column::detail("credited", text.credited()),
            Column::detail("sessions", text.sessions()),
            Column::figure("used", text.hours_used()),
            Column::detail("active", text.active_at_end()),
            Column::detail("owed-time", text.hours_owed()),
            Column::figure("owed", text.owed()),
        ],
        order: None,
    }
}
