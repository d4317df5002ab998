//! Files as people have them: separators, encodings, dates, times and phones of spreadsheets, and further kinds.

use std::fs;

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::process::{CommandOutput, Installation, ParlourProcess};
use parlour_testkit::test_on_both_engines;
use serde_json::Value;

use crate::parlour_binary::demo_on_current_engine;

fn run_import(salon: &Installation, kind: &str, content: impl AsRef<[u8]>, more: &[&str]) -> CommandOutput {
    fs::write(salon.folder().join("file.csv"), content).unwrap();
    salon.run(&[&["import", kind, "file.csv"], more].concat())
}

/// The first line of the output, and 3 as exit code where rows failed.
#[track_caller]
fn assert_imported(ran: &CommandOutput, imported: usize, failed: usize) {
    assert_eq!(ran.status.code(), Some(if failed > 0 { 3 } else { 0 }), "{ran:?}");
    let summary = format!("{imported} imported, 0 already imported, {failed} failed.");
    assert_eq!(ran.stdout.lines().next(), Some(summary.as_str()), "{ran:?}");
}

fn errors_file(salon: &Installation) -> String {
    fs::read_to_string(salon.folder().join("file.csv.errors.csv")).unwrap()
}

async fn get(process: &ParlourProcess, cookie: &str, path: &str) -> Value {
    process.get_as(cookie, AppKind::Admin, path).await.expect_ok()
}

async fn customer_by_phone(process: &ParlourProcess, cookie: &str, phone: &str) -> Value {
    let found = get(process, cookie, &format!("/api/customers?q={phone}")).await;
    let id = found["customers"][0]["id"].as_str().unwrap_or_else(|| panic!("{phone}: {found}"));
    get(process, cookie, &format!("/api/customers/{id}")).await["customer"].clone()
}

#[test_on_both_engines]
async fn separators_and_encodings_are_recognised() {
    let salon = demo_on_current_engine();
    let utf16 = |text: &str| -> Vec<u8> {
        let mut bytes = vec![0xff, 0xfe];
        bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        bytes
    };
    let semicolons = "Name;Phone;E-mail\n\"Rao; Asha\";9845000001;asha1@test.invalid\n";
    let tabs = "Name\tPhone\nIyer, Meena\t9845000002\n";
    let quoted = "\"name, as written\",name,phone\nx,\"Das, Tara\",9845000003\n";
    assert_imported(&run_import(&salon, "customers", semicolons, &[]), 1, 0);
    assert_imported(&run_import(&salon, "customers", utf16(tabs), &[]), 1, 0);
    assert_imported(&run_import(&salon, "customers", quoted, &[]), 1, 0);
    let hindi: Vec<u8> = "name,phone\r\nआशा राव,9845000004\r\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_imported(&run_import(&salon, "customers", [&[0xfe, 0xff], &hindi[..]].concat(), &[]), 1, 0);
    let broken = utf16("name;phone\nBroken;12\nGood;9845000005\n");
    assert_imported(&run_import(&salon, "customers", broken, &[]), 1, 1);
    assert!(errors_file(&salon).starts_with("row;wrong;name;phone\n1;"), "written as it was read");

    let process = salon.serve(&[]);
    let desk = process.session("desk@example.invalid", "receptionist");
    for (phone, name) in [
        ("9845000001", "Rao; Asha"),
        ("9845000002", "Iyer, Meena"),
        ("9845000003", "Das, Tara"),
        ("9845000004", "आशा राव"),
        ("9845000005", "Good"),
    ] {
        assert_eq!(customer_by_phone(&process, &desk, phone).await["name"], name);
    }
}

#[test_on_both_engines]
async fn an_ambiguous_date_needs_an_order() {
    let salon = demo_on_current_engine();
    let file = "name,phone,dateOfBirth\nAsha,9845000001,31/12/1990\nTara,9845000002,04/05/1990\n";
    for more in [&[][..], &["--dry-run"]] {
        let refused = run_import(&salon, "customers", file, more);
        let line = refused.expect_error_line();
        assert!(line.contains("row 2") && line.contains("dateOfBirth") && line.contains("--date-order"), "{line}");
    }
    assert_eq!(run_import(&salon, "customers", file, &["--date-order", "ydm"]).status.code(), Some(2));
    assert_imported(&run_import(&salon, "customers", file, &["--date-order", "dmy"]), 2, 0);
    let american = "name,phone,dateOfBirth\nUma,9845000003,04/05/1990\nVidya,9845000004,31/12/1990\n";
    assert_imported(&run_import(&salon, "customers", american, &["--date-order", "mdy"]), 1, 1);
    assert!(errors_file(&salon).contains("dateOfBirth must be a real date"));
    let clear =
        "name;phone;dateOfBirth\nWafa;9845000005;31.12.1990\nXena;9845000006;1990-05-04\nYamini;9845000007;7/7/1990\n";
    assert_imported(&run_import(&salon, "customers", clear, &[]), 3, 0);

    let process = salon.serve(&[]);
    let desk = process.session("desk@example.invalid", "receptionist");
    for (phone, born) in [
        ("9845000001", "1990-12-31"),
        ("9845000002", "1990-05-04"),
        ("9845000003", "1990-04-05"),
        ("9845000005", "1990-12-31"),
        ("9845000006", "1990-05-04"),
        ("9845000007", "1990-07-07"),
    ] {
        assert_eq!(customer_by_phone(&process, &desk, phone).await["dateOfBirth"], born, "{phone}");
    }
}

