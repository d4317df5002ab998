//! What a credit note takes from its invoice.

use chrono::{Datelike, NaiveDate};

use super::gst::{GstRate, TaxSplit};

/// The smallest credit note by amount, and the least that it may leave.
pub const MIN_CREDIT_PAISE: i64 = 100;

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
    /// CGST of the invoice; SGST is equal.
    pub cgst_paise: i64,
}

/// What of a line can still be credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditableLine {
    pub line_number: i64,
    /// Before rounding, GST included.
    pub left_paise: i64,
    /// Gems that were redeemed for the line and not given back.
    pub left_gems: i64,
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
    /// Its index in the list that was sent.
    pub index: usize,
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

/// A line of the invoice, or a part of it, that is credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditedLine {
    pub line_number: i64,
    /// Before rounding, GST included.
    pub total_paise: i64,
    pub tax: TaxSplit,
    pub gems: i64,
}

impl Credit {
    pub fn total_paise(&self) -> i64 {
        self.tax.taxable_value_paise + self.tax.gst_paise() + self.rounding_paise
    }

    pub fn gems(&self) -> i64 {
        self.lines.iter().map(|line| line.gems).sum()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreditError {
    #[error("the request is not valid")]
    InvalidFields(Vec<CreditFieldError>),
    #[error("more than is left of the invoice")]
    ExceedsRest,
    #[error("nothing is left of the invoice")]
    NothingLeft,
}

/// What is wrong with a request. An index is that of the line in the list that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CreditFieldError {
    #[error("is not a line of this invoice")]
    UnknownLine(usize),
    #[error("is named twice")]
    LineTwice(usize),
    #[error("must be at least 100")]
    AmountTooSmall,
    #[error("must leave nothing of the invoice, or at least 100 paise")]
    AmountLeavesTooLittle,
    #[error("must credit at least 100 paise together")]
    LinesTooSmall,
    #[error("must leave nothing of the invoice, or at least 100 paise")]
    LinesLeaveTooLittle,
    #[error("must add up to {0} paise")]
    RefundsDoNotAddUp(i64),
}

impl CreditableInvoice {
    /// What is left before rounding.
    pub fn left_paise(&self) -> i64 {
        self.lines.iter().map(|line| line.left_paise).sum()
    }

    fn left_gems(&self) -> i64 {
        self.lines.iter().map(|line| line.left_gems).sum()
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
        let takes_all_lines = sum > 0 && sum == self.left_paise();
        if left_after == 0 || takes_all_lines {
            return Ok(self.rest(carries_tax));
        }
        let invalid = |error| Err(CreditError::InvalidFields(vec![error]));
        let (too_small, leaves_too_little) = match request {
            CreditRequest::Lines(_) => (CreditFieldError::LinesTooSmall, CreditFieldError::LinesLeaveTooLittle),
            CreditRequest::Rest | CreditRequest::Amount(_) => {
                (CreditFieldError::AmountTooSmall, CreditFieldError::AmountLeavesTooLittle)
            }
        };
        match left_after {
            ..0 => Err(CreditError::ExceedsRest),
            0..MIN_CREDIT_PAISE => invalid(leaves_too_little),
            _ if sum > 0 && sum < MIN_CREDIT_PAISE => invalid(too_small),
            _ => Ok(self.part(&amounts, request, carries_tax)),
        }
    }

    /// Everything that is left, the rounding included.
    fn rest(&self, carries_tax: bool) -> Credit {
        let half = if carries_tax { self.cgst_paise - self.credited_cgst_paise } else { 0 };
        let taken = |line: &CreditableLine| TakenLine {
            line_number: line.line_number,
            paise: line.left_paise,
            gems: line.left_gems,
        };
        let lines: Vec<TakenLine> = self.lines.iter().map(taken).collect();
        let lines = lines.into_iter().filter(|line| line.paise > 0 || line.gems > 0).collect::<Vec<_>>();
        Credit { rounding_paise: self.rounding_paise, is_last: true, ..credit_of(&lines, half) }
    }

