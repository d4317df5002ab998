//! What a credit note takes from its invoice.

use chrono::{Datelike, NaiveDate};

use super::gst::{GstRate, TaxSplit};

/// The smallest credit note by amount, and the least that it may leave.
pub const MIN_CREDIT_PAISE: i64 = 100;

/// What of a line can still be credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditableLine {
    pub line_number: i64,
    pub left: LineCredit,
}

/// A part of an invoice line that is credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineCredit {
    /// Before rounding, GST included.
    pub total_paise: i64,
    pub tax: TaxSplit,
    /// Gems that were redeemed for the line.
    pub gems: i64,
}

/// An invoice as far as it was not credited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditableInvoice {
    pub lines: Vec<CreditableLine>,
    /// The rounding of the invoice, which the last note takes.
    pub rounding_paise: i64,
    pub rate: GstRate,
    /// Before rounding, by earlier notes.
    pub credited_paise: i64,
    /// CGST of earlier notes; SGST is equal.
    pub credited_cgst_paise: i64,
}

/// What a credit note is requested for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreditRequest {
    /// Everything that is left.
    Rest,
    /// At least [`MIN_CREDIT_PAISE`], taken from the lines in order.
    Amount(i64),
    /// Some lines, each whole or in part.
    Lines(Vec<RequestedLine>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestedLine {
    pub line_number: i64,
    /// None means everything that is left of the line.
    pub amount_paise: Option<i64>,
}

/// What a credit note gives back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credit {
    pub lines: Vec<CreditedLine>,
    pub tax: TaxSplit,
    pub rounding_paise: i64,
    /// Nothing is left after it.
    pub is_last: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditedLine {
    pub line_number: i64,
    pub credit: LineCredit,
}

impl Credit {
    pub fn total_paise(&self) -> i64 {
        self.tax.taxable_value_paise + self.tax.gst_paise() + self.rounding_paise
    }

    pub fn gems(&self) -> i64 {
        self.lines.iter().map(|line| line.credit.gems).sum()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CreditError {
    #[error("there is no such line")]
    UnknownLine,
    #[error("a line is named twice")]
    LineTwice,
    #[error("at least one rupee is credited at a time")]
    TooSmall,
    #[error("either nothing or at least one rupee must be left")]
    LeavesLessThanOneRupee,
    #[error("more than is left of the invoice")]
    ExceedsRest,
    #[error("nothing is left of the invoice")]
    NothingLeft,
}

impl CreditableInvoice {
    /// What is left before rounding.
    pub fn left_paise(&self) -> i64 {
        self.lines.iter().map(|line| line.left.total_paise).sum()
    }

    fn left_gems(&self) -> i64 {
        self.lines.iter().map(|line| line.left.gems).sum()
    }

    /// What this request takes. Without tax if `carries_tax` is false.
    pub fn credit(&self, request: &CreditRequest, carries_tax: bool) -> Result<Credit, CreditError> {
        if self.left_paise() == 0 && self.left_gems() == 0 {
            return Err(CreditError::NothingLeft);
        }
        let amounts = match request {
            CreditRequest::Rest => return Ok(self.rest(carries_tax)),
            CreditRequest::Amount(paise) => self.amounts_in_order(*paise)?,
            CreditRequest::Lines(lines) => self.amounts_of(lines)?,
        };
        let sum: i64 = amounts.iter().flatten().sum();
        let left_after = self.left_paise() + self.rounding_paise - sum;
        let takes_all_lines = sum == self.left_paise();
        if left_after == 0 || takes_all_lines {
            return Ok(self.rest(carries_tax));
        }
        match left_after {
            ..0 => Err(CreditError::ExceedsRest),
            0..MIN_CREDIT_PAISE => Err(CreditError::LeavesLessThanOneRupee),
            _ if sum > 0 && sum < MIN_CREDIT_PAISE => Err(CreditError::TooSmall),
            _ => Ok(self.part(&amounts, request, carries_tax)),
        }
    }

    /// Everything that is left, the rounding included.
    fn rest(&self, carries_tax: bool) -> Credit {
        let lines: Vec<CreditedLine> = self
            .lines
            .iter()
            // Of a line that was credited whole, the split of earlier notes may have left a paisa of tax.
            .filter(|line| line.left.total_paise > 0 || line.left.gems > 0 || line.left.tax.cgst_paise != 0)
            .map(|line| CreditedLine { line_number: line.line_number, credit: line.left.taxed(carries_tax) })
            .collect();
        let sum = |of: fn(&TaxSplit) -> i64| lines.iter().map(|line| of(&line.credit.tax)).sum();
        let tax = TaxSplit {
            taxable_value_paise: sum(|tax| tax.taxable_value_paise),
            cgst_paise: sum(|tax| tax.cgst_paise),
            sgst_paise: sum(|tax| tax.sgst_paise),
        };
        Credit { lines, tax, rounding_paise: self.rounding_paise, is_last: true }
    }

    /// The tax is that on all that was credited so far, less that of earlier notes.
    fn part(&self, amounts: &[Option<i64>], request: &CreditRequest, carries_tax: bool) -> Credit {
        let sum: i64 = amounts.iter().flatten().sum();
        let half = if carries_tax {
            TaxSplit::of(self.credited_paise + sum, self.rate).cgst_paise - self.credited_cgst_paise
        } else {
            0
        };
        let half = half.max(0);
        let tax = TaxSplit { taxable_value_paise: sum - 2 * half, cgst_paise: half, sgst_paise: half };
        let named: Vec<(&CreditableLine, i64)> =
            self.lines.iter().zip(amounts).filter_map(|(line, amount)| Some((line, (*amount)?))).collect();
        let totals: Vec<i64> = named.iter().map(|(_, amount)| *amount).collect();
        let returns_gems = matches!(request, CreditRequest::Lines(_));
        let credited = |((line, amount), tax): (&(&CreditableLine, i64), TaxSplit)| CreditedLine {
            line_number: line.line_number,
            credit: LineCredit { total_paise: *amount, tax, gems: if returns_gems { line.left.gems } else { 0 } },
        };
        let lines = named.iter().zip(tax.split_by_line(&totals)).map(credited).collect();
        Credit { lines, tax, rounding_paise: 0, is_last: false }
    }

    fn amounts_in_order(&self, paise: i64) -> Result<Vec<Option<i64>>, CreditError> {
        let left_total = self.left_paise() + self.rounding_paise;
        if paise < MIN_CREDIT_PAISE {
            return Err(CreditError::TooSmall);
        }
        if paise > left_total {
            return Err(CreditError::ExceedsRest);
        }
        if paise == left_total {
            return Ok(self.lines.iter().map(|line| Some(line.left.total_paise)).collect());
        }
        let mut outstanding = paise;
        let take = |line: &CreditableLine| {
            let amount = line.left.total_paise.min(outstanding);
            outstanding -= amount;
            (amount > 0).then_some(amount)
        };
        Ok(self.lines.iter().map(take).collect())
    }

    /// The amount of each line of the invoice; none of lines that are not named.
    fn amounts_of(&self, requested: &[RequestedLine]) -> Result<Vec<Option<i64>>, CreditError> {
        let mut amounts = vec![None; self.lines.len()];
        for request in requested {
            let index = self.lines.iter().position(|line| line.line_number == request.line_number);
            let index = index.ok_or(CreditError::UnknownLine)?;
            let left = self.lines[index].left;
            let amount = request.amount_paise.unwrap_or(left.total_paise);
            if amount > left.total_paise || (left.total_paise == 0 && left.gems == 0) {
                return Err(CreditError::ExceedsRest);
            }
            if amounts[index].replace(amount).is_some() {
                return Err(CreditError::LineTwice);
            }
        }
        Ok(amounts)
    }
}

impl LineCredit {
    fn taxed(self, carries_tax: bool) -> Self {
        let untaxed = TaxSplit { taxable_value_paise: self.total_paise, cgst_paise: 0, sgst_paise: 0 };
        if carries_tax { self } else { Self { tax: untaxed, ..self } }
    }
}

/// Whether a credit note still corrects the tax: until 30 November after the financial year of its invoice.
pub fn credit_note_carries_tax(invoice_date: NaiveDate, today: NaiveDate) -> bool {
    let year_ends = if invoice_date.month() >= 4 { invoice_date.year() + 1 } else { invoice_date.year() };
    NaiveDate::from_ymd_opt(year_ends, 11, 30).is_none_or(|last_day| today <= last_day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::parse_date;

    fn invoice(totals: &[i64], rounding_paise: i64, rate: i64) -> CreditableInvoice {
        let rate = GstRate::basis_points(rate);
        let tax = TaxSplit::of(totals.iter().sum(), rate).split_by_line(totals);
        let line = |((total, tax), line_number): ((&i64, TaxSplit), i64)| CreditableLine {
            line_number,
            left: LineCredit { total_paise: *total, tax, gems: 0 },
        };
        let lines = totals.iter().zip(tax).zip(1..).map(line).collect();
        CreditableInvoice { lines, rounding_paise, rate, credited_paise: 0, credited_cgst_paise: 0 }
    }

    fn after(mut invoice: CreditableInvoice, credit: &Credit) -> CreditableInvoice {
        for credited in &credit.lines {
            let line = invoice.lines.iter_mut().find(|line| line.line_number == credited.line_number).unwrap();
            line.left.total_paise -= credited.credit.total_paise;
            line.left.gems -= credited.credit.gems;
            line.left.tax.taxable_value_paise -= credited.credit.tax.taxable_value_paise;
            line.left.tax.cgst_paise -= credited.credit.tax.cgst_paise;
            line.left.tax.sgst_paise -= credited.credit.tax.sgst_paise;
            invoice.credited_paise += credited.credit.total_paise;
        }
        invoice.credited_cgst_paise += credit.tax.cgst_paise;
        invoice
    }

    #[test]
    fn an_amount_is_taken_from_the_lines_in_order() {
        let invoice = invoice(&[1_000, 2_000], 0, 500);
        let credit = invoice.credit(&CreditRequest::Amount(1_500), true).unwrap();
        let amounts: Vec<_> = credit.lines.iter().map(|line| (line.line_number, line.credit.total_paise)).collect();
        assert_eq!(amounts, [(1, 1_000), (2, 500)]);
        assert_eq!((credit.total_paise(), credit.is_last), (1_500, false));
        assert_eq!(credit.tax, TaxSplit::of(1_500, GstRate::basis_points(500)));
        let refused = |paise| invoice.credit(&CreditRequest::Amount(paise), true).unwrap_err();
        assert_eq!(refused(99), CreditError::TooSmall);
        assert_eq!(refused(2_901), CreditError::LeavesLessThanOneRupee);
        assert_eq!(refused(3_001), CreditError::ExceedsRest);
    }

    #[test]
    fn the_last_note_takes_the_rounding() {
        let invoice = invoice(&[1_030], -30, 500);
        let credit = invoice.credit(&CreditRequest::Amount(1_000), true).unwrap();
        assert_eq!((credit.total_paise(), credit.rounding_paise, credit.is_last), (1_000, -30, true));
        assert_eq!(after(invoice, &credit).credit(&CreditRequest::Rest, true), Err(CreditError::NothingLeft));
    }

    #[test]
    fn lines_are_named_once_and_only_as_far_as_they_are_left() {
        let invoice = invoice(&[1_000, 2_000], 0, 500);
        let line = |line_number, amount_paise| RequestedLine { line_number, amount_paise };
        let credit = |lines: &[RequestedLine]| invoice.credit(&CreditRequest::Lines(lines.to_vec()), true);
        assert_eq!(credit(&[line(3, None)]), Err(CreditError::UnknownLine));
        assert_eq!(credit(&[line(1, None), line(1, None)]), Err(CreditError::LineTwice));
        assert_eq!(credit(&[line(1, Some(1_001))]), Err(CreditError::ExceedsRest));
        assert_eq!(credit(&[line(2, None)]).unwrap().total_paise(), 2_000);
        assert!(credit(&[line(2, None), line(1, None)]).unwrap().is_last);
    }

    #[test]
    fn a_late_note_carries_no_tax() {
        let carries_tax =
            |invoice, today| credit_note_carries_tax(parse_date(invoice).unwrap(), parse_date(today).unwrap());
        assert!(carries_tax("2026-04-01", "2027-11-30") && carries_tax("2026-03-31", "2026-11-30"));
        assert!(!carries_tax("2026-04-01", "2027-12-01") && !carries_tax("2026-03-31", "2026-12-01"));
        let credit = invoice(&[10_000], 0, 1_800).credit(&CreditRequest::Rest, false).unwrap();
        assert_eq!((credit.total_paise(), credit.tax.gst_paise()), (10_000, 0));
    }

    proptest! {
        #[test]
        fn notes_together_are_the_invoice(
            totals in prop::collection::vec(0_i64..=1_000_000, 1..8),
            rounding in -49_i64..=50,
            amounts in prop::collection::vec(100_i64..=400_000, 0..8),
            rate in prop_oneof![Just(0), Just(500), Just(1_800)],
        ) {
            let whole = invoice(&totals, rounding, rate);
            let due = whole.left_paise() + rounding;
            prop_assume!(due >= 0 && whole.left_paise() > 0);
            let tax = TaxSplit::of(whole.left_paise(), whole.rate);
            let (mut left, mut credited, mut cgst) = (whole, 0, 0);
            let requests = amounts.into_iter().map(CreditRequest::Amount).chain([CreditRequest::Rest]);
            for request in requests {
                let Ok(credit) = left.credit(&request, true) else { continue };
                prop_assert!(credit.tax.cgst_paise >= 0 && credit.tax.cgst_paise == credit.tax.sgst_paise);
                prop_assert!(credit.tax.taxable_value_paise >= 0);
                credited += credit.total_paise();
                cgst += credit.tax.cgst_paise;
                left = after(left, &credit);
            }
            prop_assert_eq!((credited, cgst, left.left_paise()), (due, tax.cgst_paise, 0));
        }
    }
}
