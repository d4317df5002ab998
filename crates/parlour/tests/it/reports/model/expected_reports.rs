//! The same reports once more, as somebody with a pencil would make them: every row looked at, nothing remembered.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};
use parlour_domain::ist::Timestamp;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE};
use serde_json::{Value, json};

use super::source_rows::{
    Amount, CashMovement, CreditNote, CreditedLine, DayClose, Invoice, Lead, Line, SourceRows, Tip,
};

pub(super) struct ReportQuery {
    pub(super) from: NaiveDate,
    pub(super) to: NaiveDate,
    pub(super) branch: Option<&'static str>,
    pub(super) today: NaiveDate,
}

impl ReportQuery {
    fn has(&self, day: NaiveDate) -> bool {
        (self.from..=self.to).contains(&day)
    }

    fn includes_branch(&self, branch: &str) -> bool {
        self.branch.is_none_or(|wanted| wanted == branch)
    }

    /// Without voided slips, which count nowhere.
    fn invoices<'r>(&self, rows: &'r SourceRows) -> Vec<&'r Invoice> {
        let all = rows.invoices.iter().filter(|invoice| invoice.voided_at.is_none());
        all.filter(|invoice| self.has(invoice.day) && self.includes_branch(&invoice.branch)).collect()
    }

    fn credit_notes<'r>(&self, rows: &'r SourceRows) -> Vec<&'r CreditNote> {
        let all = rows.credit_notes.iter();
        all.filter(|note| self.has(note.day) && self.includes_branch(&note.branch)).collect()
    }

    /// The report with what every report says.
    fn answer(&self, mut report: Value) -> Value {
        report["from"] = json!(self.from);
        report["to"] = json!(self.to);
        report["branchId"] = json!(self.branch);
        report
    }
}

fn count<T>(rows: &[T], is_meant: impl Fn(&T) -> bool) -> i64 {
    i64::try_from(rows.iter().filter(|row| is_meant(row)).count()).unwrap()
}

fn sum<T>(rows: &[T], of: impl Fn(&T) -> i64) -> i64 {
    rows.iter().map(of).sum()
}

/// To the nearest, halves up, in another way than the product's.
fn divided_rounding_half_up(amount: i64, by: i64) -> i64 {
    if by == 0 {
        return 0;
    }
    let (whole, rest) = (amount / by, amount % by);
    if 2 * rest >= by { whole + 1 } else { whole }
}

fn invoice_of<'r>(rows: &'r SourceRows, id: &str) -> &'r Invoice {
    rows.invoices.iter().find(|invoice| invoice.id == id).unwrap()
}

fn billed_totals(invoices: &[&Invoice]) -> Value {
    // Of a reopened booking, and taken back by no credit note.
    let stands = |one: &Invoice| one.superseded_at.is_none() || one.total > 0;
    let sum_standing = |of: &dyn Fn(&Invoice) -> i64| sum(invoices, |one| if stands(one) { of(one) } else { 0 });
    json!({
        "invoiceCount": count(invoices, |one| one.kind != "membership_session"),
        "visitCount": count(invoices, |one| one.kind == "service" && one.superseded_at.is_none()),
        "membershipCount": count(invoices, |one| one.kind == "membership_purchase"),
        "sessionCount": count(invoices, |one| one.kind == "membership_session"),
        "subtotalPaise": sum_standing(&|one| one.subtotal),
        "discountPaise": sum_standing(&|one| one.discount),
        "handDiscountPaise": sum_standing(&|one| if one.discount_reason.is_some() { one.discount } else { 0 }),
        "roundingPaise": sum(invoices, |one| one.rounding),
        "redeemedValuePaise": sum_standing(&|one| one.redeemed),
        "taxableValuePaise": sum(invoices, |one| one.taxable),
        "gstAmountPaise": sum(invoices, |one| one.gst),
        "totalAmountPaise": sum(invoices, |one| one.total),
    })
}

