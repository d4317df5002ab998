//! Files that somebody has prepared: neither the import nor what is beside its file does harm.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use parlour_testkit::process::{CommandOutput, Installation};

use crate::parlour_binary::sqlite_installation;

const MIB: usize = 1024 * 1024;
const CUSTOMERS_CSV: &str = "name,phone\nAsha Rao,9845011111\nNobody,12345\n";

fn import(salon: &Installation, content: &[u8]) -> CommandOutput {
    fs::write(salon.folder().join("file.csv"), content).unwrap();
    // Whoever reads without an end is stopped.
    salon.run_within(Duration::from_mins(1), &["import", "customers", "file.csv"])
}

async fn count_customers(salon: &Installation) -> i64 {
    salon.run(&["migrate"]).expect_success();
    let db = salon.database().await;
    let count: Result<i64, parlour_db::DbError> =
        db.read(|conn| conn.number("select count(*) from users where role = 'customer'", &[])).await;
    count.unwrap()
}

fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

#[tokio::test]
async fn no_link_is_followed_for_the_file_of_refused_rows() {
    let salon = sqlite_installation();
    let (errors, letters) = (salon.folder().join("file.csv.errors.csv"), salon.folder().join("letters"));
    fs::write(&letters, "Dear Asha").unwrap();
    for target in ["letters", "not-there", "data"] {
        symlink(target, &errors).unwrap();
        let refused = import(&salon, CUSTOMERS_CSV.as_bytes());
        assert!(refused.expect_error_line().contains("file.csv.errors.csv is not an ordinary file"), "{refused:?}");
        assert_eq!(fs::read_link(&errors).unwrap(), Path::new(target));
        fs::remove_file(&errors).unwrap();
    }
    assert!(!is_there(&salon.folder().join("not-there")));
    let chosen = salon.run(&["import", "customers", "file.csv", "--errors", "/dev/null"]);
    assert!(chosen.expect_error_line().contains("/dev/null is not an ordinary file"), "{chosen:?}");
    assert!(is_there(Path::new("/dev/null")));
    assert_eq!(count_customers(&salon).await, 0);

    // A second name of another file: the name is given to the new file.
    fs::hard_link(&letters, &errors).unwrap();
    assert_eq!(import(&salon, CUSTOMERS_CSV.as_bytes()).status.code(), Some(3));
    assert_eq!(fs::read_to_string(&letters).unwrap(), "Dear Asha");
    assert!(fs::read_to_string(&errors).unwrap().contains("Nobody"));
    assert_eq!(count_customers(&salon).await, 1);
    let beside: Vec<_> = fs::read_dir(salon.folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(beside.iter().all(|name| !name.to_string_lossy().contains("partial")), "{beside:?}");
}

#[tokio::test]
async fn a_line_over_one_mebibyte_is_refused_with_its_number() {
    let salon = sqlite_installation();
    let row = |length: usize| format!("{},9845011111", "a".repeat(length - ",9845011111".len()));
    let long_line = format!("name,phone\nAsha,9845011112\r\n{}\nBela,9845011113\n", row(MIB + 1));
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for (content, line) in [
        (long_line.clone().into_bytes(), 3),
        (utf16(&long_line), 3),
        (format!("name,phone\nAsha,1\n\"Bela,2\n{}", "Chitra,3\n".repeat(MIB / 6)).into_bytes(), 3),
        ("name,phone,".repeat(MIB / 4).into_bytes(), 1),
    ] {
        let refused = import(&salon, &content);
        let line = format!("file.csv cannot be read: line {line} is longer than 1 MiB");
        assert!(refused.expect_error_line().contains(&line), "{refused:?}");
    }
    assert_eq!(count_customers(&salon).await, 0, "nothing of such a file is imported");
    let at_the_limit = import(&salon, format!("name,phone\nAsha,9845011112\n{}\n", row(MIB)).as_bytes());
    assert!(at_the_limit.stdout.starts_with("1 imported, 0 already imported, 1 failed."), "{at_the_limit:?}");
}

/// Without bounds it would take all memory of the machine.
#[tokio::test]
async fn a_huge_file_is_not_read_into_memory() {
    let salon = sqlite_installation();
    for start in ["name,phone\n\"Asha", "n\0a\0m\0e\0"] {
        let mut file = File::create(salon.folder().join("huge.csv")).unwrap();
        file.write_all(start.as_bytes()).unwrap();
        // Zeros that take no room.
        file.set_len(64 * 1024 * MIB as u64).unwrap();
        let refused = salon.run_within(Duration::from_mins(1), &["import", "customers", "huge.csv"]);
        assert!(refused.expect_error_line().contains("is longer than 1 MiB"), "{refused:?}");
    }
}
