//! `/reports/leads`: what became of those who asked.

use parlour_app::reports::{CampaignRow, LeadsReport, UtmRow};
use parlour_domain::report::basis_points;
use parlour_store::reports::lead_funnel::LeadFunnel;
use parlour_store::reports::nearest_day::Reported;
use parlour_store::{Conn, DbError};

use super::asked::{Direction, ReportName};
use super::comparison::{Counted, WithBefore};
use super::content::{Figure, Funnel, FunnelStep, ReportContent, ShareList, ShareRow};
use super::page::{ReportView, Shown};
use super::read_request::ReadRequest;
use super::table::{Cell, Column, UnsortedTable};
use parlour_texts::Texts;
use parlour_web::format;

/// The width of a step that every lead has reached.
const FUNNEL_WIDTH: i64 = 640;
const MINUTES_PER_DAY: i64 = 24 * 60;

pub(super) struct LeadsView;

impl ReportView for LeadsView {
    const NAME: ReportName = ReportName::Leads;
    type Figures = WithBefore<LeadsReport>;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Self::Figures, DbError> {
        WithBefore::compute(conn, request)
    }

    fn content(figures: &Self::Figures, shown: &Shown<'_>) -> ReportContent {
        let report = &figures.now;
        ReportContent {
            days_before: Some(shown.days_before()),
            figures: key_figures(figures, shown),
            funnel: Some(funnel(&report.funnel, shown)),
            shares: vec![first_calls(report, shown)],
            tables: vec![campaigns(report, shown).sorted(shown.asked), sources(report, shown).sorted(shown.asked)],
            notes: vec![shown.texts.reports().leads_note()],
            ..ReportContent::default()
        }
    }

    fn missing(figures: &Self::Figures) -> Option<Reported> {
        (figures.now.funnel.lead_count == 0).then_some(Reported::Leads)
    }
}

fn key_figures(figures: &WithBefore<LeadsReport>, shown: &Shown<'_>) -> Vec<Figure> {
    let (text, now, before) = (shown.texts.reports(), &figures.now, &figures.before);
    let counted = Counted { now: now.funnel.lead_count, before: before.funnel.lead_count };
    let leads_before = format::count(counted.before);
    let leads = counted.change(counted.before, counted.now);
    let revenue_before = format::money(before.funnel.revenue_paise);
    let revenue = counted.change(before.funnel.revenue_paise, now.funnel.revenue_paise);
    let time = |minutes: Option<i64>| minutes.map_or_else(|| "–".to_owned(), |minutes| wait_text(minutes, shown.texts));
    vec![
        Figure::compared(text.leads(), format::count(counted.now), (&leads_before, leads), text),
        Figure::new(
            text.conversion(),
            format::percent(now.conversion_basis_points),
            text.was(&format::percent(before.conversion_basis_points)),
        ),
        Figure::compared(text.brought_in(), format::money(now.funnel.revenue_paise), (&revenue_before, revenue), text),
        Figure::new(
            text.first_call(),
            time(now.response_time.median_minutes),
            text.on_average(&time(now.response_time.average_minutes)),
        ),
    ]
}

fn funnel(funnel: &LeadFunnel, shown: &Shown<'_>) -> Funnel {
    let text = shown.texts.reports();
    let step = |name, class, count: i64, of: Option<i64>| FunnelStep {
        name,
        class,
        width: basis_points(count, funnel.lead_count) * FUNNEL_WIDTH / 10_000,
        count: format::count(count),
        note: of.map_or_else(String::new, |of| text.of_step_before(&format::percent(basis_points(count, of)))),
    };
    Funnel {
        title: text.funnel(),
        about: text.lost_count(funnel.lost_count),
        steps: vec![
            step(text.came_in(), "f", funnel.lead_count, None),
            step(text.contacted(), "f2", funnel.contacted_count, Some(funnel.lead_count)),
            step(text.booked_leads(), "f3", funnel.booked_count, Some(funnel.contacted_count)),
            step(text.won(), "f4", funnel.won_count, Some(funnel.booked_count)),
        ],
    }
}