fn sales_figures(rows: &SourceRows, query: &ReportQuery) -> Value {
    let (invoices, notes) = (query.invoices(rows), query.credit_notes(rows));
    let mut figures = billed_totals(&invoices);
    figures["creditNoteCount"] = json!(notes.len());
    figures["creditedTaxableValuePaise"] = json!(sum(&notes, |note| note.taxable));
    figures["creditedGstPaise"] = json!(sum(&notes, |note| note.gst));
    figures["creditedRoundingPaise"] = json!(sum(&notes, |note| note.rounding));
    figures["creditedPaise"] = json!(sum(&notes, |note| note.total));
    let left: Vec<i64> = invoices.iter().map(|one| one.total - one.credited).filter(|left| *left > 0).collect();
    let average = divided_rounding_half_up(left.iter().sum(), i64::try_from(left.len()).unwrap());
    figures["remainingCount"] = json!(left.len());
    figures["remainingPaise"] = json!(left.iter().sum::<i64>());
    figures["averageBillPaise"] = json!(Some(average).filter(|_| !left.is_empty()));
    figures["netAmountPaise"] = json!(sum(&invoices, |one| one.total) - sum(&notes, |note| note.total));
    figures
}

pub(super) fn sales(rows: &SourceRows, query: &ReportQuery) -> Value {
    let length = u64::try_from((query.to - query.from).num_days()).unwrap() + 1;
    let on = |from: NaiveDate, to: NaiveDate| ReportQuery { from, to, ..*query };
    let days = query.from.iter_days().take(usize::try_from(length).unwrap()).map(|day| {
        let before = day - Days::new(length);
        let mut row = sales_figures(rows, &on(day, day));
        row["date"] = json!(day);
        row["previousDate"] = json!(before);
        row["previous"] = sales_figures(rows, &on(before, before));
        row
    });
    let days: Vec<Value> = days.collect();
    let (before, end) = (query.from - Days::new(length), query.from - Days::new(1));
    query.answer(json!({
        "previousFrom": before,
        "previousTo": end,
        "totals": sales_figures(rows, query),
        "previousTotals": sales_figures(rows, &on(before, end)),
        "series": days,
    }))
}

/// What credit notes of the period took back: the line that was billed, and the part of it.
fn credited_lines<'r>(rows: &'r SourceRows, query: &ReportQuery) -> Vec<(&'r CreditNote, &'r Line, &'r CreditedLine)> {
    let mut found = Vec::new();
    for note in query.credit_notes(rows) {
        for credited in rows.credited_lines.iter().filter(|line| line.note == note.id) {
            let is_meant = |line: &&Line| line.invoice == note.invoice && line.number == credited.number;
            found.push((note, rows.lines.iter().find(is_meant).unwrap(), credited));
        }
    }
    found
}

/// The lines for services, and those of what was credited with the credited amount.
fn service_lines<'r>(rows: &'r SourceRows, query: &ReportQuery) -> (Vec<&'r Line>, Vec<(&'r Line, i64)>) {
    let stands = |invoice: &&Invoice| invoice.superseded_at.is_none() || invoice.total > 0;
    let billed: BTreeSet<&str> =
        query.invoices(rows).into_iter().filter(stands).map(|invoice| invoice.id.as_str()).collect();
    let billed = rows.lines.iter().filter(|line| line.service.is_some() && billed.contains(line.invoice.as_str()));
    let credited = credited_lines(rows, query).into_iter().map(|(_, line, credited)| (line, credited.total));
    (billed.collect(), credited.filter(|(line, paise)| line.service.is_some() && *paise > 0).collect())
}

pub(super) fn services(rows: &SourceRows, query: &ReportQuery) -> Value {
    let (billed, credited) = service_lines(rows, query);
    let figures = |billed: &[&Line], credited: &[(&Line, i64)]| {
        json!({
            "count": billed.len(),
            "revenuePaise": sum(billed, |line| line.total),
            "creditedCount": credited.len(),
            "creditedPaise": sum(credited, |(_, paise)| *paise),
            "netPaise": sum(billed, |line| line.total) - sum(credited, |(_, paise)| *paise),
        })
    };
    let all = sum(&billed, |line| line.total);
    let mut found = Vec::new();
    for service in &rows.services {
        let is_meant = |line: &Line| line.service.as_ref() == Some(&service.id);
        let here: Vec<&Line> = billed.iter().copied().filter(|line| is_meant(line)).collect();
        let back: Vec<(&Line, i64)> = credited.iter().copied().filter(|(line, _)| is_meant(line)).collect();
        if here.is_empty() && back.is_empty() {
            continue;
        }
        let revenue = sum(&here, |line| line.total);
        let mut row = figures(&here, &back);
        row["serviceId"] = json!(service.id);
        row["name"] = json!(service.name);
        row["categoryName"] = json!(service.category);
        row["serviceType"] = json!(service.kind);
        row["shareBasisPoints"] = json!(divided_rounding_half_up(10_000 * revenue, all));
        found.push(((-revenue, -i64::try_from(here.len()).unwrap(), service.id.clone()), row));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    let services: Vec<Value> = found.into_iter().map(|(_, row)| row).collect();
    query.answer(json!({ "totals": figures(&billed, &credited), "services": services }))
}

fn tips<'r>(rows: &'r SourceRows, query: &ReportQuery) -> Vec<&'r Tip> {
    rows.tips.iter().filter(|tip| query.has(tip.day) && query.includes_branch(&tip.branch)).collect()
}

