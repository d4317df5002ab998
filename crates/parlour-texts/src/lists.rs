//! Texts that belong together, as lists in a fixed order, and the names of fields in lists of errors.

use crate::{
    BoardBlocksTexts, BoardMoveTexts, BoardQueueTexts, BoardTexts, BookingStepsTexts, BookingTexts, BookingUndoTexts,
    CancelBookingTexts, CheckoutOverTexts, CheckoutPaymentTexts, CheckoutReductionTexts, CheckoutRefusalsTexts,
    CheckoutSumsTexts, CheckoutTexts, CreditNoteTexts, CustomerTexts, CustomersTexts, DatesTexts, DeskBookingTexts,
    DeskFrameTexts, DeskStatusTexts, EraseAccountTexts, InvoiceListTexts, InvoicePaymentsTexts, InvoiceTexts,
    InvoiceWaitTexts, InvoicesTexts, LeadsTexts, MembershipsTexts, MyAccountTexts, MyDayTexts, MyLeaveTexts,
    MyNotificationsTexts, MyTexts, NewBookingNotFreeTexts, NewBookingTexts, NotFreeTexts, PrivacyTexts, ReceiptTexts,
    SearchTexts, ServicesTexts, SetupSalonTexts, SetupServicesTexts, SetupTeamTexts,
};

/// A part of the privacy notice.
#[derive(Debug)]
pub struct PrivacySection {
    pub heading: &'static str,
    pub text: &'static str,
    /// What is meant, and why or how long.
    pub items: Vec<(&'static str, &'static str)>,
}

impl BoardTexts {
    /// Bookings to come, customers who are here, done, and no-shows.
    pub fn tallies(self) -> [&'static str; 4] {
        [self.tally_to_come(), self.tally_here(), self.tally_done(), self.tally_no_show()]
    }

    /// The groups of the list of the day.
    pub fn list_groups(self) -> [&'static str; 3] {
        [self.group_now(), self.group_to_come(), self.group_over()]
    }

    /// The texts `board_queue-…`.
    pub fn queue(self) -> BoardQueueTexts {
        BoardQueueTexts(self.0)
    }

    /// The texts `board_move-…`.
    pub fn moving(self) -> BoardMoveTexts {
        BoardMoveTexts(self.0)
    }

    /// The texts `board_blocks-…`.
    pub fn blocks(self) -> BoardBlocksTexts {
        BoardBlocksTexts(self.0)
    }
}

impl BookingTexts {
    /// The steps of a booking, in their order.
    pub fn steps(self) -> [&'static str; 3] {
        [self.step_services(), self.step_time(), self.step_review()]
    }
}

impl CancelBookingTexts {
    /// Why a customer cancels: the value of the form and its text.
    pub fn reasons(self) -> [(&'static str, &'static str); 5] {
        [
            ("ill", self.reason_ill()),
            ("time", self.reason_time()),
            ("mistake", self.reason_mistake()),
            ("elsewhere", self.reason_elsewhere()),
            ("other", self.reason_other()),
        ]
    }
}

impl CheckoutTexts {
    /// The texts `checkout_reduction-…`.
    pub fn reduction(self) -> CheckoutReductionTexts {
        CheckoutReductionTexts(self.0)
    }

    /// The texts `checkout_payment-…`.
    pub fn payment(self) -> CheckoutPaymentTexts {
        CheckoutPaymentTexts(self.0)
    }

    /// The texts `checkout_sums-…`.
    pub fn sums(self) -> CheckoutSumsTexts {
        CheckoutSumsTexts(self.0)
    }

    /// The texts `checkout_refusals-…`.
    pub fn refusals(self) -> CheckoutRefusalsTexts {
        CheckoutRefusalsTexts(self.0)
    }

    /// The texts `checkout_over-…`.
    pub fn over(self) -> CheckoutOverTexts {
        CheckoutOverTexts(self.0)
    }

