//! Credit notes that are given at the same time as others, or while gems are spent, end as if everybody had queued.

use parlour_app::credit_notes::{CreditRefusal, NewCreditNote, credit};
use parlour_app::gems as acts;
use parlour_app::gems::{Redemption, SpendRefusal};
use parlour_app::rng::SharedRng;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::credit::CreditRequest;
use parlour_domain::billing::gst::GstRate;
use parlour_domain::gems::gems_expire_at;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_testkit::actions::bookings::haircut_request_with;
use parlour_testkit::actions::checkout::{complete_booking, create_confirmed_booking};
use parlour_testkit::actions::gems::{expire_gems, make_service_redeemable, verified_gems_balance};
use parlour_testkit::actions::invoices::{bill_haircut, post_credit_note, post_credit_note_with, shown_invoice};
use parlour_testkit::actions::people::{manager, receptionist, total_spent_paise};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::fixtures::billed_visits::{BilledLine, BilledVisit};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::json;
use tokio::task::JoinSet;

async fn sign_in_managers(salon: &TestSalon, count: usize) -> Vec<Person> {
    let mut people = Vec::new();
    for number in 0..count {
        people.push(salon.member(&format!("manager{number}"), Role::Manager).await);
    }
    people
}

#[test_on_both_engines]
async fn of_twenty_four_concurrent_credit_notes_one_succeeds() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    bill_haircut(&salon, &desk, &asha).await;
    let id = bill_haircut(&salon, &desk, &asha).await;
    let mut crediting = JoinSet::new();
    for manager in sign_in_managers(&salon, 24).await {
        let id = id.clone();
        crediting.spawn(async move { post_credit_note(&manager, &id).await });
    }
    let replies = crediting.join_all().await;
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 201);
    assert_eq!((won.len(), lost.len()), (1, 23));
    for reply in lost {
        reply.expect_error(409, "CONFLICT");
    }
    assert_eq!(won[0].expect_created()["creditNote"]["creditNoteNumber"], "PUN/2627/C00001");
    assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (12, 120_000), "once");
    assert_eq!(actions_on_record(&salon, &id).await, ["invoice.credit", "invoice.issue"]);
    let next = bill_haircut(&salon, &desk, &asha).await;
    let note = post_credit_note(&manager(&salon).await, &next).await.expect_created();
    assert_eq!(note["creditNote"]["creditNoteNumber"], "PUN/2627/C00002", "who loses takes no number");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn concurrent_credit_notes_have_consecutive_numbers() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let people = [salon.customer("Asha").await, salon.customer("Tara").await];
    let mut invoices = Vec::new();
    for number in 0..12 {
        invoices.push(bill_haircut(&salon, &desk, &people[number % 2]).await);
    }
    let mut crediting = JoinSet::new();
    for (manager, number) in sign_in_managers(&salon, 24).await.into_iter().zip(0..) {
        let id = invoices[number % 12].clone();
        crediting.spawn(async move { post_credit_note(&manager, &id).await });
    }
    let replies = crediting.join_all().await;
    let won = replies.iter().filter(|reply| reply.status == 201);
    let mut numbers: Vec<_> = won
        .map(|reply| reply.expect_created()["creditNote"]["creditNoteNumber"].as_str().unwrap().to_owned())
        .collect();
    numbers.sort();
    assert_eq!(numbers, (1..=12).map(|number| format!("PUN/2627/C{number:05}")).collect::<Vec<_>>());
    for person in &people {
        assert_eq!((verified_gems_balance(&salon, person).await, total_spent_paise(person).await), (0, 0));
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn gems_are_either_spent_or_taken_back() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    make_service_redeemable(&salon, "service-wash", 10).await;
    let wash = haircut_request_with("serviceIds", json!(["service-wash"]));
    let gems = json!({ "paymentMethod": "cash", "gemsRedeemedServiceId": "service-wash" });
    for (manager, round) in sign_in_managers(&salon, 12).await.into_iter().zip(0..) {
        let asha = salon.customer(&format!("asha{round}")).await;
        let id = bill_haircut(&salon, &desk, &asha).await;
        let visit = create_confirmed_booking(&salon, &asha, &wash).await;
        let (note, done) = tokio::join!(post_credit_note(&manager, &id), complete_booking(&desk, &visit, &gems));
        let taken = note.expect_created()["creditNote"]["gemsTakenBack"].as_i64().unwrap();
        if done.status == 200 {
            assert_eq!(taken, 2, "the others had paid for the wash");
        } else {
            done.expect_error(409, "GEMS_INSUFFICIENT_BALANCE");
            assert_eq!(taken, 12);
        }
        assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (0, 0));
        assert_eq!(shown_invoice(&desk, &id).await["creditNote"]["gemsTakenBack"], taken);
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn parts_together_never_exceed_the_invoice() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let managers = sign_in_managers(&salon, 24).await;
    // Two that exceed it together.
    for pair in managers.chunks(2).take(6) {
        let id = bill_haircut(&salon, &desk, &asha).await;
        let fields = json!({ "amountPaise": 70_000 });
        let (one, other) =
            tokio::join!(post_credit_note_with(&pair[0], &id, &fields), post_credit_note_with(&pair[1], &id, &fields));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
        assert_eq!(shown_invoice(&desk, &id).await["creditNotes"].as_array().unwrap().len(), 1);
    }
    // Twelve parts of 100 rupees are all that there is.
    let id = bill_haircut(&salon, &desk, &asha).await;
    let (gems, spent) = (verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await);
    let mut crediting = JoinSet::new();
    for manager in managers {
        let id = id.clone();
        crediting.spawn(async move { post_credit_note_with(&manager, &id, &json!({ "amountPaise": 10_000 })).await });
    }
    let replies = crediting.join_all().await;
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 201);
    assert_eq!((won.len(), lost.len()), (12, 12));
    for reply in lost {
        reply.expect_error(409, "CONFLICT");
    }
    let notes: Vec<_> = won.iter().map(|reply| reply.expect_created()["creditNote"].clone()).collect();
    let sum = |field: &str| notes.iter().map(|note| note[field].as_i64().unwrap()).sum::<i64>();
    assert_eq!((sum("totalAmountPaise"), sum("cgstPaise"), sum("taxableValuePaise")), (120_000, 2_857, 114_286));
    assert_eq!(notes.iter().filter(|note| note["isLast"] == true).count(), 1);
    assert_eq!(verified_gems_balance(&salon, &asha).await, gems - 12);
    assert_eq!(total_spent_paise(&asha).await, spent - 120_000);
    salon.run_due_jobs().await;
}