pub(super) fn staff(rows: &SourceRows, query: &ReportQuery) -> Value {
    let (billed, credited) = service_lines(rows, query);
    let all_tips = tips(rows, query);
    let mut found = Vec::new();
    let known = rows.staff.iter().map(|(id, name)| (Some(id.clone()), Some(name.clone())));
    for (id, name) in known.chain([(None, None)]) {
        let here: Vec<&&Line> = billed.iter().filter(|line| line.staff == id).collect();
        let back: Vec<&(&Line, i64)> = credited.iter().filter(|(line, _)| line.staff == id).collect();
        let tips: Vec<&&Tip> = all_tips.iter().filter(|tip| Some(&tip.staff) == id.as_ref()).collect();
        if here.is_empty() && back.is_empty() && tips.is_empty() {
            continue;
        }
        let visits: BTreeSet<&str> = here
            .iter()
            .filter(|line| invoice_of(rows, &line.invoice).superseded_at.is_none())
            .map(|line| line.invoice.as_str())
            .collect();
        let visits = i64::try_from(visits.len()).unwrap();
        let (revenue, given_back) = (sum(&here, |line| line.total), sum(&back, |(_, paise)| *paise));
        let row = json!({
            "staffId": id, "displayName": name, "visitCount": visits, "serviceCount": here.len(),
            "revenuePaise": revenue, "averagePaise": divided_rounding_half_up(revenue, visits), "creditedPaise": given_back,
            "netPaise": revenue - given_back, "tipCount": tips.len(), "tipsPaise": sum(&tips, |tip| tip.paise),
        });
        found.push(((-revenue, -visits, id), row));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    let staff: Vec<Value> = found.into_iter().map(|(_, row)| row).collect();
    let (revenue, given_back) = (sum(&billed, |line| line.total), sum(&credited, |(_, paise)| *paise));
    let totals = json!({
        "serviceCount": billed.len(), "revenuePaise": revenue, "creditedPaise": given_back,
        "netPaise": revenue - given_back, "tipCount": all_tips.len(), "tipsPaise": sum(&all_tips, |tip| tip.paise),
    });
    query.answer(json!({ "totals": totals, "staff": staff }))
}

/// Whether the invoice stands for a visit: its session was not reversed, nor its booking reopened.
fn is_visit(invoice: &Invoice) -> bool {
    invoice.kind != "membership_purchase" && invoice.voided_at.is_none() && invoice.superseded_at.is_none()
}

/// Who came on which days, whenever that was.
fn visits_by_customer(rows: &SourceRows, query: &ReportQuery) -> BTreeMap<String, BTreeSet<NaiveDate>> {
    let mut found = BTreeMap::<String, BTreeSet<NaiveDate>>::new();
    for invoice in &rows.invoices {
        if is_visit(invoice) && query.includes_branch(&invoice.branch) {
            found.entry(invoice.customer.clone()).or_default().insert(invoice.day);
        }
    }
    found
}

pub(super) fn customers(rows: &SourceRows, query: &ReportQuery) -> Value {
    let people: Vec<BTreeSet<NaiveDate>> = visits_by_customer(rows, query).into_values().collect();
    let visits = |query: &ReportQuery| {
        let invoices = query.invoices(rows);
        count(&invoices, |one| is_visit(one))
    };
    // The first visit in it, and whether it was the first of all.
    let came = |days: &BTreeSet<NaiveDate>, from, to| days.range(from..=to).next().copied();
    let is_new = |days: &BTreeSet<NaiveDate>, first| days.first() == Some(&first);
    let mut months = BTreeMap::<String, (NaiveDate, NaiveDate)>::new();
    for day in query.from.iter_days().take_while(|day| *day <= query.to) {
        months.entry(day.format("%Y-%m").to_string()).or_insert((day, day)).1 = day;
    }
    let month = |(name, (from, to)): (String, (NaiveDate, NaiveDate))| {
        let firsts = people.iter().filter_map(|days| Some((days, came(days, from, to)?)));
        let firsts: Vec<(&BTreeSet<NaiveDate>, NaiveDate)> = firsts.collect();
        let customers = i64::try_from(firsts.len()).unwrap();
        let new = count(&firsts, |(days, first)| is_new(days, *first));
        let retained =
            count(&firsts, |(days, first)| days.iter().any(|day| day > first && (*day - *first).num_days() <= 90));
        json!({
            "month": name, "visitCount": visits(&ReportQuery { from, to, ..*query }), "customerCount": customers,
            "newCount": new, "returningCount": customers - new, "retainedCount": retained,
            "retentionBasisPoints": divided_rounding_half_up(10_000 * retained, customers),
            "isFinal": (query.today - to).num_days() > 90,
        })
    };
    let months: Vec<Value> = months.into_iter().map(month).collect();
    let present = people.iter().filter_map(|days| Some((days, came(days, query.from, query.to)?)));
    let present: Vec<(&BTreeSet<NaiveDate>, NaiveDate)> = present.collect();
    let new = count(&present, |(days, first)| is_new(days, *first));
    let last_by_then = |days: &BTreeSet<NaiveDate>| days.range(..=query.to).next_back().copied();
    query.answer(json!({
        "visitCount": visits(query),
        "customerCount": present.len(),
        "newCount": new,
        "returningCount": i64::try_from(present.len()).unwrap() - new,
        "knownCount": count(&people, |days| last_by_then(days).is_some()),
        "lapsedCount":
            count(&people, |days| last_by_then(days).is_some_and(|last| (query.to - last).num_days() >= 90)),
        "months": months,
    }))
}

/// What a lead's visit has brought.
fn revenue(rows: &SourceRows, query: &ReportQuery, lead: &Lead) -> i64 {
    let Some(booking) = &lead.booking else { return 0 };
    let invoices: Vec<&Invoice> = rows.invoices.iter().filter(|one| one.booking.as_ref() == Some(booking)).collect();
    let here: Vec<&&Invoice> = invoices.iter().filter(|one| query.includes_branch(&one.branch)).collect();
    let back = rows.credit_notes.iter().filter(|note| here.iter().any(|one| one.id == note.invoice));
    sum(&here, |one| one.total) - back.map(|note| note.total).sum::<i64>()
}

fn funnel(rows: &SourceRows, query: &ReportQuery, leads: &[&Lead]) -> Value {
    json!({
        "leadCount": leads.len(),
        "contactedCount": count(leads, |lead| lead.contacted.is_some()),
        "followedUpCount": count(leads, |lead| lead.followed_up.is_some()),
        "bookedCount": count(leads, |lead| lead.booked.is_some()),
        "wonCount": count(leads, |lead| lead.won.is_some()),
        "lostCount": count(leads, |lead| lead.lost.is_some()),
        "revenuePaise": sum(leads, |lead| revenue(rows, query, lead)),
    })
}

fn conversion(leads: &[&Lead]) -> i64 {
    let booked = count(leads, |lead| lead.booked.is_some());
    divided_rounding_half_up(10_000 * booked, i64::try_from(leads.len()).unwrap())
}

fn response_time(leads: &[&Lead]) -> Value {
    let wait = |lead: &&Lead| {
        let millis = lead.contacted?.millis() - lead.captured.millis();
        Some(millis.max(0) / 60_000)
    };
    let mut waits: Vec<i64> = leads.iter().filter_map(wait).collect();
    waits.sort_unstable();
    let (half, total) = (waits.len() / 2, i64::try_from(waits.len()).unwrap());
    let median = match waits.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(waits[half]),
        _ => Some(divided_rounding_half_up(waits[half - 1] + waits[half], 2)),
    };
    let average = (total > 0).then(|| divided_rounding_half_up(waits.iter().sum(), total));
    json!({
        "averageMinutes": average,
        "medianMinutes": median,
        "withinOneHourCount": count(&waits, |wait| *wait < 60),
        "withinFourHoursCount": count(&waits, |wait| (60..240).contains(wait)),
        "withinOneDayCount": count(&waits, |wait| (240..1_440).contains(wait)),
        "laterCount": count(&waits, |wait| *wait >= 1_440),
        "notYetCount": i64::try_from(leads.len()).unwrap() - total,
    })
}