#[test_on_both_engines]
async fn mangled_phones_are_read_and_those_refused_that_the_desk_refuses() {
    let salon = demo_on_current_engine();
    let file = "name,phone
A,9845000001.0
B,00919845000002
C,919845000003
D,9.845000004E+09
E,+91 (98450) 00005
F,080 2345 6789
G,022-23456789
H,9.8E+09
I,12345
";
    assert_imported(&run_import(&salon, "customers", file, &[]), 6, 3);
    let errors = errors_file(&salon);
    let lines: Vec<&str> = errors.lines().collect();
    for (line, reason) in lines[1..].iter().zip(["landline", "rounded", "10-digit"]) {
        assert!(line.contains(reason), "{reason} is not in {line}");
    }
    // The same phones written properly are the same rows.
    let again = run_import(&salon, "customers", "name,phone\nA,9845000001\nB,98450 00002\n", &[]);
    assert_eq!(again.stdout.lines().next(), Some("0 imported, 2 already imported, 0 failed."), "{again:?}");
    let process = salon.serve(&[]);
    let desk = process.session("desk@example.invalid", "receptionist");
    for (phone, name) in [
        ("9845000001", "A"),
        ("9845000002", "B"),
        ("9845000003", "C"),
        ("9845000004", "D"),
        ("9845000005", "E"),
        ("8023456789", "F"),
    ] {
        assert_eq!(customer_by_phone(&process, &desk, phone).await["name"], name);
    }
}

#[test_on_both_engines]
async fn a_booking_s_time_and_date_are_read_as_a_spreadsheet_writes_them() {
    let salon = demo_on_current_engine();
    let services = "serviceType,category,name,durationMinutes,price\nsalon,Imported,Old Cut,45.0,500\n";
    assert_imported(&run_import(&salon, "services", services, &[]), 1, 0);
    assert_imported(&run_import(&salon, "customers", "name,phone\nAsha Rao,9845000001\n", &[]), 1, 0);
    let bookings = "date,startTime,services,customerPhone\n25/12/2020,9:30,Old Cut,9845000001.0\n26/12/2020,6:15 PM,Old Cut,9845000001\n27/12/2020,25:00,Old Cut,9845000001\n";
    assert_imported(&run_import(&salon, "bookings", bookings, &[]), 2, 1);
    assert!(errors_file(&salon).contains("startTime must be a time of day"));
    let again = run_import(
        &salon,
        "bookings",
        "date,startTime,services,customerPhone\n2020-12-25,09:30,Old Cut,9845000001\n",
        &[],
    );
    assert_eq!(again.stdout.lines().next(), Some("0 imported, 1 already imported, 0 failed."), "{again:?}");
    let process = salon.serve(&[]);
    let desk = process.session("desk@example.invalid", "receptionist");
    for (date, start) in [("2020-12-25", "09:30:00"), ("2020-12-26", "18:15:00")] {
        let found = get(&process, &desk, &format!("/api/bookings?date={date}")).await;
        assert_eq!(found["bookings"][0]["startTime"], start, "{found}");
    }
}

