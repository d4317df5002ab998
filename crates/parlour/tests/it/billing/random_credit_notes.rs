//! Random invoices, credited in random parts: the notes together are the invoice.

use parlour_app::credit_notes::{CreditRefusal, NewCreditNote, credit};
use parlour_app::gems as acts;
use parlour_app::gems::Redemption;
use parlour_app::rng::SharedRng;
use parlour_domain::billing::credit::{CreditRequest, RequestedLine};
use parlour_domain::billing::gst::{GstRate, TaxSplit};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Payment;
use parlour_domain::gems::gems_earned;
use parlour_domain::ids::InvoiceId;
use parlour_store::DbError;
use parlour_store::billing::credit_notes::{CreditNote, CreditNoteLine};
use parlour_testkit::actions::gems::{adjust_gems, verified_gems_balance};
use parlour_testkit::actions::people::{manager, total_spent_paise};
use parlour_testkit::fixtures::billed_visits::{BilledLine, BilledVisit};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};

const INVOICES: usize = 60;
const MAX_NOTES: usize = 8;

struct Draw(SharedRng);

impl Draw {
    fn below(&self, bound: usize) -> i64 {
        i64::try_from(self.0.below(bound)).unwrap()
    }

    fn one_in(&self, count: usize) -> bool {
        self.0.below(count) == 0
    }

    fn visit(&self, number: usize, salon: &TestSalon, customer: &Person) -> BilledVisit {
        let line = |_| {
            if self.one_in(5) {
                BilledLine { paise: 0, gems: 1 + self.below(20) }
            } else {
                BilledLine { paise: self.below(200_000), gems: 0 }
            }
        };
        let lines: Vec<BilledLine> = (0..=self.0.below(4)).map(line).collect();
        let paise: i64 = lines.iter().map(|line| line.paise).sum();
        let rounding_paise = if self.one_in(2) { (paise + 50) / 100 * 100 - paise } else { 0 };
        let total = paise + rounding_paise;
        let cash = if total > 1 { 1 + self.below(usize::try_from(total).unwrap() - 1) } else { total };
        let payments = [("cash", cash), ("upi", total - cash)].into_iter().filter(|(_, paise)| *paise > 0).collect();
        let rate = GstRate::basis_points([0, 500, 1_800][self.0.below(3)]);
        BilledVisit {
            id: format!("visit-{number}"),
            customer: customer.id().clone(),
            lines,
            rounding_paise,
            rate,
            payments,
            at: salon.now(),
        }
    }

    fn note(&self, visit: &BilledVisit) -> NewCreditNote {
        let request = match self.0.below(5) {
            0 | 1 => CreditRequest::Amount(self.below(150_000)),
            2 | 3 => {
                let named = |index: usize| RequestedLine {
                    index,
                    line_number: 1 + self.below(visit.lines.len()),
                    amount_paise: self.one_in(2).then(|| 1 + self.below(100_000)),
                };
                CreditRequest::Lines((0..=self.0.below(2)).map(named).collect())
            }
            _ => CreditRequest::Rest,
        };
        let refunds = if self.one_in(3) {
            vec![Payment { method: PaymentMethod::Card, amount_paise: 1 + self.below(50_000), reference: None }]
        } else {
            Vec::new()
        };
        NewCreditNote { reason: "Sorry".to_owned(), request, refunds }
    }
}

/// What is known of an invoice from its notes alone.
#[derive(Default)]
struct Credited {
    total: i64,
    unrounded: i64,
    cgst: i64,
    gems: i64,
    taken: i64,
    refunded: i64,
}

impl Credited {
    fn add(&mut self, note: &CreditNote) {
        self.total += note.total_amount_paise;
        self.unrounded += note.taxable_value_paise + note.gst_amount_paise;
        self.cgst += note.cgst_paise;
        self.gems += note.gems_given_back;
        self.taken += note.gems_taken_back;
        self.refunded += note.refunds.iter().map(|refund| refund.amount_paise).sum::<i64>();
    }
}

async fn sell(salon: &TestSalon, visit: &BilledVisit) {
    let (context, sold) = (salon.context(), visit.clone());
    let sale = salon.app.db.write(move |tx| -> Result<(), DbError> {
        sold.insert(tx)?;
        let invoice = &InvoiceId::new(&sold.id);
        let gems: i64 = sold.lines.iter().map(|line| line.gems).sum();
        if gems > 0 {
            let redemption = Redemption { invoice, gems, description: "Redeemed" };
            acts::redeem(tx, &context, &sold.customer, &redemption)
                .map_err(|refusal| DbError::Statement(refusal.to_string()))?;
        }
        acts::earn(tx, &context, &sold.customer, invoice, sold.paise()).map(drop)
    });
    sale.await.unwrap();
}