pub(super) fn leads(rows: &SourceRows, query: &ReportQuery) -> Value {
    let all: Vec<&Lead> = rows.leads.iter().filter(|lead| query.has(lead.captured.ist_date())).collect();
    let mut by_campaign = BTreeMap::<_, Vec<&Lead>>::new();
    let mut by_source = BTreeMap::<_, Vec<&Lead>>::new();
    for lead in &all {
        by_campaign.entry(&lead.campaign).or_default().push(lead);
        by_source.entry((&lead.source, &lead.medium, &lead.campaign)).or_default().push(lead);
    }
    let mut campaigns: Vec<_> = by_campaign.into_iter().collect();
    campaigns.sort_by(|one, other| other.1.len().cmp(&one.1.len()).then(one.0.cmp(other.0)));
    let campaigns = campaigns.into_iter().map(|(campaign, leads)| {
        let mut row = funnel(rows, query, &leads);
        row["utmCampaign"] = json!(campaign);
        row["conversionBasisPoints"] = json!(conversion(&leads));
        row
    });
    let campaigns: Vec<Value> = campaigns.collect();
    let mut sources: Vec<_> = by_source.into_iter().collect();
    let rank = |leads: &[&Lead]| (sum(leads, |lead| revenue(rows, query, lead)), leads.len());
    sources.sort_by(|one, other| rank(&other.1).cmp(&rank(&one.1)).then(one.0.cmp(&other.0)));
    let sources = sources.into_iter().map(|((source, medium, campaign), leads)| {
        let mut row = funnel(rows, query, &leads);
        row["utmSource"] = json!(source);
        row["utmMedium"] = json!(medium);
        row["utmCampaign"] = json!(campaign);
        row
    });
    let sources: Vec<Value> = sources.collect();
    query.answer(json!({
        "funnel": funnel(rows, query, &all),
        "conversionBasisPoints": conversion(&all),
        "responseTime": response_time(&all),
        "campaigns": campaigns,
        "sources": sources,
    }))
}

