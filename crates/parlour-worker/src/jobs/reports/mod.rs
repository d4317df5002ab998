//! Jobs that send reports.

pub(super) mod daily_sales_report;
pub(super) mod monthly_gst_summary;
pub(super) mod nightly_sales_summary;
pub(super) mod report_emails;
pub(super) mod weekly_report;
