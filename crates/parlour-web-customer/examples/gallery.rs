//! Shows every component and screen of the customer app with made-up data: `cargo run -p parlour-web-customer --example gallery`,
//! with another port than 7070 as its argument.

#[cfg(debug_assertions)]
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).map_or(Ok(7070), |port| port.parse::<u16>())?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, parlour_web_customer::component_gallery::routes()).await?;
    Ok(())
}

#[cfg(not(debug_assertions))]
fn main() {
    eprintln!("Only debug builds have the gallery.");
}