pub(super) fn memberships(rows: &SourceRows, query: &ReportQuery) -> Value {
    let tier_of = |invoice: &Invoice| {
        let id = invoice.membership.as_ref().unwrap();
        rows.memberships.iter().find(|membership| membership.id == *id).unwrap()
    };
    let end = Timestamp::ist_midnight(query.to + Days::new(1));
    let figures = |is_meant: &dyn Fn(&str) -> bool| {
        let of_kind = |kind: &str| -> Vec<&Invoice> {
            let invoices = query.invoices(rows).into_iter().filter(|one| one.kind == kind);
            invoices.filter(|one| is_meant(&tier_of(one).tier)).collect()
        };
        let (sold, sessions) = (of_kind("membership_purchase"), of_kind("membership_session"));
        let credited: Vec<&CreditNote> = query
            .credit_notes(rows)
            .into_iter()
            .filter(|note| {
                let invoice = invoice_of(rows, &note.invoice);
                invoice.kind == "membership_purchase" && is_meant(&tier_of(invoice).tier)
            })
            .collect();
        let minutes = |session: &Invoice| {
            let id = session.booking.as_ref().unwrap();
            rows.bookings.iter().find(|booking| booking.id == *id).unwrap().minutes
        };
        let (mut owed_count, mut owed_minutes, mut owed_paise) = (0, 0, 0);
        for membership in rows.memberships.iter().filter(|one| is_meant(&one.tier)) {
            let purchase = invoice_of(rows, &membership.invoice);
            let is_sold = purchase.day <= query.to && query.includes_branch(&purchase.branch);
            let is_over = membership.expires_at <= end || membership.ended_at.is_some_and(|at| at < end);
            let mut notes = rows.credit_notes.iter().filter(|note| note.invoice == purchase.id);
            if !is_sold || is_over || notes.any(|note| note.is_last && note.day <= query.to) {
                continue;
            }
            let used = rows.invoices.iter().filter(|one| {
                one.kind == "membership_session"
                    && one.voided_at.is_none()
                    && one.membership.as_ref() == Some(&membership.id)
                    && one.day <= query.to
            });
            let left = membership.minutes - used.map(minutes).sum::<i64>();
            owed_count += 1;
            owed_minutes += left;
            owed_paise += divided_rounding_half_up(membership.price * left, membership.minutes);
        }
        json!({
            "soldCount": sold.len(),
            "soldMinutes": sum(&sold, |one| tier_of(one).minutes),
            "soldPaise": sum(&sold, |one| one.total),
            "creditedCount": count(&credited, |note| note.is_last),
            "creditedPaise": sum(&credited, |note| note.total),
            "sessionCount": sessions.len(),
            "usedMinutes": sum(&sessions, |one| minutes(one)),
            "liability":
                { "membershipCount": owed_count, "owedMinutes": owed_minutes, "owedPaise": owed_paise },
        })
    };
    let nothing = figures(&|_| false);
    let tiers = ["tier-silver", "tier-gold", "tier-unsold"].map(|tier| {
        let mut row = figures(&|of| of == tier);
        let is_empty = row == nothing;
        row["tierId"] = json!(tier);
        row["name"] = json!(tier);
        (!is_empty).then_some(row)
    });
    let tiers: Vec<Value> = tiers.into_iter().flatten().collect();
    query.answer(json!({ "totals": figures(&|_| true), "tiers": tiers }))
}