#[test_on_both_engines]
async fn notes_in_random_parts_add_up_to_their_invoice() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let draw = Draw(SharedRng::seeded(20_270_303));
    // More than all invoices redeem.
    adjust_gems(&salon, &asha, 100_000).await;
    let (mut balance, mut spent) = (100_000, 0);
    let (mut written, mut several, mut refused) = (0, 0, 0);
    for number in 0..INVOICES {
        let visit = draw.visit(number, &salon, &asha);
        sell(&salon, &visit).await;
        let redeemed: i64 = visit.lines.iter().map(|line| line.gems).sum();
        let (paise, total) = (visit.paise(), visit.paise() + visit.rounding_paise);
        balance += gems_earned(paise) - redeemed;
        spent += total;
        let whole = TaxSplit::of(paise, visit.rate);
        let (mut credited, mut notes, mut is_over) = (Credited::default(), 0, false);
        for attempt in 0..=MAX_NOTES {
            salon.app.clock.advance_millis(1);
            let new = if attempt == MAX_NOTES {
                NewCreditNote { request: CreditRequest::Rest, refunds: Vec::new(), reason: "Sorry".to_owned() }
            } else {
                draw.note(&visit)
            };
            let (context, by, id) = (salon.context(), meera.id().clone(), InvoiceId::new(&visit.id));
            let named_refunds = !new.refunds.is_empty();
            let note = match salon.app.db.write(move |tx| credit(tx, &context, &by, &id, &new)).await {
                Ok(note) => note,
                Err(CreditRefusal::InvalidFields(_) | CreditRefusal::ExceedsRest) => {
                    refused += 1;
                    continue;
                }
                Err(CreditRefusal::AlreadyCredited) => {
                    assert!(is_over, "{number}");
                    continue;
                }
                Err(CreditRefusal::NothingToCredit) => {
                    assert_eq!((total, redeemed), (0, 0), "{number}");
                    continue;
                }
                Err(refusal) => panic!("{number}: {refusal}"),
            };
            assert!(!is_over, "{number}");
            notes += 1;
            credited.add(&note);
            is_over = note.is_last;
            assert_eq!(note.cgst_paise, note.sgst_paise);
            assert_eq!(note.taxable_value_paise + note.gst_amount_paise + note.rounding_paise, note.total_amount_paise);
            assert_eq!(note.refunds.iter().map(|refund| refund.amount_paise).sum::<i64>(), note.total_amount_paise);
            assert!(named_refunds || note.refunds.iter().all(|refund| refund.method != PaymentMethod::Card));
            let of_lines = |of: fn(&CreditNoteLine) -> i64| note.lines.iter().map(of).sum::<i64>();
            assert_eq!(of_lines(|line| line.cgst_paise), note.cgst_paise);
            assert_eq!(of_lines(|line| line.taxable_value_paise), note.taxable_value_paise);
            assert_eq!(of_lines(|line| line.gems_given_back), note.gems_given_back);
            if note.is_last {
                assert_eq!((credited.total, credited.unrounded), (total, paise), "{number}");
                assert_eq!((credited.cgst, credited.gems), (whole.cgst_paise, redeemed), "{number}");
                assert_eq!((credited.taken, credited.refunded), (gems_earned(paise), total), "{number}");
            } else {
                assert_eq!(credited.cgst, TaxSplit::of(credited.unrounded, visit.rate).cgst_paise, "{number}");
                assert_eq!(credited.taken, gems_earned(paise) - gems_earned(paise - credited.unrounded), "{number}");
                assert!(total - credited.total >= 100, "{number}");
            }
        }
        balance += credited.gems - credited.taken;
        spent -= credited.total;
        written += notes;
        several += i64::from(notes > 1);
        assert_eq!(verified_gems_balance(&salon, &asha).await, balance, "{number}");
    }
    assert_eq!(total_spent_paise(&asha).await, spent);
    assert!(written > 100 && several > 20 && refused > 50, "{written} {several} {refused}");
    salon.run_due_jobs().await;
}
