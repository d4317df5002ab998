//! A letter of every kind, as people get them.

use chrono::{Days, NaiveDate, NaiveTime};
use parlour_app::letters::figures::{
    Bar, BranchFigures, GstBranch, GstFigures, GstLine, Payment, Previous, SalesFigures, SoldService, TaxSum,
    Totals,
};
use parlour_app::letters::{
    Bill, Credit, Enclosed, Letter, PaperName, Pdf, Reader, Running, Salon, Term, Visit, VisitNews,
    VisitService, birthday_offer, credit_note, daily_sales_report, invoice, membership_created,
    membership_expired, monthly_gst_summary, review_request, test_letter, visit, weekly_report,
};
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::ist::Timestamp;
use parlour_domain::letter::LetterKind;
use parlour_domain::offer::{Discount, OfferType};

fn day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 3, 5).unwrap()
}

pub(crate) fn salon() -> Salon {
    Salon {
        name: "Parlour, कोरेगांव पार्क".to_owned(),
        address: "12 Lane 7, Koregaon Park, Pune 411001".to_owned(),
        phone: Some("+91 20 1234 5678".to_owned()),
    }
}

fn reader() -> Reader {
    Reader {
        name: "Aśhā \"आशा\" Müller".to_owned(),
        home_url: "https://salon.example".to_owned(),
        unsubscribe_url: Some("https://salon.example/unsubscribe/YXNoYQ.c2lnbmF0dXJl".to_owned()),
    }
}

fn calendar() -> Enclosed {
    Enclosed {
        name: "visit.ics".to_owned(),
        content_type: "text/calendar; charset=utf-8; method=PUBLISH".to_owned(),
        bytes: "BEGIN:VCALENDAR\r\nSUMMARY:बाल\r\nEND:VCALENDAR\r\n".into(),
    }
}

fn afternoon(calendar: Option<Enclosed>) -> Visit {
    let service =
        |name: &str, minutes, price_paise| VisitService { name: name.to_owned(), minutes, price_paise };
    Visit {
        number: "BK-PUN-2703-H-00042".to_owned(),
        date: day(),
        start: NaiveTime::from_hms_opt(15, 30, 0).unwrap(),
        end: NaiveTime::from_hms_opt(17, 45, 0).unwrap(),
        services: vec![
            service("Haircut & blow-dry", 45, 149_900),
            service("बालों का रंग (Global)", 90, 459_950),
        ],
        total_paise: 609_850,
        calendar,
    }
}

fn term() -> Term {
    Term {
        number: "PRL-MEM-27-1-K7QXW".to_owned(),
        tier: "Gold".to_owned(),
        total_minutes: 1_200,
        used_minutes: 930,
        paid_paise: 4_999_900,
        starts_on: day(),
        ends_on: day() + Days::new(364),
    }
}

fn bill() -> Bill {
    Bill {
        paper: PaperName::Invoice,
        is_for_membership: false,
        number: "PUN/2627/000042".to_owned(),
        date: day(),
        lines: vec![("Haircut & blow-dry".to_owned(), 149_900), ("बालों का रंग (Global)".to_owned(), 459_950)],
        less_paise: 60_985,
        total_paise: 548_865,
        gst_paise: 26_136,
        paid_by: Some("UPI"),
        gems_earned: 54,
    }
}

fn credit() -> Credit {
    Credit {
        number: "PUN/2627/C00003".to_owned(),
        date: day(),
        invoice_number: "PUN/2627/000042".to_owned(),
        invoice_date: day() - Days::new(2),
        reason: "रंग: not the shade that was agreed on".to_owned(),
        total_paise: 548_865,
        gst_paise: 26_136,
        gems_taken_back: 54,
        gems_given_back: 0,
    }
}

fn totals(takings_paise: i64) -> Totals {
    Totals {
        takings_paise,
        invoices: 31,
        average_bill_paise: takings_paise / 31,
        bookings_requested: 44,
        bookings_completed: 29,
        bookings_cancelled: 4,
        bookings_noshow: 1,
        new_customers: 7,
        memberships_sold: 2,
        gems_earned: 812,
        gems_redeemed: 300,
    }
}

pub(crate) fn sales(bars: Vec<Bar>, from: NaiveDate, before: &str) -> SalesFigures {
    let payment = |method, invoices, paise| Payment { method, invoices, paise };
    let sold = |name: &str, times, paise| SoldService { name: name.to_owned(), times, paise };
    SalesFigures {
        from,
        to: day(),
        totals: totals(12_845_650),
        previous: Some(Previous {
            name: before.to_owned(),
            totals: Totals { invoices: 27, ..totals(11_020_000) },
        }),
        branches: vec![
            BranchFigures { name: "Koregaon Park".to_owned(), totals: totals(8_120_150) },
            BranchFigures { name: "पणजी, Goa".to_owned(), totals: totals(4_725_500) },
        ],
        payments: vec![
            payment(PaymentMethod::Upi, 19, 7_650_000),
            payment(PaymentMethod::Card, 8, 4_195_650),
            payment(PaymentMethod::Cash, 4, 1_000_000),
        ],
        top_services: vec![
            sold("Haircut & blow-dry", 14, 2_098_600),
            sold("बालों का रंग (Global)", 6, 2_759_700),
            sold("Deep tissue massage, 90 minutes", 5, 1_950_000),
        ],
        bars,
    }
}