/// The amounts of a line, or of a part of one.
struct Taxed<'r> {
    document: &'r str,
    key: (&'r str, i64),
    taxable: i64,
    cgst: i64,
    sgst: i64,
    total: i64,
}

pub(super) fn gst(rows: &SourceRows, query: &ReportQuery) -> Value {
    let billed: Vec<&Invoice> =
        query.invoices(rows).into_iter().filter(|invoice| invoice.kind != "membership_session").collect();
    let billed: BTreeSet<&str> = billed.into_iter().map(|invoice| invoice.id.as_str()).collect();
    let billed = rows.lines.iter().filter(|line| billed.contains(line.invoice.as_str())).map(|line| Taxed {
        document: &line.invoice,
        key: (&line.sac, line.rate),
        taxable: line.taxable,
        cgst: line.cgst,
        sgst: line.sgst,
        total: line.total,
    });
    let billed: Vec<Taxed<'_>> = billed.collect();
    let credited = credited_lines(rows, query).into_iter().map(|(note, line, credited)| Taxed {
        document: &note.id,
        key: (&line.sac, if note.carries_tax { line.rate } else { 0 }),
        taxable: credited.taxable,
        cgst: credited.cgst,
        sgst: credited.sgst,
        total: credited.total,
    });
    let credited: Vec<Taxed<'_>> = credited.collect();
    let amounts = |billed: &[&Taxed<'_>], credited: &[&Taxed<'_>]| {
        let tax = |lines: &[&Taxed<'_>]| sum(lines, |line| line.cgst + line.sgst);
        json!({
            "taxableValuePaise": sum(billed, |line| line.taxable),
            "cgstPaise": sum(billed, |line| line.cgst),
            "sgstPaise": sum(billed, |line| line.sgst),
            "gstAmountPaise": tax(billed),
            "totalAmountPaise": sum(billed, |line| line.total),
            "creditedTaxableValuePaise": sum(credited, |line| line.taxable),
            "creditedGstPaise": tax(credited),
            "creditedPaise": sum(credited, |line| line.total),
            "netGstPaise": tax(billed) - tax(credited),
        })
    };
    let keys: BTreeSet<(&str, i64)> = billed.iter().chain(&credited).map(|line| line.key).collect();
    let rates = keys.into_iter().map(|key| {
        let billed: Vec<&Taxed<'_>> = billed.iter().filter(|line| line.key == key).collect();
        let credited: Vec<&Taxed<'_>> = credited.iter().filter(|line| line.key == key).collect();
        let documents = |lines: &[&Taxed<'_>]| lines.iter().map(|line| line.document).collect::<BTreeSet<_>>().len();
        let mut row = amounts(&billed, &credited);
        row["sac"] = json!(key.0);
        row["gstRateBasisPoints"] = json!(key.1);
        row["invoiceCount"] = json!(documents(&billed));
        row["creditNoteCount"] = json!(documents(&credited));
        row
    });
    let rates: Vec<Value> = rates.collect();
    let (billed, credited): (Vec<_>, Vec<_>) = (billed.iter().collect(), credited.iter().collect());
    query.answer(json!({
        "totals": amounts(&billed, &credited), "rates": rates, "b2b": b2b(rows, query),
        "documents": documents(rows, query),
    }))
}

fn b2b(rows: &SourceRows, query: &ReportQuery) -> Vec<Value> {
    let buyer = |invoice: &Invoice| {
        json!({
            "customerGstin": invoice.gstin,
            "customerName": invoice.legal_name.as_ref().unwrap_or(&invoice.name),
            "placeOfSupply": invoice.seller_gstin.as_ref().map(|gstin| &gstin[..2]),
        })
    };
    let mut found = Vec::new();
    for invoice in query.invoices(rows) {
        if invoice.gstin.is_none() || invoice.kind == "membership_session" {
            continue;
        }
        let mut row = buyer(invoice);
        for (name, value) in [
            ("documentType", json!("invoice")),
            ("id", json!(invoice.id)),
            ("number", json!(invoice.number)),
            ("date", json!(invoice.day)),
            ("invoiceNumber", json!(null)),
            ("gstRateBasisPoints", json!(invoice.rate)),
            ("taxableValuePaise", json!(invoice.taxable)),
            ("cgstPaise", json!(invoice.cgst)),
            ("sgstPaise", json!(invoice.cgst)),
            ("gstAmountPaise", json!(invoice.gst)),
            ("roundingPaise", json!(invoice.rounding)),
            ("totalAmountPaise", json!(invoice.total)),
        ] {
            row[name] = value;
        }
        found.push((invoice.day, invoice.number.clone(), row));
    }
    for note in query.credit_notes(rows) {
        let invoice = invoice_of(rows, &note.invoice);
        if invoice.gstin.is_none() {
            continue;
        }
        let mut row = buyer(invoice);
        for (name, value) in [
            ("documentType", json!("credit_note")),
            ("id", json!(note.id)),
            ("number", json!(note.number)),
            ("date", json!(note.day)),
            ("invoiceNumber", json!(invoice.number)),
            ("gstRateBasisPoints", json!(if note.carries_tax { note.rate } else { 0 })),
            ("taxableValuePaise", json!(note.taxable)),
            ("cgstPaise", json!(note.cgst)),
            ("sgstPaise", json!(note.cgst)),
            ("gstAmountPaise", json!(note.gst)),
            ("roundingPaise", json!(note.rounding)),
            ("totalAmountPaise", json!(note.total)),
        ] {
            row[name] = value;
        }
        found.push((note.day, note.number.clone(), row));
    }
    found.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    found.into_iter().map(|(.., row)| row).collect()
}

fn documents(rows: &SourceRows, query: &ReportQuery) -> Vec<Value> {
    // Branch, year and series, with the number and whether it is voided.
    let mut numbers = BTreeMap::<(usize, bool, usize), Vec<(&str, bool)>>::new();
    let mut add = |branch: &str, day: NaiveDate, series: usize, number| {
        let at = BRANCHES.iter().position(|known| *known == branch).unwrap();
        if query.has(day) && query.includes_branch(branch) {
            let is_next_year = day.format("%Y-%m").to_string().as_str() >= "2027-04";
            numbers.entry((at, is_next_year, series)).or_default().push(number);
        }
    };
    for invoice in &rows.invoices {
        let series = usize::from(invoice.kind == "membership_session");
        add(&invoice.branch, invoice.day, series, (invoice.number.as_str(), invoice.voided_at.is_some()));
    }
    for note in &rows.credit_notes {
        add(&note.branch, note.day, 2, (note.number.as_str(), false));
    }
    let row = |((branch, is_next_year, series), used): (_, Vec<(&str, bool)>)| {
        json!({
            "series": SERIES[series],
            "branchId": BRANCHES[branch],
            "financialYear": if is_next_year { "2728" } else { "2627" },
            "first": used.iter().map(|(number, _)| number).min(),
            "last": used.iter().map(|(number, _)| number).max(),
            "count": count(&used, |(_, is_voided)| !is_voided),
            "voidedCount": count(&used, |(_, is_voided)| *is_voided),
        })
    };
    numbers.into_iter().map(row).collect()
}
const BRANCHES: [&str; 2] = [PUNE, GOA];
const SERIES: [&str; 3] = ["invoice", "session", "credit_note"];

pub(super) fn day_close(rows: &SourceRows, query: &ReportQuery) -> Value {
    let (invoices, notes, tips) = (query.invoices(rows), query.credit_notes(rows), tips(rows, query));
    let takings = |is_meant: &dyn Fn(&str) -> bool| {
        let unpaid: Vec<&&Invoice> = invoices
            .iter()
            .filter(|one| one.status == "pending" && one.total > 0 && one.method.as_deref().is_some_and(is_meant))
            .collect();
        let of = |amounts: &'_ [Amount], documents: &BTreeSet<&str>| -> (usize, i64) {
            let amounts =
                amounts.iter().filter(|one| is_meant(&one.method) && documents.contains(one.document.as_str()));
            let amounts: Vec<&Amount> = amounts.collect();
            let documents: BTreeSet<&str> = amounts.iter().map(|one| one.document.as_str()).collect();
            (documents.len(), sum(&amounts, |one| one.paise))
        };
        let (paid_count, taken) = of(&rows.payments, &invoices.iter().map(|one| one.id.as_str()).collect());
        let (note_count, given_back) = of(&rows.refunds, &notes.iter().map(|note| note.id.as_str()).collect());
        let tips: Vec<&&Tip> = tips.iter().filter(|tip| is_meant(&tip.method)).collect();
        json!({
            "invoiceCount": paid_count, "takenPaise": taken, "unpaidCount": unpaid.len(),
            "unpaidPaise": sum(&unpaid, |one| one.total), "creditNoteCount": note_count,
            "givenBackPaise": given_back, "netPaise": taken - given_back, "tipCount": tips.len(),
            "tipsPaise": sum(&tips, |tip| tip.paise),
        })
    };
    let methods = ["cash", "upi", "card"].map(|method| {
        let mut row = takings(&|of| of == method);
        row["paymentMethod"] = json!(method);
        row
    });
    let is_here = |day: NaiveDate, branch: &str| query.has(day) && query.includes_branch(branch);
    let mut movements: Vec<&CashMovement> = rows.movements.iter().filter(|one| is_here(one.day, &one.branch)).collect();
    movements.sort_by_key(|one| (one.at, &one.id));
    let moved = sum(&movements, |one| one.paise);
    let cash = |name: &str| methods[0][name].as_i64().unwrap();
    let mut closes: Vec<&DayClose> =
        rows.closes.iter().filter(|one| one.reopened_at.is_none() && is_here(one.day, &one.branch)).collect();
    closes.sort_by_key(|one| (one.day, &one.branch));
    let closes: Vec<Value> = closes.into_iter().map(shown_close).collect();
    let is_one = query.branch.is_some() && query.from == query.to;
    query.answer(json!({
        "invoiced": billed_totals(&invoices), "totals": takings(&|_| true), "differencePaise": 0,
        "cash": {
            "paymentsPaise": cash("takenPaise"), "tipsPaise": cash("tipsPaise"),
            "refundsPaise": cash("givenBackPaise"), "movementsPaise": moved,
            "changePaise": cash("netPaise") + cash("tipsPaise") + moved,
        },
        "dayClose": closes.first().filter(|_| is_one),
        "dayCloses": closes,
        "cashMovements": movements.into_iter().map(shown_movement).collect::<Vec<_>>(),
        "methods": methods,
    }))
}

fn shown_movement(movement: &CashMovement) -> Value {
    json!({
        "id": movement.id, "branchId": movement.branch, "date": movement.day, "amountPaise": movement.paise,
        "reason": "Milk", "createdBy": "customer-0", "createdAt": movement.at,
    })
}

fn shown_close(close: &DayClose) -> Value {
    json!({
        "id": close.id, "branchId": close.branch, "date": close.day, "openingFloatPaise": close.float,
        "countedCashPaise": close.counted, "expectedCashPaise": close.expected,
        "differencePaise": close.counted - close.expected, "note": null, "closedBy": "customer-0",
        "closedAt": close.at, "reopenedAt": null, "reopenedBy": null, "reopenReason": null,
    })
}
