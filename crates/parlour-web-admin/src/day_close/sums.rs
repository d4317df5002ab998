//! The cash of a day: the same figures before and after it is closed.

use parlour_app::reports::CashFlow;
use parlour_store::billing::day_closes::DayClose;

use parlour_web::format::money;

pub(super) struct DaySums {
    pub(super) payments: String,
    pub(super) tips: Option<String>,
    pub(super) refunds: Option<String>,
    pub(super) movements: Option<String>,
    /// Without the float.
    pub(super) change: String,
    pub(super) change_paise: i64,
    /// Empty while nobody knows it.
    pub(super) float: String,
    /// With the float.
    pub(super) expected: String,
    pub(super) compared: Option<Compared>,
}

/// What was counted, and how far it is from what should be there.
pub(super) struct Compared {
    pub(super) counted: String,
    pub(super) difference: String,
}

impl DaySums {
    /// Before the cash was counted.
    pub(super) fn of_open_day(cash: &CashFlow, float_paise: Option<i64>) -> Self {
        let expected = float_paise.and_then(|float| float.checked_add(cash.change_paise));
        Self {
            float: float_paise.map(money).unwrap_or_default(),
            expected: expected.map(money).unwrap_or_default(),
            ..Self::of_cash(cash)
        }
    }

    pub(super) fn of_close(cash: &CashFlow, close: &DayClose) -> Self {
        Self {
            float: money(close.opening_float_paise),
            expected: money(close.expected_cash_paise),
            compared: Some(Compared {
                counted: money(close.counted_cash_paise),
                difference: money(close.difference_paise),
            }),
            ..Self::of_cash(cash)
        }
    }

    fn of_cash(cash: &CashFlow) -> Self {
        let some = |paise: i64| (paise != 0).then(|| money(paise));
        Self {
            payments: money(cash.payments_paise),
            tips: some(cash.tips_paise),
            refunds: some(-cash.refunds_paise),
            movements: some(cash.movements_paise),
            change: money(cash.change_paise),
            change_paise: cash.change_paise,
            float: String::new(),
            expected: String::new(),
            compared: None,
        }
    }
}