    /// The tax is that on all that was credited so far, less that of earlier notes.
    fn part(&self, amounts: &[Option<i64>], request: &CreditRequest, carries_tax: bool) -> Credit {
        let sum: i64 = amounts.iter().flatten().sum();
        let half = if carries_tax {
            TaxSplit::of(self.credited_paise + sum, self.rate).cgst_paise - self.credited_cgst_paise
        } else {
            0
        };
        let returns_gems = matches!(request, CreditRequest::Lines(_));
        let taken = |(line, amount): (&CreditableLine, &Option<i64>)| {
            let gems = if returns_gems { line.left_gems } else { 0 };
            Some(TakenLine { line_number: line.line_number, paise: (*amount)?, gems })
        };
        let lines: Vec<TakenLine> = self.lines.iter().zip(amounts).filter_map(taken).collect();
        credit_of(&lines, half.max(0))
    }

    fn amounts_in_order(&self, paise: i64) -> Result<Vec<Option<i64>>, CreditError> {
        if paise < MIN_CREDIT_PAISE {
            return Err(CreditError::InvalidFields(vec![CreditFieldError::AmountTooSmall]));
        }
        let left = self.left_paise() + self.rounding_paise;
        if paise > left {
            return Err(CreditError::ExceedsRest);
        }
        // All that is left to pay back is all of the lines, which the rounding may have made more or less.
        if paise == left {
            return Ok(self.lines.iter().map(|line| Some(line.left_paise)).collect());
        }
        if left - paise < MIN_CREDIT_PAISE {
            return Err(CreditError::InvalidFields(vec![CreditFieldError::AmountLeavesTooLittle]));
        }
        let mut outstanding = paise;
        let take = |line: &CreditableLine| {
            let amount = line.left_paise.min(outstanding);
            outstanding -= amount;
            (amount > 0).then_some(amount)
        };
        Ok(self.lines.iter().map(take).collect())
    }

    /// The amount of each line of the invoice; none of lines that are not named.
    fn amounts_of(&self, requested: &[RequestedLine]) -> Result<Vec<Option<i64>>, CreditError> {
        let errors = self.check_lines(requested);
        if !errors.is_empty() {
            return Err(CreditError::InvalidFields(errors));
        }
        let amount_of = |line: &CreditableLine| {
            let Some(request) = requested.iter().find(|request| request.line_number == line.line_number) else {
                return Ok(None);
            };
            let amount = request.amount_paise.unwrap_or(line.left_paise);
            let has_nothing_left = line.left_paise == 0 && line.left_gems == 0;
            if amount > line.left_paise || has_nothing_left { Err(CreditError::ExceedsRest) } else { Ok(Some(amount)) }
        };
        self.lines.iter().map(amount_of).collect()
    }

    /// What is wrong with the lines that are named, whatever is left of them.
    pub fn check_lines(&self, requested: &[RequestedLine]) -> Vec<CreditFieldError> {
        let mut errors = Vec::new();
        for (at, request) in requested.iter().enumerate() {
            if !self.lines.iter().any(|line| line.line_number == request.line_number) {
                errors.push(CreditFieldError::UnknownLine(request.index));
            } else if requested[..at].iter().any(|earlier| earlier.line_number == request.line_number) {
                errors.push(CreditFieldError::LineTwice(request.index));
            }
        }
        errors
    }
}

/// What is taken of a line, before its tax is known.
#[derive(Debug, Clone, Copy)]
struct TakenLine {
    line_number: i64,
    paise: i64,
    gems: i64,
}

/// A part of an invoice with this CGST, which is spread over the lines by their amounts.
fn credit_of(lines: &[TakenLine], cgst_paise: i64) -> Credit {
    let totals: Vec<i64> = lines.iter().map(|line| line.paise).collect();
    let taxable_value_paise = totals.iter().sum::<i64>() - 2 * cgst_paise;
    let tax = TaxSplit { taxable_value_paise, cgst_paise, sgst_paise: cgst_paise };
    let credited = |(line, tax): (&TakenLine, TaxSplit)| CreditedLine {
        line_number: line.line_number,
        total_paise: line.paise,
        tax,
        gems: line.gems,
    };
    let lines = lines.iter().zip(tax.split_by_line(&totals)).map(credited).collect();
    Credit { lines, tax, rounding_paise: 0, is_last: false }
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
        let line = |(total, line_number): (&i64, i64)| CreditableLine { line_number, left_paise: *total, left_gems: 0 };
        CreditableInvoice {
            lines: totals.iter().zip(1..).map(line).collect(),
            rounding_paise,
            rate,
            credited_paise: 0,
            credited_cgst_paise: 0,
            cgst_paise: TaxSplit::of(totals.iter().sum(), rate).cgst_paise,
        }
    }

