//! The same reports once more, as somebody with a pencil would make them: every row looked at, nothing remembered.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};
use parlour_domain::ist::Timestamp;
use serde_json::{Value, json};

use super::source_rows::{CreditNote, Invoice, Lead, Line, SourceRows};

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

    fn invoices<'r>(&self, rows: &'r SourceRows) -> Vec<&'r Invoice> {
        let all = rows.invoices.iter();
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
    json!({
        "invoiceCount": count(invoices, |one| one.kind != "membership_session"),
        "visitCount": count(invoices, |one| one.kind == "service"),
        "membershipCount": count(invoices, |one| one.kind == "membership_purchase"),
        "sessionCount": count(invoices, |one| one.kind == "membership_session"),
        "subtotalPaise": sum(invoices, |one| one.subtotal),
        "discountPaise": sum(invoices, |one| one.discount),
        "redeemedValuePaise": sum(invoices, |one| one.redeemed),
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
    figures["creditedPaise"] = json!(sum(&notes, |note| note.total));
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

/// The lines for services, and those of what was credited.
fn service_lines<'r>(rows: &'r SourceRows, query: &ReportQuery) -> (Vec<&'r Line>, Vec<&'r Line>) {
    let of = |ids: BTreeSet<&str>| {
        let lines = rows.lines.iter();
        lines.filter(|line| line.service.is_some() && ids.contains(line.invoice.as_str())).collect()
    };
    let billed = query.invoices(rows).into_iter().map(|invoice| invoice.id.as_str()).collect();
    let credited = query.credit_notes(rows).into_iter().map(|note| note.invoice.as_str()).collect();
    (of(billed), of(credited))
}

pub(super) fn services(rows: &SourceRows, query: &ReportQuery) -> Value {
    let (billed, credited) = service_lines(rows, query);
    let figures = |billed: &[&Line], credited: &[&Line]| {
        json!({
            "count": billed.len(),
            "revenuePaise": sum(billed, |line| line.total),
            "creditedCount": credited.len(),
            "creditedPaise": sum(credited, |line| line.total),
            "netPaise": sum(billed, |line| line.total) - sum(credited, |line| line.total),
        })
    };
    let all = sum(&billed, |line| line.total);
    let mut found = Vec::new();
    for service in &rows.services {
        let of = |lines: &[&'_ Line]| -> Vec<usize> {
            (0..lines.len()).filter(|at| lines[*at].service.as_ref() == Some(&service.id)).collect()
        };
        let here: Vec<&Line> = of(&billed).into_iter().map(|at| billed[at]).collect();
        let back: Vec<&Line> = of(&credited).into_iter().map(|at| credited[at]).collect();
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

pub(super) fn staff(rows: &SourceRows, query: &ReportQuery) -> Value {
    let (billed, credited) = service_lines(rows, query);
    let mut found = Vec::new();
    let known = rows.staff.iter().map(|(id, name)| (Some(id.clone()), Some(name.clone())));
    for (id, name) in known.chain([(None, None)]) {
        let here: Vec<&&Line> = billed.iter().filter(|line| line.staff == id).collect();
        let back: Vec<&&Line> = credited.iter().filter(|line| line.staff == id).collect();
        if here.is_empty() && back.is_empty() {
            continue;
        }
        let visits: BTreeSet<&str> = here.iter().map(|line| line.invoice.as_str()).collect();
        let visits = i64::try_from(visits.len()).unwrap();
        let (revenue, given_back) = (sum(&here, |line| line.total), sum(&back, |line| line.total));
        let row = json!({
            "staffId": id, "displayName": name, "visitCount": visits, "serviceCount": here.len(),
            "revenuePaise": revenue, "averagePaise": divided_rounding_half_up(revenue, visits), "creditedPaise": given_back,
            "netPaise": revenue - given_back,
        });
        found.push(((-revenue, -visits, id), row));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    let staff: Vec<Value> = found.into_iter().map(|(_, row)| row).collect();
    let (revenue, given_back) = (sum(&billed, |line| line.total), sum(&credited, |line| line.total));
    let totals = json!({
        "serviceCount": billed.len(), "revenuePaise": revenue, "creditedPaise": given_back,
        "netPaise": revenue - given_back,
    });
    query.answer(json!({ "totals": totals, "staff": staff }))
}

/// Who came on which days, whenever that was.
fn visits_by_customer(rows: &SourceRows, query: &ReportQuery) -> BTreeMap<String, BTreeSet<NaiveDate>> {
    let mut found = BTreeMap::<String, BTreeSet<NaiveDate>>::new();
    for invoice in &rows.invoices {
        if invoice.kind != "membership_purchase" && query.includes_branch(&invoice.branch) {
            found.entry(invoice.customer.clone()).or_default().insert(invoice.day);
        }
    }
    found
}

pub(super) fn customers(rows: &SourceRows, query: &ReportQuery) -> Value {
    let people: Vec<BTreeSet<NaiveDate>> = visits_by_customer(rows, query).into_values().collect();
    let visits = |query: &ReportQuery| {
        let invoices = query.invoices(rows);
        count(&invoices, |one| one.kind != "membership_purchase")
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
            if !is_sold || is_over || notes.any(|note| note.day <= query.to) {
                continue;
            }
            let used = rows.invoices.iter().filter(|one| {
                one.kind == "membership_session"
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
            "creditedCount": credited.len(),
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

pub(super) fn gst(rows: &SourceRows, query: &ReportQuery) -> Value {
    let of = |ids: BTreeSet<&str>| -> Vec<&Line> {
        let lines = rows.lines.iter().filter(|line| ids.contains(line.invoice.as_str()));
        lines.filter(|line| invoice_of(rows, &line.invoice).kind != "membership_session").collect()
    };
    let billed = of(query.invoices(rows).into_iter().map(|one| one.id.as_str()).collect());
    let credited = of(query.credit_notes(rows).into_iter().map(|note| note.invoice.as_str()).collect());
    let amounts = |billed: &[&Line], credited: &[&Line]| {
        let tax = |lines: &[&Line]| sum(lines, |line| line.cgst + line.sgst);
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
    let keys: BTreeSet<(&str, i64)> =
        billed.iter().chain(&credited).map(|line| (line.sac.as_str(), line.rate)).collect();
    let rates = keys.into_iter().map(|key| {
        let here = |lines: &[&'_ Line]| -> Vec<usize> {
            (0..lines.len()).filter(|at| (lines[*at].sac.as_str(), lines[*at].rate) == key).collect()
        };
        let billed: Vec<&Line> = here(&billed).into_iter().map(|at| billed[at]).collect();
        let credited: Vec<&Line> = here(&credited).into_iter().map(|at| credited[at]).collect();
        let documents =
            |lines: &[&Line]| lines.iter().map(|line| line.invoice.clone()).collect::<BTreeSet<String>>().len();
        let mut row = amounts(&billed, &credited);
        row["sac"] = json!(key.0);
        row["gstRateBasisPoints"] = json!(key.1);
        row["invoiceCount"] = json!(documents(&billed));
        row["creditNoteCount"] = json!(documents(&credited));
        row
    });
    let rates: Vec<Value> = rates.collect();
    query.answer(json!({ "totals": amounts(&billed, &credited), "rates": rates }))
}

pub(super) fn day_close(rows: &SourceRows, query: &ReportQuery) -> Value {
    let invoices = query.invoices(rows);
    let takings = |is_meant: &dyn Fn(&str) -> bool| {
        let meant =
            |invoice: &Invoice| invoice.kind != "membership_session" && invoice.method.as_deref().is_some_and(is_meant);
        let (unpaid, paid): (Vec<&Invoice>, Vec<&Invoice>) =
            invoices.iter().copied().filter(|one| meant(one)).partition(|one| one.status == "pending");
        let notes = query.credit_notes(rows).into_iter();
        let notes: Vec<&CreditNote> = notes.filter(|note| meant(invoice_of(rows, &note.invoice))).collect();
        let (taken, given_back) = (sum(&paid, |one| one.total), sum(&notes, |note| note.total));
        json!({
            "invoiceCount": paid.len(), "takenPaise": taken, "unpaidCount": unpaid.len(),
            "unpaidPaise": sum(&unpaid, |one| one.total), "creditNoteCount": notes.len(),
            "givenBackPaise": given_back, "netPaise": taken - given_back,
        })
    };
    let methods = ["cash", "upi", "card"].map(|method| {
        let mut row = takings(&|of| of == method);
        row["paymentMethod"] = json!(method);
        row
    });
    query.answer(json!({
        "invoiced": billed_totals(&invoices), "totals": takings(&|_| true), "differencePaise": 0, "methods": methods,
    }))
}
