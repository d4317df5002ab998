//! The background figures: jobs of the built-in queue, and invoice PDFs.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::ensure;
use parlour_integrations::clock::Clock;
use serde_json::json;

use crate::load::{self, Request};
use crate::rounds::{Plan, median};
use crate::salon::Salon;
use crate::servers::{self, Server};

/// Number of jobs that are due at the same time.
const JOB_COUNT: u64 = 4_000;
const TIMEOUT: Duration = Duration::from_mins(2);
/// As many connections as cores: more would only wait.
const INVOICE_CONNECTIONS: usize = 2;
const SECRET: &str = "a secret of this benchmark";

#[derive(Debug)]
pub(crate) struct QueueFigures {
    pub(crate) engine: &'static str,
    pub(crate) per_second: f64,
    /// Rate at which a client can call the route of the same job over HTTP.
    pub(crate) requested_per_second: f64,
    pub(crate) cpu_us: f64,
}

/// Measures the queue itself: each job is claimed, runs in the process of the queue, finds nothing to do and is marked
/// as done.
#[expect(clippy::cast_precision_loss, reason = "a few thousand")]
pub(crate) fn measure_queue(plan: Plan, salon: &Salon) -> anyhow::Result<QueueFigures> {
    eprintln!("measuring queued jobs on {}", salon.engine);
    let request = Request::post("/api/jobs/noshow-check", &json!({})).for_admin_app();
    let requested = {
        let server = salon.open()?;
        load::run(server.address_for(&request), &request, plan.seconds, salon.folder())?.per_second()
    };
    salon.execute(&format!(
        "insert into queued_jobs (id, kind, payload, subject, dedup_key, due_at, created_at)
         with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {JOB_COUNT})
         select 'bench-' || n, 'noshow-check', '{{}}', 'bench', 'bench-' || n, '2020-01-01T00:00:00.000Z',
             '2020-01-01T00:00:00.000Z' from numbers"
    ))?;
    let server = salon.start(&["serve"])?;
    let (started, cpu_before) = (Instant::now(), server.cpu_time()?);
    while salon.count("select count(*) from queued_jobs where id like 'bench-%' and done_at is not null")? < JOB_COUNT {
        ensure!(started.elapsed() < TIMEOUT, "the queue did not finish its jobs in time");
        thread::sleep(Duration::from_millis(20));
    }
    let (seconds, cpu) = (started.elapsed().as_secs_f64(), server.cpu_time()?.saturating_sub(cpu_before));
    Ok(QueueFigures {
        engine: salon.engine,
        per_second: JOB_COUNT as f64 / seconds,
        requested_per_second: requested,
        cpu_us: cpu.as_secs_f64() * 1e6 / JOB_COUNT as f64,
    })
}

#[derive(Debug)]
pub(crate) struct InvoiceFigures {
    pub(crate) per_second: f64,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) cpu_ms: f64,
}

/// Measures how fast one invoice with three lines is rendered repeatedly.
#[expect(clippy::cast_precision_loss, reason = "no run has 2^52 requests")]
pub(crate) fn measure_invoices(plan: Plan, folder: &Path) -> anyhow::Result<InvoiceFigures> {
    eprintln!("measuring invoice PDFs");
    let mut command = servers::parlour_command(folder, "sqlite://parlour.db")?;
    command.args(["serve", "--roles", "invoicing"]);
    command.env("PARLOUR_INVOICING_ADDR", "127.0.0.1:0").env("PARLOUR_INVOICING_SECRET", SECRET);
    let server = Server::start(command, folder, &["invoicing"])?;
    let mut request = Request::post("/render", &invoice()).with_connections(INVOICE_CONNECTIONS);
    let timestamp = Clock::real_unix_seconds();
    let signature = parlour_invoicing::sign(SECRET, timestamp, request.body.as_bytes());
    request.headers.push(("x-timestamp", timestamp.to_string()));
    request.headers.push(("x-signature", signature));
    ensure!(server.body(&request)?.starts_with(b"%PDF-"), "the answer is not a PDF");
    let cpu_before = server.cpu_time()?;
    let runs = (0..plan.rounds).map(|_| load::run(server.address, &request, plan.seconds, folder));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    let cpu = server.cpu_time()?.saturating_sub(cpu_before);
    let rendered: u64 = runs.iter().map(|run| run.requests).sum();
    Ok(InvoiceFigures {
        per_second: median(runs.iter().map(load::LoadResult::per_second)),
        p50_ms: median(runs.iter().map(|run| run.p50_us as f64 / 1e3)),
        p99_ms: median(runs.iter().map(|run| run.p99_us as f64 / 1e3)),
        cpu_ms: cpu.as_secs_f64() * 1e3 / rendered as f64,
    })
}

fn invoice() -> serde_json::Value {
    let line = |description: &str, sac: &str, total: i64, taxable: i64, half_tax: i64| {
        json!({
            "description": description, "detail": null, "sac": sac, "quantity": 1, "pricePaise": total,
            "discountPaise": 0, "redeemedValuePaise": 0, "redeemedWithGems": false, "totalPaise": total,
            "taxableValuePaise": taxable, "cgstPaise": half_tax, "sgstPaise": half_tax,
        })
    };
    json!({
        "kind": "tax_invoice",
        "seller": {
            "name": "Parlour Jayanagar", "address": "No. 18, 11th Main Road, Bengaluru 560011",
            "phone": "+919000010001", "gstin": "29AAGCB7383J1Z4", "gstRegistered": true,
        },
        "brand": { "colour": "#7A3B69", "logo": null },
        "number": "BLR/2627/000042",
        "date": "2026-11-15",
        "customer": { "name": "आशा कुलकर्णी", "phone": null, "gstin": null },
        "reference": { "type": "booking", "number": "BK-BLR-2611-H-00042" },
        "lines": [
            line("Haircut & Blow-dry (Women)", "999721", 100_000, 95_238, 2_381),
            line("Head massage", "999723", 50_000, 47_620, 1_190),
            line("Fringe trim", "999721", 25_000, 23_810, 595),
        ],
        "totals": {
            "subtotalPaise": 175_000, "discountPaise": 0, "offerName": null, "redeemedValuePaise": 0,
            "totalPaise": 175_000, "rateBasisPoints": 500, "taxableValuePaise": 166_668, "cgstPaise": 4_166,
            "sgstPaise": 4_166,
        },
        "paymentMethod": "upi", "gemsEarned": 17, "gemsRedeemed": 0,
    })
}
