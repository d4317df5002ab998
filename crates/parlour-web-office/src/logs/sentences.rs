//! What an entry says was done, to which record, and where that record is.

use parlour_domain::audit::AuditAction;
use parlour_texts::Texts;

/// They stand for who and for the record in a sentence that is taken apart: no text has such characters.
const WHO: char = '\u{fdd0}';
const RECORD: char = '\u{fdd1}';

/// A part of a sentence: plain text, and what comes after it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SentencePart {
    pub(super) text: String,
    pub(super) is_before_who: bool,
    pub(super) is_before_record: bool,
}

/// The sentence of an action as the page needs it, which prints who in bold, and the record as a link. An action that a
/// newer version has stored is named as it is.
pub(super) fn sentence_parts(action: &str, texts: Texts) -> Vec<SentencePart> {
    let (who, record) = (WHO.to_string(), RECORD.to_string());
    let sentence = AuditAction::parse(action).map_or_else(
        || texts.desk_logs().unknown_action(&who, &record, action),
        |action| sentence(action, (&who, &record), texts),
    );
    let part = |part: &str| SentencePart {
        text: part.trim_end_matches([WHO, RECORD]).to_owned(),
        is_before_who: part.ends_with(WHO),
        is_before_record: part.ends_with(RECORD),
    };
    sentence.split_inclusive([WHO, RECORD]).map(part).collect()
}