    /// The texts `receipt-…`.
    pub fn receipt(self) -> ReceiptTexts {
        ReceiptTexts(self.0)
    }
}

impl CheckoutPaymentTexts {
    /// Cash, UPI and card.
    pub fn methods(self) -> [&'static str; 3] {
        [self.method_cash(), self.method_upi(), self.method_card()]
    }
}

impl CustomersTexts {
    /// In the order of the sort keys of the directory.
    pub fn sorts(self) -> [&'static str; 6] {
        [
            self.sort_spent(),
            self.sort_visits(),
            self.sort_last_visit(),
            self.sort_name(),
            self.sort_gems(),
            self.sort_no_shows(),
        ]
    }

    /// The value of the form and its text.
    pub fn genders(self) -> [(&'static str, &'static str); 4] {
        [
            ("female", self.gender_female()),
            ("male", self.gender_male()),
            ("other", self.gender_other()),
            ("undisclosed", self.gender_undisclosed()),
        ]
    }

    /// The two records of a merge.
    pub fn records(self) -> [&'static str; 2] {
        [self.record_this(), self.record_other()]
    }

    /// The texts `customer-…`.
    pub fn one(self) -> CustomerTexts {
        CustomerTexts(self.0)
    }
}

impl DatesTexts {
    /// The parts of the day, each after the hour that it begins at.
    pub fn parts_of_day(self) -> [(u32, &'static str); 5] {
        [
            (0, self.part_night_early()),
            (4, self.part_morning()),
            (12, self.part_afternoon()),
            (16, self.part_evening()),
            (20, self.part_night()),
        ]
    }

    /// From Monday on.
    pub fn weekdays(self) -> [&'static str; 7] {
        [
            self.weekday_monday(),
            self.weekday_tuesday(),
            self.weekday_wednesday(),
            self.weekday_thursday(),
            self.weekday_friday(),
            self.weekday_saturday(),
            self.weekday_sunday(),
        ]
    }

    /// From Monday on.
    pub fn weekdays_short(self) -> [&'static str; 7] {
        [
            self.weekday_short_monday(),
            self.weekday_short_tuesday(),
            self.weekday_short_wednesday(),
            self.weekday_short_thursday(),
            self.weekday_short_friday(),
            self.weekday_short_saturday(),
            self.weekday_short_sunday(),
        ]
    }

    /// From Monday on.
    pub fn weekday_letters(self) -> [&'static str; 7] {
        [
            self.weekday_letter_monday(),
            self.weekday_letter_tuesday(),
            self.weekday_letter_wednesday(),
            self.weekday_letter_thursday(),
            self.weekday_letter_friday(),
            self.weekday_letter_saturday(),
            self.weekday_letter_sunday(),
        ]
    }

    /// From January on.
    pub fn months(self) -> [&'static str; 12] {
        [
            self.month_january(),
            self.month_february(),
            self.month_march(),
            self.month_april(),
            self.month_may(),
            self.month_june(),
            self.month_july(),
            self.month_august(),
            self.month_september(),
            self.month_october(),
            self.month_november(),
            self.month_december(),
        ]
    }

    /// From January on.
    pub fn months_short(self) -> [&'static str; 12] {
        [
            self.month_short_january(),
            self.month_short_february(),
            self.month_short_march(),
            self.month_short_april(),
            self.month_short_may(),
            self.month_short_june(),
            self.month_short_july(),
            self.month_short_august(),
            self.month_short_september(),
            self.month_short_october(),
            self.month_short_november(),
            self.month_short_december(),
        ]
    }
}

impl DeskBookingTexts {
    /// Suggestions for the reason of a cancellation.
    pub fn cancel_reasons(self) -> [&'static str; 3] {
        [self.cancel_reason_phone(), self.cancel_reason_ill(), self.cancel_reason_closed()]
    }