#[test_on_both_engines]
async fn staff_memberships_and_gems_are_imported() {
    let salon = demo_on_current_engine();
    let people = "name,phone,email,sourceId\nAsha Rao,9845000001,asha1@test.invalid,C-1\nTara Das,9845000002,,C-2\nUma Das,9845000002,,C-3\n";
    assert_imported(&run_import(&salon, "customers", people, &[]), 3, 0);

    let staff = "name,serviceTypes,email,role,gender,branchCode
Zarina Khan,salon;spa,zarina@test.invalid,receptionist,female,
Yusuf Ali,Salon,,,,
Asha Rao,spa,asha1@test.invalid,,,
Nobody,circus,not-an-email,owner,robot,NOPE
";
    assert_imported(&run_import(&salon, "staff", staff, &[]), 2, 2);
    let errors = errors_file(&salon);
    for part in ["is a customer's", "serviceTypes", "email", "role", "gender", "branchCode"] {
        assert!(errors.contains(part), "{part}: {errors}");
    }

    let process = salon.serve(&[]);
    let boss = process.session("boss@example.invalid", "owner");
    let tier = get(&process, &boss, "/api/membership-tiers").await[0]["name"].as_str().unwrap().to_owned();
    let memberships = format!(
        "customerSourceId,customerPhone,customerName,tier,startDate,lastDate,totalHours,usedHours,pricePaid,membershipNumber
C-1,,,{tier},2020-01-15,2099-01-14,20,7.5,\"24,000\",OLD-7
,9845000002,Tara Das,{lower},2019-01-15,2020-01-14,10:30,,,
C-1,,,{tier},2020-01-15,2099-01-14,20,,,OLD-8
C-2,,,No such,2020-01-15,2019-01-14,many,11,free,OLD-7
",
        lower = tier.to_lowercase()
    );
    assert_imported(&run_import(&salon, "memberships", &memberships, &[]), 2, 2);
    let errors = errors_file(&salon);
    for part in ["active membership", "tier", "lastDate", "totalHours", "pricePaid"] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    let listed = get(&process, &boss, "/api/memberships?status=active").await;
    let imported = listed.as_array().unwrap().iter().find(|one| one["membershipNumber"] == "OLD-7");
    let imported = imported.expect("the imported membership");
    assert_eq!(imported["customerName"], "Asha Rao");
    assert_eq!((&imported["totalHoursMinutes"], &imported["usedHoursMinutes"]), (&1_200.into(), &450.into()));
    assert_eq!((&imported["pricePaidPaise"], &imported["tierName"]), (&2_400_000.into(), &tier.as_str().into()));
    assert_eq!(imported["expiresAt"], "2099-01-14T18:30:00.000Z");
    let over = get(&process, &boss, "/api/memberships?status=expired").await;
    let over = over.as_array().unwrap().iter().find(|one| one["customerName"] == "Tara Das").unwrap().clone();
    assert_eq!(over["totalHoursMinutes"], 630);

    let gems = "gems,customerPhone,customerName,customerEmail,reason
120,,,asha1@test.invalid,Old points
50,9845000002,,,
-5,9845000002,Uma Das,,
";
    assert_imported(&run_import(&salon, "gems", gems, &[]), 1, 2);
    let again = run_import(&salon, "gems", gems.replace("120", "130"), &[]);
    assert_eq!(again.stdout.lines().next(), Some("0 imported, 1 already imported, 2 failed."), "{again:?}");
    let asha = customer_by_phone(&process, &boss, "9845000001").await;
    let account = get(&process, &boss, &format!("/api/customers/{}/gems", asha["id"].as_str().unwrap())).await;
    assert_eq!((&account["summary"]["balance"], &account["summary"]["totalEarned"]), (&120.into(), &0.into()));
    assert_eq!(account["transactions"][0]["description"], "Old points");
    let zarina = get(&process, &boss, "/api/users?q=zarina").await["users"][0].clone();
    assert_eq!(zarina["role"], "receptionist");
    let staff = get(&process, &boss, "/api/staff?pageSize=100").await;
    let names: Vec<&str> =
        staff["staff"].as_array().unwrap().iter().map(|one| one["displayName"].as_str().unwrap()).collect();
    assert!(names.contains(&"Zarina Khan") && names.contains(&"Yusuf Ali"), "{names:?}");
}

#[test_on_both_engines]
#[expect(clippy::unused_async, reason = "a story is async, whether it waits or not")]
async fn the_examples_of_the_help_can_be_imported() {
    let salon = demo_on_current_engine();
    let help = salon.run(&["import", "--help"]).expect_success().to_owned();
    for kind in ["customers", "services", "staff", "bookings", "memberships", "gems"] {
        let (_, section) = help.split_once(&format!("\n{kind}: ")).unwrap_or_else(|| panic!("{kind}: {help}"));
        let (_, example) = section.split_once("\n\n").unwrap();
        let lines: Vec<&str> =
            example.lines().take_while(|line| line.starts_with("    ")).map(str::trim_start).collect();
        assert!(lines.len() >= 2, "{kind}: {help}");
        let ran = run_import(&salon, kind, lines.join("\n"), &["--dry-run"]);
        // What an example refers to is not in the demo salon; its cells can be read.
        assert!(matches!(ran.status.code(), Some(0 | 3)), "{ran:?}");
        if ["customers", "services"].contains(&kind) {
            assert_eq!(ran.status.code(), Some(0), "{ran:?}");
        }
    }
    assert!(help.contains("--date-order"), "{help}");
}