    fn after(mut invoice: CreditableInvoice, credit: &Credit) -> CreditableInvoice {
        for credited in &credit.lines {
            let line = invoice.lines.iter_mut().find(|line| line.line_number == credited.line_number).unwrap();
            line.left_paise -= credited.total_paise;
            line.left_gems -= credited.gems;
            invoice.credited_paise += credited.total_paise;
        }
        invoice.credited_cgst_paise += credit.tax.cgst_paise;
        invoice
    }

    fn requested(lines: &[(i64, Option<i64>)]) -> CreditRequest {
        let line = |(index, (line_number, amount_paise)): (usize, &(i64, Option<i64>))| RequestedLine {
            index,
            line_number: *line_number,
            amount_paise: *amount_paise,
        };
        CreditRequest::Lines(lines.iter().enumerate().map(line).collect())
    }

    #[test]
    fn an_amount_is_taken_from_the_lines_in_order() {
        let invoice = invoice(&[1_000, 2_000], 0, 500);
        let credit = invoice.credit(&CreditRequest::Amount(1_500), true).unwrap();
        let amounts: Vec<_> = credit.lines.iter().map(|line| (line.line_number, line.total_paise)).collect();
        assert_eq!(amounts, [(1, 1_000), (2, 500)]);
        assert_eq!((credit.total_paise(), credit.is_last), (1_500, false));
        assert_eq!(credit.tax, TaxSplit::of(1_500, GstRate::basis_points(500)));
        let refused = |paise| invoice.credit(&CreditRequest::Amount(paise), true).unwrap_err();
        let invalid = |error| CreditError::InvalidFields(vec![error]);
        assert_eq!(refused(99), invalid(CreditFieldError::AmountTooSmall));
        assert_eq!(refused(2_901), invalid(CreditFieldError::AmountLeavesTooLittle));
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
        let credit = |lines: &[(i64, Option<i64>)]| invoice.credit(&requested(lines), true);
        let invalid = |errors: &[CreditFieldError]| Err(CreditError::InvalidFields(errors.to_vec()));
        let wrong = [CreditFieldError::UnknownLine(0), CreditFieldError::LineTwice(2)];
        assert_eq!(credit(&[(3, None), (1, None), (1, None)]), invalid(&wrong));
        assert_eq!(credit(&[(1, Some(1_001))]), Err(CreditError::ExceedsRest));
        assert_eq!(credit(&[(1, Some(50))]), invalid(&[CreditFieldError::LinesTooSmall]));
        assert_eq!(credit(&[(1, None), (2, Some(1_950))]), invalid(&[CreditFieldError::LinesLeaveTooLittle]));
        assert_eq!(credit(&[(2, None)]).unwrap().total_paise(), 2_000);
        assert!(credit(&[(2, None), (1, None)]).unwrap().is_last);
    }

    #[test]
    fn redeemed_gems_return_with_their_line_or_the_last_note() {
        let mut invoice = invoice(&[0, 2_000], 0, 500);
        invoice.lines[0].left_gems = 30;
        let gems =
            |request: &CreditRequest| invoice.credit(request, true).map(|credit| (credit.gems(), credit.is_last));
        assert_eq!(gems(&CreditRequest::Amount(500)), Ok((0, false)));
        assert_eq!(gems(&requested(&[(1, None)])), Ok((30, false)));
        assert_eq!(gems(&CreditRequest::Rest), Ok((30, true)));
        assert_eq!(gems(&CreditRequest::Amount(2_000)), Ok((30, true)));
        let returned = after(invoice.clone(), &invoice.credit(&requested(&[(1, None)]), true).unwrap());
        assert_eq!(returned.credit(&requested(&[(1, None)]), true), Err(CreditError::ExceedsRest));
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
                for line in &credit.lines {
                    let TaxSplit { taxable_value_paise, cgst_paise, sgst_paise } = line.tax;
                    prop_assert!(taxable_value_paise >= 0 && cgst_paise >= 0);
                    prop_assert_eq!(taxable_value_paise + cgst_paise + sgst_paise, line.total_paise);
                }
                let lines: i64 = credit.lines.iter().map(|line| line.tax.cgst_paise).sum();
                prop_assert_eq!(lines, credit.tax.cgst_paise);
                credited += credit.total_paise();
                cgst += credit.tax.cgst_paise;
                left = after(left, &credit);
            }
            prop_assert_eq!((credited, cgst, left.left_paise()), (due, tax.cgst_paise, 0));
        }
    }
}