    /// Suggestions for the reason of a refusal.
    pub fn reject_reasons(self) -> [&'static str; 4] {
        [self.reject_reason_full(), self.reject_reason_away(), self.reject_reason_closed(), self.reject_reason_call()]
    }

    /// The texts `booking_steps-…`.
    pub fn steps(self) -> BookingStepsTexts {
        BookingStepsTexts(self.0)
    }

    /// The texts `not_free-…`.
    pub fn not_free(self) -> NotFreeTexts {
        NotFreeTexts(self.0)
    }

    /// The texts `booking_undo-…`.
    pub fn undo(self) -> BookingUndoTexts {
        BookingUndoTexts(self.0)
    }
}

impl DeskFrameTexts {
    /// In the order of the roles, from customer to developer.
    pub fn roles(self) -> [&'static str; 6] {
        [
            self.role_customer(),
            self.role_staff(),
            self.role_receptionist(),
            self.role_manager(),
            self.role_owner(),
            self.role_developer(),
        ]
    }

    /// What each key of the desk does.
    pub fn key_help(self) -> [(&'static str, &'static str); 14] {
        [
            ("Ctrl K", self.key_search()),
            ("?", self.key_keys()),
            ("n", self.key_new_booking()),
            ("w", self.key_walk_in()),
            ("t", self.key_today()),
            ("[ ]", self.key_days()),
            ("1 … 9", self.key_numbers()),
            ("← ↑ ↓ →", self.key_arrows()),
            ("m", self.key_move()),
            ("s", self.key_start()),
            ("c", self.key_checkout()),
            ("j k", self.key_next()),
            ("a", self.key_approve()),
            ("r", self.key_decline()),
        ]
    }

    /// The texts `desk_status-…`.
    pub fn statuses(self) -> DeskStatusTexts {
        DeskStatusTexts(self.0)
    }
}

impl EraseAccountTexts {
    /// What erasing an account does.
    pub fn effects(self) -> [&'static str; 4] {
        [self.effect_bookings(), self.effect_person(), self.effect_gems(), self.effect_signed_out()]
    }
}

impl InvoicesTexts {
    /// Cash, UPI and card.
    pub fn methods(self) -> [&'static str; 3] {
        [self.method_cash(), self.method_upi(), self.method_card()]
    }

    /// What an invoice is for: a booking, a membership, hours of a membership.
    pub fn kinds(self) -> [&'static str; 3] {
        [self.kind_booking(), self.kind_membership(), self.kind_membership_hours()]
    }

    /// The texts `invoice_list-…`.
    pub fn list(self) -> InvoiceListTexts {
        InvoiceListTexts(self.0)
    }

    /// The texts `invoice-…`.
    pub fn one(self) -> InvoiceTexts {
        InvoiceTexts(self.0)
    }

    /// The texts `invoice_payments-…`.
    pub fn payments(self) -> InvoicePaymentsTexts {
        InvoicePaymentsTexts(self.0)
    }

    /// The texts `credit_note-…`.
    pub fn credit(self) -> CreditNoteTexts {
        CreditNoteTexts(self.0)
    }

    /// The texts `invoice_wait-…`.
    pub fn wait(self) -> InvoiceWaitTexts {
        InvoiceWaitTexts(self.0)
    }
}

impl LeadsTexts {
    /// New, called, booked, came, lost.
    pub fn lanes(self) -> [&'static str; 5] {
        [self.lane_new(), self.lane_called(), self.lane_booked(), self.lane_came(), self.lane_lost()]
    }

    /// In the order of the statuses.
    pub fn statuses(self) -> [&'static str; 6] {
        [
            self.status_new(),
            self.status_contacted(),
            self.status_follow_up(),
            self.status_booked(),
            self.status_won(),
            self.status_lost(),
        ]
    }

    /// What the menu offers, in the order of the statuses.
    pub fn moves(self) -> [&'static str; 6] {
        [
            self.move_new(),
            self.move_contacted(),
            self.move_follow_up(),
            self.move_booked(),
            self.move_won(),
            self.move_lost(),
        ]
    }

