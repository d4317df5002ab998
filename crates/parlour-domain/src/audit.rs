//! The changes that the audit log names.

use crate::string_enum::string_enum;

string_enum! {
    /// What was done, as the audit log stores it: the kind of record and the verb.
    AuditAction {
        BlockAdd = "block.add",
        BlockRemove = "block.remove",
        BookingAcceptTime = "booking.accept_time",
        BookingApprove = "booking.approve",
        BookingArrive = "booking.arrive",
        BookingAssign = "booking.assign",
        BookingBook = "booking.book",
        BookingCancel = "booking.cancel",
        BookingComplete = "booking.complete",
        BookingDeclineTime = "booking.decline_time",
        BookingFinish = "booking.finish",
        BookingImport = "booking.import",
        BookingLines = "booking.lines",
        BookingNoshow = "booking.noshow",
        BookingOfferTime = "booking.offer_time",
        BookingPlace = "booking.place",
        BookingRecordSession = "booking.record_session",
        BookingReject = "booking.reject",
        BookingReopen = "booking.reopen",
        BookingRequest = "booking.request",
        BookingReschedule = "booking.reschedule",
        BookingReverseSession = "booking.reverse_session",
        BookingServices = "booking.services",
        BookingStart = "booking.start",
        BookingTakeBackFinish = "booking.take_back_finish",
        BookingUndo = "booking.undo",
        BranchChange = "branch.change",
        BranchOpen = "branch.open",
        CalendarRevoke = "calendar.revoke",
        CalendarShare = "calendar.share",
        CashMovementRecord = "cash_movement.record",
        CategoryAdd = "category.add",
        CategoryChange = "category.change",
        ClockAccept = "clock.accept",
        CustomerAdd = "customer.add",
        CustomerContact = "customer.contact",
        CustomerMerge = "customer.merge",
        CustomerNoshow = "customer.noshow",
        CustomerOverrule = "customer.overrule",
        CustomerTag = "customer.tag",
        CustomerUndoNoshow = "customer.undo_noshow",
        CustomerUntag = "customer.untag",
        CustomerNoteWrite = "customer_note.write",
        DayClose = "day_close.close",
        DayReopen = "day_close.reopen",
        ExportMake = "export.make",
        GemsAdjust = "gems.adjust",
        HolidayAdd = "holiday.add",
        HolidayRemove = "holiday.remove",
        ImportApply = "import.apply",
        IntegrationTest = "integration.test",
        InvoiceCorrectPayments = "invoice.correct_payments",
        InvoiceCredit = "invoice.credit",
        InvoiceIssue = "invoice.issue",
        InvoiceSend = "invoice.send",
        InvoiceVoid = "invoice.void",
        LeadAdvance = "lead.advance",
        LeadAssign = "lead.assign",
        LeadCapture = "lead.capture",
        LeadConvert = "lead.convert",
        LeadDelete = "lead.delete",
        LeadNote = "lead.note",
        LeaveApprove = "leave.approve",
        LeaveAsk = "leave.ask",
        LeaveReject = "leave.reject",
        LeaveWithdraw = "leave.withdraw",
        MembershipCancel = "membership.cancel",
        MembershipExpire = "membership.expire",
        MembershipImport = "membership.import",
        MembershipRecordSession = "membership.record_session",
        MembershipReverseSession = "membership.reverse_session",
        MembershipSell = "membership.sell",
        OfferChange = "offer.change",
        OfferCreate = "offer.create",
        OfferExpire = "offer.expire",
        ProfileChange = "profile.change",
        ProfileOnboard = "profile.onboard",
        PushSubscriptionBegin = "push_subscription.begin",
        PushSubscriptionEnd = "push_subscription.end",
        RefusalExpiredSession = "refusal.expired_session",
        RefusalJobSignature = "refusal.job_signature",
        RefusalLinkToken = "refusal.link_token",
        RefusalNotAllowed = "refusal.not_allowed",
        RefusalOrigin = "refusal.origin",
        RefusalRecycledEmail = "refusal.recycled_email",
        RefusalRole = "refusal.role",
        RefusalSignInCookie = "refusal.sign_in_cookie",
        RefusalSignInToken = "refusal.sign_in_token",
        SalonChange = "salon.change",
        SalonDemo = "salon.demo",
        ServiceAdd = "service.add",
        ServiceChange = "service.change",
        SessionEnd = "session.end",
        SessionStart = "session.start",
        SetupFinish = "setup.finish",
        SetupSkip = "setup.skip",
        StaffAdd = "staff.add",
        StaffChange = "staff.change",
        StaffSetWeek = "staff.set_week",
        TagChange = "tag.change",
        TagMake = "tag.make",
        TierAdd = "tier.add",
        TierChange = "tier.change",
        UserDelete = "user.delete",
        UserClaim = "user.claim",
        UserErase = "user.erase",
        UserInvite = "user.invite",
        UserInvitationLapse = "user.invitation_lapse",
        UserLanguage = "user.language",
        UserLinkIdentity = "user.link_identity",
        UserMake = "user.make",
        UserRole = "user.role",
        UserSignOutEverywhere = "user.sign_out_everywhere",
        UserWithdraw = "user.withdraw",
        WorkRetry = "work.retry",
    }
}

