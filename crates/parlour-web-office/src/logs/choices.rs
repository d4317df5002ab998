//! The words of fields that hold one of some choices, as the forms have them.

use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::{InvoiceType, PaymentMethod, PaymentStatus};
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::booking::BookingStatus;
use parlour_domain::branch::{AvailabilityMode, BranchStatus};
use parlour_domain::import::ImportKind;
use parlour_domain::job::Job;
use parlour_domain::lead::LeadStatus;
use parlour_domain::membership::{DeskMembershipTerms, MembershipStatus};
use parlour_domain::offer::OfferType;
use parlour_domain::service::ServiceType;
use parlour_domain::staff::leave::LeaveStatus;
use parlour_texts::Texts;
use parlour_web::lead_status::lead_status_word;
use parlour_web_admin::customers::gender_word;
use parlour_web_admin::desk::role_name;
use parlour_web_admin::invoices::parts::{kind_name as invoice_kind_name, method_name};
use parlour_web_admin::status::DeskStatus;

use crate::branches::status_name;
use crate::imports::import_kind_name;
use crate::services::kind_name;

/// The word of a value, by the field that holds it. None if the field holds no choice, or one of a newer version.
pub(super) fn choice_word(field: &str, value: &str, texts: Texts) -> Option<&'static str> {
    let (text, branch) = (texts.log_choice(), texts.desk_branches());
    match field {
        "availabilityMode" => AvailabilityMode::parse(value).map(|mode| match mode {
            AvailabilityMode::Open => branch.open(),
            AvailabilityMode::Live => branch.live(),
        }),
        "deskMembershipTerms" => DeskMembershipTerms::parse(value).map(|terms| match terms {
            DeskMembershipTerms::Any => branch.terms_any(),
            DeskMembershipTerms::Tier => branch.terms_tier(),
        }),
        "gender" | "wishedStaffGender" => gender_word(value, texts),
        "invoiceType" => InvoiceType::parse(value).map(|kind| invoice_kind_name(kind, texts)),
        "kind" => ImportKind::parse(value)
            .map(|kind| import_kind_name(kind, texts.desk_imports()))
            .or_else(|| job_name(value, texts)),
        "method" | "paymentMethod" => PaymentMethod::parse(value).map(|method| method_name(method, texts)),
        "offerType" => OfferType::parse(value).map(|kind| match kind {
            OfferType::Percentage => texts.desk_offers().percentage(),
            OfferType::Flat => texts.desk_offers().flat(),
            OfferType::ComboPrice => texts.desk_offers().combo(),
        }),
        "paymentStatus" => PaymentStatus::parse(value).map(|status| match status {
            PaymentStatus::Pending => text.not_paid(),
            PaymentStatus::Paid => text.paid(),
            PaymentStatus::Refunded => text.refunded(),
        }),
        "role" => Role::parse(value).map(|role| role_name(role, texts)),
        "roundInvoices" => RoundInvoices::parse(value).map(|rounding| match rounding {
            RoundInvoices::None => branch.round_none(),
            RoundInvoices::Rupee => branch.round_rupee(),
        }),
        "serviceType" | "serviceTypes" => ServiceType::parse(value).map(|kind| kind_name(kind, texts.price_list())),
        "source" => word_of(&texts.leads().sources(), value),
        "status" => status_word(value, texts),
        _ => None,
    }
}

/// Bookings, leads, memberships, branches and leave have a status. What two of them call the same, the first names.
fn status_word(value: &str, texts: Texts) -> Option<&'static str> {
    let [active, over, cancelled] = texts.memberships().statuses();
    let booking = || BookingStatus::parse(value).map(|status| DeskStatus::of_status(status).word(texts.desk_status()));
    let lead = || LeadStatus::parse(value).map(|status| lead_status_word(status, texts));
    let membership = || {
        MembershipStatus::parse(value).map(|status| match status {
            MembershipStatus::Active => active,
            MembershipStatus::Expired => over,
            MembershipStatus::Cancelled => cancelled,
        })
    };
    let branch = || BranchStatus::parse(value).map(|status| status_name(status, texts.desk_branches()));
    let leave = || {
        LeaveStatus::parse(value).map(|status| match status {
            LeaveStatus::Pending => texts.my_leave().status_waiting(),
            LeaveStatus::Approved => texts.my_leave().status_approved(),
            LeaveStatus::Rejected => texts.my_leave().status_declined(),
        })
    };
    booking().or_else(lead).or_else(membership).or_else(branch).or_else(leave)
}

fn word_of(choices: &[(&str, &'static str)], value: &str) -> Option<&'static str> {
    choices.iter().find(|(known, _)| *known == value).map(|(_, word)| *word)
}

/// What a job of the queue does: `Invoice as PDF`.
pub(crate) fn job_name(kind: &str, texts: Texts) -> Option<&'static str> {
    let text = texts.job_name();
    Job::parse(kind).map(|job| match job {
        Job::AppointmentReminders => text.appointment_reminders(),
        Job::MembershipExpiry => text.membership_expiry(),
        Job::BirthdayEmails => text.birthday_emails(),
        Job::LeadFollowups => text.lead_followups(),
        Job::GemsExpiryReminder => text.gems_expiry_reminder(),
        Job::MembershipUsageNudges => text.membership_usage_nudges(),
        Job::DailySalesReport => text.daily_sales_report(),
        Job::WeeklyReport => text.weekly_report(),
        Job::NightlySalesSummary => text.nightly_sales_summary(),
        Job::MembershipAutoExpire => text.membership_auto_expire(),
        Job::OfferAutoExpire => text.offer_auto_expire(),
        Job::GemsAutoExpire => text.gems_auto_expire(),
        Job::SessionCleanup => text.session_cleanup(),
        Job::MonthlyGstSummary => text.monthly_gst_summary(),
        Job::PostServiceFollowup => text.post_service_followup(),
        Job::StaleBookingAlert => text.stale_booking_alert(),
        Job::NoshowCheck => text.noshow_check(),
        Job::MembershipExpiredNotice => text.membership_expired_notice(),
        Job::InvoicePdf => text.invoice_pdf(),
        Job::NoshowEscalation => text.noshow_escalation(),
        Job::Retention => text.retention(),
        Job::ApplyImport => text.apply_import(),
        Job::MakeExport => text.make_export(),
        Job::DeleteFile => text.delete_file(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_have_the_words_of_the_forms() {
        let word = |field, value| choice_word(field, value, Texts::ENGLISH);
        let status = Texts::ENGLISH.desk_status();
        assert_eq!(word("status", "in_progress"), Some(status.in_progress()));
        assert_eq!(word("status", "coming_soon"), Some(Texts::ENGLISH.desk_branches().coming_soon()));
        assert_eq!(word("status", "approved"), Some(Texts::ENGLISH.my_leave().status_approved()));
        assert_eq!(word("kind", "invoice-pdf"), Some("Invoice as PDF"));
        assert_eq!(word("source", "meta_ad"), Some("Advert"));
        assert_eq!(word("gender", "gas"), None);
        assert_eq!(word("name", "female"), None, "a name is no choice");
    }
}
