//! Changes to the fields of a branch.

use chrono::NaiveTime;
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::booking::opening_hours::WeeklyHours;
use parlour_domain::branch::{AvailabilityMode, BranchStatus};
use parlour_domain::membership::DeskMembershipTerms;
use parlour_store::branches::branch_records::Branch;

use super::branding_patch::BrandingPatch;
use crate::patch::set_if_present;

/// Fields to change. An absent field stays, or has its default in a new branch.
#[derive(Debug, Clone, Default)]
pub struct BranchPatch {
    pub code: Option<String>,
    pub number: Option<i64>,
    pub name: Option<String>,
    pub address: Option<String>,
    pub phone: Option<Option<String>>,
    pub gstin: Option<Option<Gstin>>,
    pub gst_registered: Option<bool>,
    pub status: Option<BranchStatus>,
    pub is_primary: Option<bool>,
    pub opens_at: Option<NaiveTime>,
    pub closes_at: Option<NaiveTime>,
    /// None opens the branch from `opens_at` to `closes_at` every day.
    pub hours: Option<Option<WeeklyHours>>,
    pub availability_mode: Option<AvailabilityMode>,
    /// None lets customers cancel at any time.
    pub cancel_window_minutes: Option<Option<i64>>,
    pub hold_minutes: Option<i64>,
    /// None lets customers request as often as they like.
    pub max_pending_per_customer: Option<Option<i64>>,
    pub desk_discount_percent: Option<i64>,
    pub desk_membership_terms: Option<DeskMembershipTerms>,
    pub round_invoices: Option<RoundInvoices>,
    pub upi_id: Option<Option<String>>,
    pub upi_name: Option<Option<String>>,
    pub logo_url: Option<Option<String>>,
    pub branding: BrandingPatch,
}

impl BranchPatch {
    /// Not `is_primary`, which also changes another branch, nor the branding, which is stored separately.
    pub(super) fn apply(&self, branch: &mut Branch) {
        set_if_present(self.code.as_ref(), &mut branch.code);
        set_if_present(self.number.as_ref(), &mut branch.number);
        set_if_present(self.name.as_ref(), &mut branch.name);
        set_if_present(self.address.as_ref(), &mut branch.address);
        set_if_present(self.phone.as_ref(), &mut branch.phone);
        if let Some(gstin) = &self.gstin {
            branch.gstin = gstin.as_ref().map(|gstin| gstin.as_str().to_owned());
        }
        set_if_present(self.gst_registered.as_ref(), &mut branch.gst_registered);
        set_if_present(self.opens_at.as_ref(), &mut branch.opens_at);
        set_if_present(self.closes_at.as_ref(), &mut branch.closes_at);
        set_if_present(self.hours.as_ref(), &mut branch.hours);
        if let Some(status) = self.status {
            status.as_str().clone_into(&mut branch.status);
        }
        if let Some(mode) = self.availability_mode {
            branch.availability_mode = mode;
        }
        set_if_present(self.cancel_window_minutes.as_ref(), &mut branch.cancel_window_minutes);
        set_if_present(self.hold_minutes.as_ref(), &mut branch.hold_minutes);
        set_if_present(self.max_pending_per_customer.as_ref(), &mut branch.max_pending_per_customer);
        set_if_present(self.desk_discount_percent.as_ref(), &mut branch.desk_discount_percent);
        set_if_present(self.desk_membership_terms.as_ref(), &mut branch.desk_membership_terms);
        set_if_present(self.round_invoices.as_ref(), &mut branch.round_invoices);
        set_if_present(self.upi_id.as_ref(), &mut branch.upi_id);
        set_if_present(self.upi_name.as_ref(), &mut branch.upi_name);
        set_if_present(self.logo_url.as_ref(), &mut branch.logo_url);
    }

    /// Whether it says when the branch is open.
    pub(super) fn has_hours(&self) -> bool {
        self.opens_at.is_some() || self.closes_at.is_some() || self.hours.is_some()
    }
}