string_enum! {
    /// The event that is published to browsers after a change. It contains no data of the record.
    RealtimeEvent {
        BookingCreated = "booking.created",
        BookingUpdated = "booking.updated",
        LeadCreated = "lead.created",
        NotificationCreated = "notification.created",
    }
}

impl AuditAction {
    /// The kind of record that was changed: the part before the dot.
    pub fn record_type(self) -> &'static str {
        let text = self.as_str();
        text.split_once('.').map_or(text, |(record, _)| record)
    }

    /// The event that is published to browsers, if somebody watches for this change: all that happens to bookings, and
    /// new leads.
    #[expect(clippy::too_many_lines, reason = "every action is named, so that a new one has to decide")]
    pub fn realtime_event(self) -> Option<RealtimeEvent> {
        match self {
            Self::BookingRequest | Self::BookingBook | Self::BookingImport => Some(RealtimeEvent::BookingCreated),
            Self::BookingAcceptTime
            | Self::BookingApprove
            | Self::BookingArrive
            | Self::BookingAssign
            | Self::BookingCancel
            | Self::BookingComplete
            | Self::BookingDeclineTime
            | Self::BookingFinish
            | Self::BookingLines
            | Self::BookingNoshow
            | Self::BookingOfferTime
            | Self::BookingPlace
            | Self::BookingRecordSession
            | Self::BookingReject
            | Self::BookingReopen
            | Self::BookingReschedule
            | Self::BookingReverseSession
            | Self::BookingServices
            | Self::BookingStart
            | Self::BookingTakeBackFinish
            | Self::BookingUndo => Some(RealtimeEvent::BookingUpdated),
            Self::LeadCapture => Some(RealtimeEvent::LeadCreated),
            Self::BlockAdd
            | Self::BlockRemove
            | Self::BranchChange
            | Self::BranchOpen
            | Self::CalendarRevoke
            | Self::CalendarShare
            | Self::CashMovementRecord
            | Self::CategoryAdd
            | Self::CategoryChange
            | Self::ClockAccept
            | Self::CustomerAdd
            | Self::CustomerContact
            | Self::CustomerMerge
            | Self::CustomerNoshow
            | Self::CustomerOverrule
            | Self::CustomerTag
            | Self::CustomerUndoNoshow
            | Self::CustomerUntag
            | Self::CustomerNoteWrite
            | Self::DayClose
            | Self::DayReopen
            | Self::ExportMake
            | Self::GemsAdjust
            | Self::HolidayAdd
            | Self::HolidayRemove
            | Self::ImportApply
            | Self::IntegrationTest
            | Self::InvoiceCorrectPayments
            | Self::InvoiceCredit
            | Self::InvoiceIssue
            | Self::InvoiceSend
            | Self::InvoiceVoid
            | Self::LeadAdvance
            | Self::LeadAssign
            | Self::LeadConvert
            | Self::LeadDelete
            | Self::LeadNote
            | Self::LeaveApprove
            | Self::LeaveAsk
            | Self::LeaveReject
            | Self::LeaveWithdraw
            | Self::MembershipCancel
            | Self::MembershipExpire
            | Self::MembershipImport
            | Self::MembershipRecordSession
            | Self::MembershipReverseSession
            | Self::MembershipSell
            | Self::OfferChange
            | Self::OfferCreate
            | Self::OfferExpire
            | Self::ProfileChange
            | Self::ProfileOnboard
            | Self::PushSubscriptionBegin
            | Self::PushSubscriptionEnd
            | Self::RefusalExpiredSession
            | Self::RefusalJobSignature
            | Self::RefusalLinkToken
            | Self::RefusalNotAllowed
            | Self::RefusalOrigin
            | Self::RefusalRecycledEmail
            | Self::RefusalRole
            | Self::RefusalSignInCookie
            | Self::RefusalSignInToken
            | Self::SalonChange
            | Self::SalonDemo
            | Self::ServiceAdd
            | Self::ServiceChange
            | Self::SessionEnd
            | Self::SessionStart
            | Self::SetupFinish
            | Self::SetupSkip
            | Self::StaffAdd
            | Self::StaffChange
            | Self::StaffSetWeek
            | Self::TagChange
            | Self::TagMake
            | Self::TierAdd
            | Self::TierChange
            | Self::UserClaim
            | Self::UserDelete
            | Self::UserErase
            | Self::UserInvite
            | Self::UserInvitationLapse
            | Self::UserLanguage
            | Self::UserLinkIdentity
            | Self::UserMake
            | Self::UserRole
            | Self::UserSignOutEverywhere
            | Self::UserWithdraw
            | Self::WorkRetry => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_booking_action_publishes_an_event() {
        for action in AuditAction::ALL {
            let is_published = action.realtime_event().is_some();
            assert_eq!(is_published, action.record_type() == "booking" || *action == AuditAction::LeadCapture);
        }
        assert_eq!(AuditAction::CustomerNoteWrite.record_type(), "customer_note");
    }
}