fn bar(label: &str, paise: i64, previous_paise: i64) -> Bar {
    Bar { label: label.to_owned(), paise, previous_paise: Some(previous_paise) }
}

pub(crate) fn hours() -> Vec<Bar> {
    let amounts = [1_240, 2_890, 850, 0, 1_820, 2_260, 990, 1_530, 2_940, 3_720, 880];
    let earlier = [940, 1_900, 2_850, 400, 0, 1_660, 1_290, 1_930, 1_740, 2_220, 280];
    let hours = ["10 am", "11 am", "12 pm", "1 pm", "2 pm", "3 pm", "4 pm", "5 pm", "6 pm", "7 pm", "8 pm"];
    let pairs = hours.iter().zip(amounts.into_iter().zip(earlier));
    pairs.map(|(label, (now, before))| bar(label, now * 500, before * 500)).collect()
}

pub(crate) fn week() -> Vec<Bar> {
    vec![
        bar("Mon 1", 9_250_000, 8_100_000),
        bar("Tue 2", 11_840_000, 12_750_050),
        bar("Wed 3", 10_600_000, 9_900_000),
        bar("Thu 4", 14_320_000, 11_000_000),
        bar("Fri 5", 18_475_000, 15_500_000),
        bar("Sat 6", 24_610_000, 21_040_000),
        bar("Sun 7", 22_080_000, 23_300_000),
    ]
}

fn tax() -> GstFigures {
    let sum =
        |value_paise, half_paise| TaxSum { value_paise, cgst_paise: half_paise, sgst_paise: half_paise };
    let line = |sac: &str, rate_basis_points, billed: TaxSum, credited: TaxSum| GstLine {
        sac: sac.to_owned(),
        rate_basis_points,
        billed,
        credited,
    };
    GstFigures {
        month: NaiveDate::from_ymd_opt(2027, 2, 1).unwrap(),
        branches: vec![
            GstBranch {
                name: "Koregaon Park".to_owned(),
                gstin: Some("27AAPFU0939F1ZV".to_owned()),
                lines: vec![
                    line("999721", 500, sum(184_761_905, 4_619_048), sum(1_428_572, 35_714)),
                    line("999723", 500, sum(62_000_000, 1_550_000), TaxSum::default()),
                ],
            },
            GstBranch {
                name: "Goa".to_owned(),
                gstin: None,
                lines: vec![line("999721", 0, sum(30_000_000, 0), sum(120_000, 0))],
            },
        ],
    }
}

pub(crate) fn sample(kind: LetterKind) -> Letter {
    let (salon, reader) = (salon(), reader());
    let about =
        |news: VisitNews, calendar: Option<Enclosed>| visit(&news, &afternoon(calendar), &salon, &reader);
    let reason = Some("Our colourist is on leave that day; Thursday would be possible.".to_owned());
    match kind {
        LetterKind::BookingConfirmed => about(VisitNews::Confirmed, Some(calendar())),
        LetterKind::BookingRescheduled => about(VisitNews::Moved { is_confirmed: false }, Some(calendar())),
        LetterKind::BookingCancelled => about(VisitNews::Cancelled { reason: None }, Some(calendar())),
        LetterKind::BookingRejected => about(VisitNews::Rejected { reason }, None),
        LetterKind::Reminder24h => about(VisitNews::Near, None),
        LetterKind::Reminder1h => about(VisitNews::VeryNear, None),
        LetterKind::MembershipCreated => membership_created(&term(), day(), &salon, &reader),
        LetterKind::MembershipExpired => membership_expired(&term(), &salon, &reader),
        LetterKind::BirthdayOffer => birthday_offer(&offers(), &salon, &reader),
        LetterKind::ReviewRequest => review_request(&["Haircut".to_owned()], day(), &salon, &reader),
        LetterKind::Invoice => invoice(&bill(), Pdf::Attached(pdf()), &salon, &reader),
        LetterKind::CreditNote => credit_note(&credit(), Pdf::Attached(pdf()), &salon, &reader),
        LetterKind::DailySalesReport => daily_sales_report(&sales(hours(), day(), "the day before"), &salon),
        LetterKind::WeeklyReport => {
            weekly_report(&sales(week(), day() - Days::new(6), "the week before"), &salon)
        }
        LetterKind::MonthlyGstSummary => monthly_gst_summary(&tax(), &salon),
        LetterKind::Test => test_letter(Timestamp::parse("2027-03-05T11:00:00+05:30").unwrap(), &salon),
    }
}

/// Bytes of every value: nothing on the way may touch them.
pub(crate) fn pdf() -> Vec<u8> {
    b"%PDF-1.7\r\n.\r\n..\n".iter().copied().chain((0..=255).cycle().take(2_000)).collect()
}

fn offers() -> [Running; 3] {
    let none = Discount {
        offer_type: OfferType::Flat,
        percentage: None,
        amount_paise: None,
        combo_price_paise: None,
    };
    let until = day() + Days::new(26);
    [
        Running {
            name: "Spring colour".to_owned(),
            discount: Discount { offer_type: OfferType::Percentage, percentage: Some(20), ..none },
            until,
        },
        Running {
            name: "होली special".to_owned(),
            discount: Discount { amount_paise: Some(50_000), ..none },
            until,
        },
        Running {
            name: "Cut, colour & gloss".to_owned(),
            discount: Discount {
                offer_type: OfferType::ComboPrice,
                combo_price_paise: Some(499_900),
                ..none
            },
            until,
        },
    ]
}
