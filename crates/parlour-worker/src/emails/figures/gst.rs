//! The GST of a month.

use chrono::NaiveDate;
use parlour_app::reports::Report;
use parlour_app::reports::{GstReport, GstRow};
use parlour_domain::report::period::Period;
use parlour_store::reports::ReportScope;
use parlour_store::reports::summaries::{self, ReportedBranch};
use parlour_store::{Conn, DbError};

/// The GST of a month, by branch, rate and SAC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GstEmailFigures {
    /// The first day of the month.
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
    /// What credit notes have taken back.
    pub credited: TaxAmounts,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaxAmounts {
    /// The value without tax.
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

    /// The tax to pay: billed less credited.
    pub fn net(&self) -> TaxAmounts {
        [self.billed, -self.credited].into_iter().sum()
    }
}

/// Computes the GST of a month for each branch that billed or credited anything in it.
pub fn compute_gst(conn: &mut Conn<'_>, month: Period) -> Result<GstEmailFigures, DbError> {
    let line = |row: GstRow| GstLine {
        sac: row.sac,
        rate_basis_points: row.gst_rate_basis_points,
        billed: TaxAmounts {
            value_paise: row.amounts.taxable_value_paise,
            cgst_paise: row.amounts.cgst_paise,
            sgst_paise: row.amounts.sgst_paise,
        },
        credited: TaxAmounts {
            value_paise: row.credited.taxable_value_paise,
            cgst_paise: row.credited.cgst_paise,
            sgst_paise: row.credited.sgst_paise,
        },
    };
    let mut branches = Vec::new();
    for ReportedBranch { id, name, gstin, .. } in summaries::list_reported_branches(conn)? {
        let rates = GstReport::compute(conn, &ReportScope { period: month, branch: Some(id) }, month.to)?.rates;
        if !rates.is_empty() {
            branches.push(BranchGst { name, gstin, lines: rates.into_iter().map(line).collect() });
        }
    }
    Ok(GstEmailFigures { month: month.from, branches })
}