    /// Came in, called, called again, booked, came, lost.
    pub fn stages(self) -> [&'static str; 6] {
        [
            self.stage_new(),
            self.stage_contacted(),
            self.stage_follow_up(),
            self.stage_booked(),
            self.stage_won(),
            self.stage_lost(),
        ]
    }

    /// Where a lead comes from: the stored value and its text.
    pub fn sources(self) -> [(&'static str, &'static str); 4] {
        [
            ("manual", self.source_manual()),
            ("website", self.source_website()),
            ("meta_ad", self.source_meta_ad()),
            ("phone_call", self.source_phone_call()),
        ]
    }

    /// The name and the text of each part of a campaign.
    pub fn utm(self) -> [(&'static str, &'static str); 5] {
        [
            (self.utm_source(), "utm_source"),
            (self.utm_medium(), "utm_medium"),
            (self.utm_campaign(), "utm_campaign"),
            (self.utm_content(), "utm_content"),
            (self.utm_term(), "utm_term"),
        ]
    }

    /// Why a lead is lost: the value of the form and its text.
    pub fn reasons(self) -> [(&'static str, &'static str); 6] {
        [
            ("far", self.reason_far()),
            ("dear", self.reason_dear()),
            ("elsewhere", self.reason_elsewhere()),
            ("silent", self.reason_silent()),
            ("wrong", self.reason_wrong()),
            ("other", self.reason_other()),
        ]
    }
}

impl MembershipsTexts {
    /// Cash, UPI and card.
    pub fn methods(self) -> [&'static str; 3] {
        [self.method_cash(), self.method_upi(), self.method_card()]
    }

    /// Active, over, cancelled.
    pub fn statuses(self) -> [&'static str; 3] {
        [self.status_active(), self.status_over(), self.status_cancelled()]
    }
}

impl MyTexts {
    /// The texts `my_day-…`.
    pub fn day(self) -> MyDayTexts {
        MyDayTexts(self.0)
    }

    /// The texts `my_leave-…`.
    pub fn leave(self) -> MyLeaveTexts {
        MyLeaveTexts(self.0)
    }

    /// The texts `my_notifications-…`.
    pub fn feed(self) -> MyNotificationsTexts {
        MyNotificationsTexts(self.0)
    }

