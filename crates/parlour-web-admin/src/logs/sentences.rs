//! What an entry says was done, to which record, and where that record is.

use parlour_domain::audit::AuditAction;
use parlour_texts::Texts;

/// What was done: `approved`.
#[expect(clippy::too_many_lines, reason = "every action is named, so that a new one has to decide")]
pub(super) fn done(action: AuditAction, texts: Texts) -> &'static str {
    let text = texts.log_action();
    match action {
        AuditAction::BlockAdd => text.blocked_time_of(),
        AuditAction::BlockRemove => text.gave_back_blocked_time_of(),
        AuditAction::BookingAcceptTime => text.accepted_the_other_time_of(),
        AuditAction::BookingApprove | AuditAction::LeaveApprove => text.approved(),
        AuditAction::BookingArrive => text.marked_as_arrived(),
        AuditAction::BookingAssign | AuditAction::LeadAssign => text.gave_to_somebody(),
        AuditAction::BookingBook => text.booked(),
        AuditAction::BookingCancel | AuditAction::MembershipCancel => text.cancelled(),
        AuditAction::BookingComplete => text.checked_out(),
        AuditAction::BookingDeclineTime => text.declined_the_other_time_of(),
        AuditAction::BookingFinish => text.said_that_the_staff_are_done_with(),
        AuditAction::BookingImport | AuditAction::MembershipImport => text.imported(),
        AuditAction::BookingLines => text.changed_the_services_of(),
        AuditAction::BookingNoshow => text.marked_as_a_no_show(),
        AuditAction::BookingOfferTime => text.offered_another_time_for(),
        AuditAction::BookingPlace => text.moved(),
        AuditAction::BookingRecordSession => text.recorded_as_a_membership_session(),
        AuditAction::BookingReject | AuditAction::LeaveReject => text.declined(),
        AuditAction::BookingReopen => text.opened_again(),
        AuditAction::BookingRequest | AuditAction::ExportMake | AuditAction::LeaveAsk => text.asked_for(),
        AuditAction::BookingReschedule => text.moved_to_another_time(),
        AuditAction::BookingReverseSession => text.reversed_the_membership_session_of(),
        AuditAction::BookingServices => text.changed_the_services_asked_for_in(),
        AuditAction::BookingStart => text.started(),
        AuditAction::BookingTakeBackFinish => text.said_that_the_staff_go_on_with(),
        AuditAction::BookingUndo => text.took_back_the_last_act_on(),
        AuditAction::BranchChange
        | AuditAction::CategoryChange
        | AuditAction::GemsAdjust
        | AuditAction::OfferChange
        | AuditAction::ProfileChange
        | AuditAction::SalonChange
        | AuditAction::ServiceChange
        | AuditAction::StaffChange
        | AuditAction::TagChange
        | AuditAction::TierChange => text.changed(),
        AuditAction::BranchOpen => text.opened(),
        AuditAction::CalendarRevoke => text.switched_off_the_address_of(),
        AuditAction::CalendarShare => text.made_an_address_of(),
        AuditAction::CashMovementRecord => text.recorded(),
        AuditAction::CategoryAdd
        | AuditAction::CustomerAdd
        | AuditAction::HolidayAdd
        | AuditAction::OfferCreate
        | AuditAction::ServiceAdd
        | AuditAction::StaffAdd
        | AuditAction::TierAdd => text.added(),
        AuditAction::ClockAccept => text.accepted(),
        AuditAction::CustomerContact => text.changed_the_contact_details_of(),
        AuditAction::CustomerMerge => text.merged_into_one(),
        AuditAction::CustomerNoshow => text.counted_a_no_show_of(),
        AuditAction::CustomerOverrule => text.changed_the_no_show_record_of(),
        AuditAction::CustomerTag => text.put_a_tag_on(),
        AuditAction::CustomerUndoNoshow => text.took_back_a_no_show_of(),
        AuditAction::CustomerUntag => text.took_a_tag_off(),
        AuditAction::CustomerNoteWrite => text.wrote(),
        AuditAction::DayClose => text.closed_the_day(),
        AuditAction::DayReopen => text.opened_the_day_again(),
        AuditAction::HolidayRemove => text.removed(),
        AuditAction::ImportApply => text.imported_a_file(),
        AuditAction::IntegrationTest => text.tested(),
        AuditAction::InvoiceCorrectPayments => text.corrected_the_payments_of(),
        AuditAction::InvoiceCredit => text.credited(),
        AuditAction::InvoiceIssue => text.issued(),
        AuditAction::InvoiceSend => text.sent_by_e_mail(),
        AuditAction::InvoiceVoid => text.voided(),
        AuditAction::LeadAdvance => text.moved_on(),
        AuditAction::LeadCapture => text.captured(),
        AuditAction::LeadConvert => text.turned_into_a_booking(),
        AuditAction::LeadDelete | AuditAction::UserDelete => text.deleted(),
        AuditAction::LeadNote => text.wrote_a_note_about(),
        AuditAction::LeaveWithdraw => text.withdrew(),
        AuditAction::MembershipExpire | AuditAction::OfferExpire => text.let_expire(),
        AuditAction::MembershipRecordSession => text.recorded_a_session_of(),
        AuditAction::MembershipReverseSession => text.reversed_a_session_of(),
        AuditAction::MembershipSell => text.sold(),
        AuditAction::ProfileOnboard => text.filled_in(),
        AuditAction::PushSubscriptionBegin => text.began(),
        AuditAction::PushSubscriptionEnd => text.ended(),
        AuditAction::RefusalExpiredSession => text.came_with_a_session_that_is_over(),
        AuditAction::RefusalJobSignature => text.sent_a_job_with_a_wrong_signature(),
        AuditAction::RefusalLinkToken => text.opened_a_link_that_is_not_valid(),
        AuditAction::RefusalNotAllowed => text.asked_for_something_that_is_not_allowed(),
        AuditAction::RefusalOrigin => text.sent_a_form_from_another_site(),
        AuditAction::RefusalRecycledEmail => text.signed_in_with_an_address_of_somebody_else(),
        AuditAction::RefusalRole => text.asked_for_something_above_their_role(),
        AuditAction::RefusalSignInCookie => text.came_back_from_the_sign_in_without_its_cookie(),
        AuditAction::RefusalSignInToken => text.came_back_from_the_sign_in_with_a_wrong_answer(),
        AuditAction::SalonDemo => text.filled_with_made_up_data(),
        AuditAction::SessionEnd => text.signed_out(),
        AuditAction::SessionStart => text.signed_in(),
        AuditAction::SetupFinish => text.finished(),
        AuditAction::SetupSkip => text.left_out_a_step_of(),
        AuditAction::StaffSetWeek => text.changed_the_week_of(),
        AuditAction::TagMake | AuditAction::UserMake => text.created(),
        AuditAction::UserClaim => text.accepted_the_invitation_as(),
        AuditAction::UserErase => text.erased_the_personal_data_of(),
        AuditAction::UserInvite => text.invited(),
        AuditAction::UserInvitationLapse => text.let_the_invitation_lapse_of(),
        AuditAction::UserLanguage => text.changed_the_language_of(),
        AuditAction::UserLinkIdentity => text.linked_a_sign_in_to(),
        AuditAction::UserRole => text.changed_the_role_of(),
        AuditAction::UserSignOutEverywhere => text.ended_all_sessions_of(),
        AuditAction::UserWithdraw => text.withdrew_the_invitation_of(),
        AuditAction::WorkRetry => text.tried_again(),
    }
}

/// The kind of a record: `visit`. None if it is not known.
pub(super) fn record_name(record_type: &str, texts: Texts) -> Option<&'static str> {
    let text = texts.log_record();
    Some(match record_type {
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
        _ => return None,
    })
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