/// A paid visit, on which gems may have paid for a part.
fn billed_visit(user: &UserId, id: &str, (paise, gems): (i64, i64), at: Timestamp) -> BilledVisit {
    BilledVisit {
        id: id.to_owned(),
        customer: user.clone(),
        lines: vec![BilledLine { paise, gems: 0 }, BilledLine { paise: 0, gems }],
        rounding_paise: 0,
        rate: GstRate::NONE,
        payments: if paise > 0 { vec![("upi", paise)] } else { Vec::new() },
        at,
    }
}

fn whole() -> NewCreditNote {
    NewCreditNote { reason: "Sorry".to_owned(), request: CreditRequest::Rest, refunds: Vec::new() }
}

#[derive(Debug)]
struct ExpectedLot {
    invoice: Option<usize>,
    amount: i64,
    left: i64,
    expired: i64,
    ends: Option<Timestamp>,
}

/// Gems and invoices of one customer, as someone would keep them on paper.
#[derive(Debug, Default)]
struct ExpectedAccount {
    lots: Vec<ExpectedLot>,
    /// What was paid, what gems paid, and whether it was credited.
    invoices: Vec<(i64, i64, bool)>,
    spent: i64,
}

impl ExpectedAccount {
    fn add_lot(&mut self, invoice: Option<usize>, gems: i64, ends: Option<Timestamp>) {
        if gems > 0 {
            self.lots.push(ExpectedLot { invoice, amount: gems, left: gems, expired: 0, ends });
        }
    }

    /// The oldest first; how many there were.
    fn spend_up_to(&mut self, wanted: i64, now: Timestamp) -> i64 {
        let spendable = self.lots.iter_mut().filter(|lot| lot.ends.is_none_or(|ends| now < ends));
        spendable.fold(0, |taken, lot| {
            let gems = lot.left.min(wanted - taken);
            lot.left -= gems;
            taken + gems
        })
    }

    fn spendable(&self, now: Timestamp) -> i64 {
        self.lots.iter().filter(|lot| lot.ends.is_none_or(|ends| now < ends)).map(|lot| lot.left).sum()
    }

    fn expire(&mut self, now: Timestamp) {
        for lot in self.lots.iter_mut().filter(|lot| lot.ends.is_some_and(|ends| ends <= now)) {
            lot.expired += std::mem::take(&mut lot.left);
        }
    }

    /// What is given and what is taken back.
    fn credit(&mut self, invoice: usize, now: Timestamp) -> (i64, i64) {
        let (paise, gems, _) = self.invoices[invoice];
        self.invoices[invoice].2 = true;
        self.spent -= paise;
        self.add_lot(None, gems, None);
        let Some(lot) = self.lots.iter_mut().find(|lot| lot.invoice == Some(invoice)) else {
            return (gems, 0);
        };
        let own = std::mem::take(&mut lot.left);
        let missing = lot.amount - lot.expired - own;
        (gems, own + self.spend_up_to(missing, now))
    }