/// Who did what: `Meera approved visit BK-0101`. `record` is what it is about; some sentences do without.
#[expect(clippy::too_many_lines, reason = "every action is named, so that a new one has to decide")]
pub(super) fn sentence(action: AuditAction, (who, record): (&str, &str), texts: Texts) -> String {
    let text = texts.log_action();
    match action {
        AuditAction::BlockAdd => text.blocked_time_of(who, record),
        AuditAction::BlockRemove => text.gave_back_blocked_time_of(who, record),
        AuditAction::BookingAcceptTime => text.accepted_the_other_time_of(who, record),
        AuditAction::BookingApprove | AuditAction::LeaveApprove => text.approved(who, record),
        AuditAction::BookingArrive => text.marked_as_arrived(who, record),
        AuditAction::BookingAssign | AuditAction::LeadAssign => text.gave_to_somebody(who, record),
        AuditAction::BookingBook => text.booked(who, record),
        AuditAction::BookingCancel | AuditAction::MembershipCancel => text.cancelled(who, record),
        AuditAction::BookingComplete => text.checked_out(who, record),
        AuditAction::BookingDeclineTime => text.declined_the_other_time_of(who, record),
        AuditAction::BookingFinish => text.said_that_the_staff_are_done_with(who, record),
        AuditAction::BookingImport | AuditAction::MembershipImport => text.imported(who, record),
        AuditAction::BookingLines => text.changed_the_services_of(who, record),
        AuditAction::BookingNoshow => text.marked_as_a_no_show(who, record),
        AuditAction::BookingOfferTime => text.offered_another_time_for(who, record),
        AuditAction::BookingPlace => text.moved(who, record),
        AuditAction::BookingRecordSession => text.recorded_as_a_membership_session(who, record),
        AuditAction::BookingReject | AuditAction::LeaveReject => text.declined(who, record),
        AuditAction::BookingReopen => text.opened_again(who, record),
        AuditAction::BookingRequest | AuditAction::ExportMake | AuditAction::LeaveAsk => text.asked_for(who, record),
        AuditAction::BookingReschedule => text.moved_to_another_time(who, record),
        AuditAction::BookingReverseSession => text.reversed_the_membership_session_of(who, record),
        AuditAction::BookingServices => text.changed_the_services_asked_for_in(who, record),
        AuditAction::BookingStart => text.started(who, record),
        AuditAction::BookingTakeBackFinish => text.said_that_the_staff_go_on_with(who, record),
        AuditAction::BookingUndo => text.took_back_the_last_act_on(who, record),
        AuditAction::BranchChange
        | AuditAction::CategoryChange
        | AuditAction::GemsAdjust
        | AuditAction::OfferChange
        | AuditAction::ProfileChange
        | AuditAction::SalonChange
        | AuditAction::ServiceChange
        | AuditAction::StaffChange
        | AuditAction::TagChange
        | AuditAction::TierChange => text.changed(who, record),
        AuditAction::BranchOpen => text.opened(who, record),
        AuditAction::CalendarRevoke => text.switched_off_the_address_of(who, record),
        AuditAction::CalendarShare => text.made_an_address_of(who, record),
        AuditAction::CashMovementRecord => text.recorded(who, record),
        AuditAction::CategoryAdd
        | AuditAction::CustomerAdd
        | AuditAction::HolidayAdd
        | AuditAction::OfferCreate
        | AuditAction::ServiceAdd
        | AuditAction::StaffAdd
        | AuditAction::TierAdd => text.added(who, record),
        AuditAction::ClockAccept => text.accepted(who, record),
        AuditAction::CustomerContact => text.changed_the_contact_details_of(who, record),
        AuditAction::CustomerMerge => text.merged_into_one(who, record),
        AuditAction::CustomerNoshow => text.counted_a_no_show_of(who, record),
        AuditAction::CustomerOverrule => text.changed_the_no_show_record_of(who, record),
        AuditAction::CustomerTag => text.put_a_tag_on(who, record),
        AuditAction::CustomerUndoNoshow => text.took_back_a_no_show_of(who, record),
        AuditAction::CustomerUntag => text.took_a_tag_off(who, record),
        AuditAction::CustomerNoteWrite => text.wrote(who, record),
        AuditAction::DayClose => text.closed_the_day(who),
        AuditAction::DayReopen => text.opened_the_day_again(who),
        AuditAction::HolidayRemove => text.removed(who, record),
        AuditAction::ImportApply => text.imported_a_file(who),
        AuditAction::IntegrationTest => text.tested(who, record),
        AuditAction::InvoiceCorrectPayments => text.corrected_the_payments_of(who, record),
        AuditAction::InvoiceCredit => text.credited(who, record),
        AuditAction::InvoiceIssue => text.issued(who, record),
        AuditAction::InvoiceSend => text.sent_by_e_mail(who, record),
        AuditAction::InvoiceVoid => text.voided(who, record),
        AuditAction::LeadAdvance => text.moved_on(who, record),
        AuditAction::LeadCapture => text.captured(who, record),
        AuditAction::LeadConvert => text.turned_into_a_booking(who, record),
        AuditAction::LeadDelete | AuditAction::UserDelete => text.deleted(who, record),
        AuditAction::LeadNote => text.wrote_a_note_about(who, record),
        AuditAction::LeaveWithdraw => text.withdrew(who, record),
        AuditAction::MembershipExpire | AuditAction::OfferExpire => text.let_expire(who, record),
        AuditAction::MembershipRecordSession => text.recorded_a_session_of(who, record),
        AuditAction::MembershipReverseSession => text.reversed_a_session_of(who, record),
        AuditAction::MembershipSell => text.sold(who, record),
        AuditAction::ProfileOnboard => text.filled_in(who, record),
        AuditAction::PushSubscriptionBegin => text.began(who, record),
        AuditAction::PushSubscriptionEnd => text.ended(who, record),
        AuditAction::RefusalExpiredSession => text.came_with_a_session_that_is_over(who),
        AuditAction::RefusalJobSignature => text.sent_a_job_with_a_wrong_signature(who),
        AuditAction::RefusalLinkToken => text.opened_a_link_that_is_not_valid(who),
        AuditAction::RefusalNotAllowed => text.asked_for_something_that_is_not_allowed(who),
        AuditAction::RefusalOrigin => text.sent_a_form_from_another_site(who),
        AuditAction::RefusalRecycledEmail => text.signed_in_with_an_address_of_somebody_else(who),
        AuditAction::RefusalRole => text.asked_for_something_above_their_role(who),
        AuditAction::RefusalSignInCookie => text.came_back_from_the_sign_in_without_its_cookie(who),
        AuditAction::RefusalSignInToken => text.came_back_from_the_sign_in_with_a_wrong_answer(who),
        AuditAction::SalonDemo => text.filled_with_made_up_data(who, record),
        AuditAction::SessionEnd => text.signed_out(who),
        AuditAction::SessionStart => text.signed_in(who),
        AuditAction::SetupFinish => text.finished(who, record),
        AuditAction::SetupSkip => text.left_out_a_step_of(who, record),
        AuditAction::StaffSetWeek => text.changed_the_week_of(who, record),
        AuditAction::TagMake | AuditAction::UserMake => text.created(who, record),
        AuditAction::UserClaim => text.accepted_the_invitation_as(who, record),
        AuditAction::UserErase => text.erased_the_personal_data_of(who, record),
        AuditAction::UserInvite => text.invited(who, record),
        AuditAction::UserInvitationLapse => text.let_the_invitation_lapse_of(who, record),
        AuditAction::UserLanguage => text.changed_the_language_of(who, record),
        AuditAction::UserLinkIdentity => text.linked_a_sign_in_to(who, record),
        AuditAction::UserRole => text.changed_the_role_of(who, record),
        AuditAction::UserSignOutEverywhere => text.ended_all_sessions_of(who, record),
        AuditAction::UserWithdraw => text.withdrew_the_invitation_of(who, record),
        AuditAction::WorkRetry => text.tried_again(who, record),
    }
}

