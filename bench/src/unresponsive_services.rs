//! The rows with unresponsive services: how fast Parlour answers when no configured service ever answers.

use std::net::{SocketAddr, TcpListener};
use std::thread;

use serde_json::json;

use crate::load::{self, Request};
use crate::rounds::{self, Plan, Sample};
use crate::row::{Baseline, Row, RowSpec};
use crate::salon::Salon;
use crate::{bookings, machine};

/// Any valid keys: nothing decrypts the messages.
const BROWSER_KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const BROWSER_SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const OUR_KEY: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";

type EnvironmentVariable = (&'static str, String);

/// Accepts every connection and never answers, as long as the benchmark runs.
fn start_silent_server() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        let connections: Vec<_> = listener.incoming().collect();
        drop(connections);
    });
    Ok(address)
}

/// Settings that send all requests of Parlour to other services to this address.
fn settings_for_all_services(address: SocketAddr) -> Vec<EnvironmentVariable> {
    let url = format!("http://{address}");
    vec![
        ("PARLOUR_MAIL_URL", format!("smtp://{address}")),
        ("PARLOUR_MAIL_FROM", "desk@salon.invalid".into()),
        ("PARLOUR_VAPID_PRIVATE_KEY", OUR_KEY.into()),
        ("PARLOUR_VAPID_SUBJECT", "mailto:desk@salon.invalid".into()),
        ("PARLOUR_CHAT_WEBHOOK_URL", url.clone()),
        ("PARLOUR_INVOICING_URL", url.clone()),
        ("PARLOUR_INVOICING_SECRET", "a shared secret".into()),
        ("PARLOUR_HEARTBEAT_APPOINTMENT_REMINDERS", url),
    ]
}

/// Measures a salon whose services are unresponsive between two runs of a salon without services. Each server runs
/// alone, with its queue, its dispatcher and the jobs and messages of earlier runs. The row that books is measured
/// first, so that the other rows run with many of them.
pub(crate) fn measure(plan: Plan, only: Option<&str>, without: &Salon, with: &Salon) -> anyhow::Result<Vec<Row>> {
    let address = start_silent_server()?;
    let settings = settings_for_all_services(address);
    let pairs = row_specs(without, None)?.into_iter().zip(row_specs(with, Some(address))?);
    let mut measured = Vec::new();
    for (baseline, spec) in pairs.rev() {
        let label = format!("{} with unresponsive services on {}", spec.name, with.engine);
        if only.is_some_and(|text| !label.contains(text)) {
            continue;
        }
        eprintln!("measuring {label}");
        let busy_share = machine::busy_share()?;
        let rounds = rounds::run(
            plan,
            |seconds| measure_alone(without, &[], &baseline.request, seconds),
            |seconds| measure_alone(with, &settings, &spec.request, seconds),
        )?;
        measured.push(Row { spec, engine: with.engine, rounds, busy_share });
    }
    Ok(measured)
}

/// Measures a server that is started for this sample.
fn measure_alone(
    salon: &Salon,
    settings: &[EnvironmentVariable],
    request: &Request,
    seconds: u32,
) -> anyhow::Result<Sample> {
    let server = salon.start_with(&["serve"], settings)?;
    load::run(server.address_for(request), request, 1, salon.folder())?;
    rounds::sample(&server, request, seconds, salon.folder())
}

/// The rows about bookings. With `push_to`, a receptionist gets push messages there for every booking.
fn row_specs(salon: &Salon, push_to: Option<SocketAddr>) -> anyhow::Result<Vec<RowSpec>> {
    let parlour = salon.open()?;
    if let Some(address) = push_to {
        let browser = json!({
            "endpoint": format!("http://{address}/desk"),
            "keys": { "p256dh": BROWSER_KEY, "auth": BROWSER_SECRET },
        });
        let desk = [salon.sign_in_at_desk("listening@bench.invalid")?];
        parlour.body(&Request::post("/api/push/subscribe", &browser).with_cookies(&desk).for_admin_app())?;
    }
    let branch = bookings::first_branch_id(&parlour)?;
    let specs = bookings::row_specs(salon, &parlour, &branch)?;
    Ok(specs
        .into_iter()
        .map(|spec| RowSpec { baseline: Baseline::WithoutIntegrations, target: None, ..spec })
        .collect())
}