    fn balance(&self) -> i64 {
        self.lots.iter().map(|lot| lot.left).sum()
    }
}

#[test_on_both_engines]
async fn random_histories_with_credit_notes_match_the_expected_account() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let rng = SharedRng::seeded(20_270_302);
    let draw = |bound: usize| i64::try_from(rng.below(bound)).unwrap();
    let people = [salon.customer("Asha").await, salon.customer("Tara").await];
    let mut papers = [ExpectedAccount::default(), ExpectedAccount::default()];
    let (mut given, mut fewer, mut twice) = (0, 0, 0);
    for step in 0..400 {
        // Never the same instant twice, so that the paper knows which gems are older.
        salon.app.clock.advance_millis(1 + draw(16) * DAY_MS / 2 + draw(1_000));
        let (now, who) = (salon.now(), rng.below(2));
        // For a while little is spent, so that some gems expire, and then all that there is.
        let most_spent = if step / 50 % 2 == 0 { 20 } else { 300 };
        let (person, paper) = (&people[who], &mut papers[who]);
        let (context, user) = (salon.context(), person.id().clone());
        match draw(10) {
            0..4 => {
                let paise = draw(400_000);
                let wanted = if draw(2) == 0 { 0 } else { draw(most_spent) };
                let gems = wanted.min(paper.spendable(now));
                let number = paper.invoices.len();
                let id = format!("{who}-{number}");
                let paid = salon.app.db.write(move |tx| -> Result<i64, SpendRefusal> {
                    billed_visit(&user, &id, (paise, gems), now).insert(tx)?;
                    let invoice = &InvoiceId::new(&id);
                    if gems > 0 {
                        let redemption = Redemption { invoice, gems, description: "Redeemed for a wash" };
                        acts::redeem(tx, &context, &user, &redemption)?;
                    }
                    Ok(acts::earn(tx, &context, &user, invoice, paise)?)
                });
                let earned = paid.await.unwrap();
                assert_eq!(paper.spend_up_to(gems, now), gems);
                paper.add_lot(Some(number), earned, Some(gems_expire_at(now)));
                paper.invoices.push((paise, gems, false));
                paper.spent += paise;
            }
            4..8 if !paper.invoices.is_empty() => {
                // Mostly one of the last, as in life.
                let back = rng.below(paper.invoices.len().min(12));
                let number = paper.invoices.len() - 1 - back;
                let (id, by) = (InvoiceId::new(format!("{who}-{number}")), meera.id().clone());
                let done = salon.app.db.write(move |tx| credit(tx, &context, &by, &id, &whole())).await;
                let (paise, gems, was_credited) = paper.invoices[number];
                match done {
                    Ok(note) => {
                        assert!(!was_credited, "step {step}");
                        let earned = paper.lots.iter().find(|lot| lot.invoice == Some(number));
                        let kept = earned.map_or(0, |lot| lot.amount - lot.expired);
                        let expected = paper.credit(number, now);
                        assert_eq!((note.gems_given_back, note.gems_taken_back), expected, "step {step}");
                        given += note.gems_given_back;
                        fewer += i64::from(note.gems_taken_back < kept);
                    }
                    Err(CreditRefusal::AlreadyCredited) => {
                        assert!(was_credited, "step {step}");
                        twice += 1;
                    }
                    Err(CreditRefusal::NothingToCredit) => assert_eq!((paise, gems), (0, 0), "step {step}"),
                    Err(refusal) => panic!("step {step}: {refusal}"),
                }
            }
            8 => {
                expire_gems(&salon, 1_000).await;
                for paper in &mut papers {
                    paper.expire(now);
                }
            }
            _ => {
                let gems = (1 + draw(most_spent)).min(paper.spendable(now));
                if let Some(amount) = std::num::NonZeroI64::new(-gems) {
                    let taken = salon.app.db.write(move |tx| acts::adjust(tx, &context, &user, amount, "Oops"));
                    taken.await.unwrap();
                    paper.spend_up_to(gems, now);
                }
            }
        }
        if step % 20 == 19 {
            for (person, paper) in people.iter().zip(&papers).filter(|(_, paper)| !paper.invoices.is_empty()) {
                assert_eq!(verified_gems_balance(&salon, person).await, paper.balance(), "step {step}");
            }
        }
    }
    assert!(given > 50 && fewer > 3 && twice > 10, "{given} {fewer} {twice}");
    for (name, paper) in ["Asha", "Tara"].into_iter().zip(&papers) {
        // Who was away that long signs in again.
        assert_eq!(total_spent_paise(&salon.customer(name).await).await, paper.spent, "{name}");
    }
    salon.run_due_jobs().await;
}