/// How soon leads were called for the first time.
fn first_calls(report: &LeadsReport, shown: &Shown<'_>) -> ShareList {
    let (text, waits) = (shown.texts.reports(), &report.response_time);
    let row = |(name, count): (&str, i64)| ShareRow {
        name: name.to_owned(),
        note: String::new(),
        amount: format::count(count),
        share: Some(basis_points(count, report.funnel.lead_count)),
    };
    let rows = [
        (text.within_hour(), waits.within_one_hour_count),
        (text.within_four_hours(), waits.within_four_hours_count),
        (text.within_day(), waits.within_one_day_count),
        (text.later(), waits.later_count),
        (text.not_yet(), waits.not_yet_count),
    ];
    ShareList { title: text.first_calls(), rows: rows.map(row).into() }
}

fn campaigns(report: &LeadsReport, shown: &Shown<'_>) -> UnsortedTable {
    let text = shown.texts.reports();
    let cells = |name: &str, funnel: &LeadFunnel, conversion: Cell| {
        let mut cells = vec![Cell::text(name)];
        cells.extend(funnel_cells(funnel));
        cells.push(conversion);
        cells
    };
    let row = |row: &CampaignRow| {
        let name = row.utm_campaign.as_deref().unwrap_or_else(|| text.no_campaign());
        cells(name, &row.funnel, Cell::share(row.conversion_basis_points))
    };
    let mut columns = vec![Column::text("name", text.campaign())];
    columns.extend(funnel_columns(shown));
    columns.push(Column::figure("conversion", text.conversion()));
    UnsortedTable {
        name: "campaigns",
        title: text.campaigns(),
        columns,
        rows: report.campaigns.iter().map(row).collect(),
        foot: cells(text.total(), &report.funnel, Cell::percent(report.conversion_basis_points)),
        order: Some(("leads", Direction::Descending)),
    }
}

fn sources(report: &LeadsReport, shown: &Shown<'_>) -> UnsortedTable {
    let text = shown.texts.reports();
    let row = |row: &UtmRow| {
        let named = |name: &Option<String>| name.as_deref().map_or_else(Cell::none, Cell::text);
        let mut cells = vec![named(&row.utm_source), named(&row.utm_medium), named(&row.utm_campaign)];
        cells.extend(funnel_cells(&row.funnel));
        cells
    };
    let mut columns = vec![
        Column::text("source", text.source()),
        Column::text("medium", text.medium()),
        Column::text("campaign", text.campaign()),
    ];
    columns.extend(funnel_columns(shown));
    UnsortedTable {
        name: "sources",
        title: text.sources(),
        columns,
        rows: report.sources.iter().map(row).collect(),
        foot: Vec::new(),
        order: Some(("revenue", Direction::Descending)),
    }
}

fn funnel_columns(shown: &Shown<'_>) -> [Column; 7] {
    let text = shown.texts.reports();
    [
        Column::figure("leads", text.leads()),
        Column::detail("contacted", text.contacted()),
        Column::detail("followed-up", text.followed_up()),
        Column::figure("booked", text.booked_leads()),
        Column::detail("won", text.won()),
        Column::detail("lost", text.lost()),
        Column::figure("revenue", text.brought_in()),
    ]
}

fn funnel_cells(funnel: &LeadFunnel) -> [Cell; 7] {
    [
        Cell::count(funnel.lead_count),
        Cell::count(funnel.contacted_count),
        Cell::count(funnel.followed_up_count),
        Cell::count(funnel.booked_count),
        Cell::count(funnel.won_count),
        Cell::count(funnel.lost_count),
        Cell::money(funnel.revenue_paise),
    ]
}

/// To the minute within a day, then in days.
fn wait_text(minutes: i64, texts: Texts) -> String {
    if minutes < MINUTES_PER_DAY {
        return texts.format_minutes(minutes);
    }
    texts.reports().day_count(minutes / MINUTES_PER_DAY)
}
