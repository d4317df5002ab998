//! What reports are made from: figures that somebody has added up.

use chrono::NaiveDate;
use parlour_domain::billing::invoice::PaymentMethod;

/// What was sold from one day to another, both included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalesEmailFigures {
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// Of all branches.
    pub totals: SalesTotals,
    /// What it is compared with.
    pub previous: Option<PreviousPeriod>,
    /// One by one, where there is more than one.
    pub branches: Vec<BranchSales>,
    pub payments: Vec<PaymentMethodTotal>,
    /// The best first.
    pub top_services: Vec<SoldService>,
    /// The chart's bars, in their order.
    pub bars: Vec<ChartBar>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SalesTotals {
    /// What was paid less what was given back.
    pub takings_paise: i64,
    /// Those that were paid.
    pub invoices: i64,
    /// What such an invoice came to.
    pub average_bill_paise: i64,
    /// Asked for or made at the desk in these days, for whenever.
    pub bookings_requested: i64,
    /// Of the appointments of these days, as the two that follow.
    pub bookings_completed: i64,
    pub bookings_cancelled: i64,
    pub bookings_noshow: i64,
    pub new_customers: i64,
    pub memberships_sold: i64,
    pub gems_earned: i64,
    pub gems_redeemed: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousPeriod {
    /// `the day before`, `the week before`.
    pub name: String,
    pub totals: SalesTotals,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchSales {
    pub name: String,
    pub totals: SalesTotals,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentMethodTotal {
    pub method: PaymentMethod,
    pub invoices: i64,
    pub paise: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldService {
    pub name: String,
    pub times: i64,
    pub paise: i64,
}

/// A day, an hour, a branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartBar {
    /// `Mon 1`, `11 am`: short.
    pub label: String,
    pub paise: i64,
    /// What stood in its place in the period before.
    pub previous_paise: Option<i64>,
}

/// A month's tax, by rate and SAC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GstEmailFigures {
    /// Its first day.
    pub month: NaiveDate,
    pub branches: Vec<BranchGst>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchGst {
    pub name: String,
    pub gstin: Option<String>,
    pub lines: Vec<GstLine>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GstLine {
    pub sac: String,
    /// 0 on bills of supply.
    pub rate_basis_points: i64,
    pub billed: TaxAmounts,
    /// By credit notes.
    pub credited: TaxAmounts,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaxAmounts {
    /// Without tax.
    pub value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
}

impl TaxAmounts {
    pub fn gst_paise(self) -> i64 {
        self.cgst_paise + self.sgst_paise
    }
}

impl std::ops::Neg for TaxAmounts {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value_paise: -self.value_paise, cgst_paise: -self.cgst_paise, sgst_paise: -self.sgst_paise }
    }
}

impl std::iter::Sum for TaxAmounts {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::default(), |sum, one| Self {
            value_paise: sum.value_paise + one.value_paise,
            cgst_paise: sum.cgst_paise + one.cgst_paise,
            sgst_paise: sum.sgst_paise + one.sgst_paise,
        })
    }
}

impl GstLine {
    pub fn is_taxed(&self) -> bool {
        self.rate_basis_points > 0
    }

    /// What is owed: less what credit notes have given back.
    pub fn net(&self) -> TaxAmounts {
        [self.billed, -self.credited].into_iter().sum()
    }
}