    /// The texts `my_account-…`.
    pub fn me(self) -> MyAccountTexts {
        MyAccountTexts(self.0)
    }
}

impl MyDayTexts {
    /// From one to ten.
    pub fn numbers(self) -> [&'static str; 10] {
        [
            self.number_one(),
            self.number_two(),
            self.number_three(),
            self.number_four(),
            self.number_five(),
            self.number_six(),
            self.number_seven(),
            self.number_eight(),
            self.number_nine(),
            self.number_ten(),
        ]
    }
}

impl MyLeaveTexts {
    /// Waiting, approved, declined.
    pub fn statuses(self) -> [&'static str; 3] {
        [self.status_waiting(), self.status_approved(), self.status_declined()]
    }
}

impl NewBookingTexts {
    /// The texts `new_booking_not_free-…`.
    pub fn not_free(self) -> NewBookingNotFreeTexts {
        NewBookingNotFreeTexts(self.0)
    }
}

impl PrivacyTexts {
    /// The privacy notice.
    pub fn sections(self) -> Vec<PrivacySection> {
        vec![
            PrivacySection {
                heading: self.kept_heading(),
                text: self.kept_text(),
                items: vec![
                    (self.kept_name_e_mail(), self.kept_name_e_mail_why()),
                    (self.kept_mobile_number(), self.kept_mobile_number_why()),
                    (self.kept_date_of_birth(), self.kept_date_of_birth_why()),
                    (self.kept_gender(), self.kept_gender_why()),
                    (self.kept_visits_notes_and(), self.kept_visits_notes_and_why()),
                    (self.kept_invoices_and_payments(), self.kept_invoices_and_payments_why()),
                    (self.kept_gems_and_memberships(), self.kept_gems_and_memberships_why()),
                    (self.kept_what_you_said(), self.kept_what_you_said_why()),
                    (self.kept_devices_you_are(), self.kept_devices_you_are_why()),
                    (self.kept_how_you_found(), self.kept_how_you_found_why()),
                ],
            },
            PrivacySection {
                heading: self.messages_heading(),
                text: self.messages_text(),
                items: vec![
                    (self.messages_about_your_visits(), self.messages_about_your_visits_why()),
                    (self.messages_reminders_and_spa(), self.messages_reminders_and_spa_why()),
                    (self.messages_offers_and_birthday(), self.messages_offers_and_birthday_why()),
                ],
            },
            PrivacySection {
                heading: self.others_heading(),
                text: self.others_text(),
                items: vec![
                    (self.others_your_sign_in(), self.others_your_sign_in_why()),
                    (self.others_e_mail_and(), self.others_e_mail_and_why()),
                    (self.others_your_calendar_app(), self.others_your_calendar_app_why()),
                    (self.others_authorities(), self.others_authorities_why()),
                ],
            },
            PrivacySection {
                heading: self.time_heading(),
                text: "",
                items: vec![
                    (self.time_your_account(), self.time_your_account_why()),
                    (self.time_invoices_and_the(), self.time_invoices_and_the_why()),
                    (self.time_copies_of_e(), self.time_copies_of_e_why()),
                    (self.time_a_call_back(), self.time_a_call_back_why()),
                    (self.time_a_sign_in(), self.time_a_sign_in_why()),
                ],
            },
            PrivacySection { heading: self.cookies_heading(), text: self.cookies_text(), items: vec![] },
            PrivacySection {
                heading: self.rights_heading(),
                text: self.rights_text(),
                items: vec![
                    (self.rights_see_it(), self.rights_see_it_why()),
                    (self.rights_correct_it(), self.rights_correct_it_why()),
                    (self.rights_erase_it(), self.rights_erase_it_why()),
                    (self.rights_take_back_a(), self.rights_take_back_a_why()),
                    (self.rights_name_somebody(), self.rights_name_somebody_why()),
                    (self.rights_complain(), self.rights_complain_why()),
                ],
            },
        ]
    }
}

impl SearchTexts {
    /// Other words for each page, in the order of the pages.
    pub fn also_called(self) -> [&'static str; 13] {
        [
            self.also_board(),
            self.also_requests(),
            self.also_bookings(),
            self.also_customers(),
            self.also_leads(),
            self.also_memberships(),
            self.also_invoices(),
            self.also_day_close(),
            self.also_my_day(),
            self.also_my_leave(),
            self.also_notifications(),
            self.also_me(),
            self.also_new_booking(),
        ]
    }
}

impl ServicesTexts {
    /// The steps of a booking, in their order.
    pub fn steps(self) -> [&'static str; 3] {
        [self.step_services(), self.step_time(), self.step_review()]
    }
}

impl SetupSalonTexts {
    /// The names of the colours that a salon can choose from.
    pub fn colours(self) -> [&'static str; 7] {
        [
            self.colour_plum(),
            self.colour_blue(),
            self.colour_green(),
            self.colour_amber(),
            self.colour_violet(),
            self.colour_brick(),
            self.colour_ink(),
        ]
    }
}

impl SetupServicesTexts {
    /// What to begin with: everything, salon, spa, nothing.
    pub fn starts(self) -> [&'static str; 4] {
        [self.start_all(), self.start_salon(), self.start_spa(), self.start_nothing()]
    }
}

impl SetupTeamTexts {
    /// Salon and spa.
    pub fn types(self) -> [&'static str; 2] {
        [self.type_salon(), self.type_spa()]
    }
}