/// The kind of a record: `visit`.
pub(super) fn record_name(record_type: &str, texts: Texts) -> &'static str {
    let text = texts.log_record();
    match record_type {
        "block" => text.block(),
        "booking" => text.booking(),
        "branch" => text.branch(),
        "calendar" => text.calendar(),
        "cash_movement" => text.cash_movement(),
        "category" => text.category(),
        "clock" => text.clock(),
        "customer" => text.customer(),
        "customer_note" => text.customer_note(),
        "day_close" => text.day_close(),
        "export" => text.export(),
        "gems" => text.gems(),
        "holiday" => text.holiday(),
        "import" => text.import(),
        "integration" => text.integration(),
        "invoice" => text.invoice(),
        "lead" => text.lead(),
        "leave" => text.leave(),
        "membership" => text.membership(),
        "offer" => text.offer(),
        "profile" => text.profile(),
        "push_subscription" => text.push_subscription(),
        "refusal" => text.refusal(),
        "salon" => text.salon(),
        "service" => text.service(),
        "session" => text.session(),
        "setup" => text.setup(),
        "staff" => text.staff(),
        "tag" => text.tag(),
        "tier" => text.tier(),
        "user" => text.user(),
        "work" => text.work(),
        _ => text.other(),
    }
}

/// Every kind of record that entries are about, in order.
pub(super) fn record_types() -> Vec<&'static str> {
    let mut types: Vec<&str> = AuditAction::ALL.iter().map(|action| action.record_type()).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// The page of a record, if there is one.
pub(crate) fn record_path(record_type: &str, id: &str) -> Option<String> {
    let list = match record_type {
        "booking" => "bookings",
        "branch" => "branches",
        "category" => "services/categories",
        "customer" => "customers",
        "invoice" => "invoices",
        "lead" => "leads",
        "membership" => "memberships",
        "offer" => "offers",
        "service" => "services",
        "staff" => "team",
        "tag" => "tags",
        "tier" => "tiers",
        "user" => "users",
        _ => return None,
    };
    Some(format!("/{list}/{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_stands_where_its_sentence_has_it() {
        let written = |action: &str| -> String {
            let parts = sentence_parts(action, Texts::ENGLISH).into_iter().map(|part| {
                let next = if part.is_before_who {
                    "Meera"
                } else if part.is_before_record {
                    "visit 7"
                } else {
                    ""
                };
                part.text + next
            });
            parts.collect()
        };
        assert_eq!(written("booking.arrive"), "Meera marked visit 7 as arrived");
        assert_eq!(written("session.end"), "Meera signed out");
        assert!(written("booking.paint").starts_with("Meera changed visit 7 in a way"), "{}", written("booking.paint"));
        for action in AuditAction::ALL {
            let said = written(action.as_str());
            assert!(said.starts_with("Meera ") && !said.contains([WHO, RECORD]), "{said}");
        }
    }
}
