use super::*;

#[tokio::test]
async fn what_is_put_is_got_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("data/files");
    let files = FileStorage::in_folder(&inside).unwrap();
    let name = "invoices/PUN/2627/1.pdf";
    assert_eq!(files.get(name).await.unwrap(), None);
    assert!(!files.has(name).await.unwrap());
    files.put(name, "first").await.unwrap();
    files.put(name, "second").await.unwrap();
    assert_eq!(files.get(name).await.unwrap().unwrap(), "second");
    assert!(files.has(name).await.unwrap());
    assert_eq!(std::fs::read_to_string(inside.join(name)).unwrap(), "second");
    for _ in 0..2 {
        files.delete(name).await.unwrap();
        assert_eq!(files.get(name).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_large_file_is_copied_whole_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source");
    let bytes: Vec<u8> = (0..=250).cycle().take(PART_BYTES * 2 + 77).collect();
    std::fs::write(&source, &bytes).unwrap();
    let files = FileStorage::in_folder(&folder.path().join("backups")).unwrap();
    assert_eq!(files.list().await.unwrap(), Vec::<String>::new());
    files.put_file("copy.db", &source).await.unwrap();
    files.put("inside/other.db", "other").await.unwrap();
    assert!(files.get("copy.db").await.unwrap().unwrap() == bytes);
    assert_eq!(files.list().await.unwrap(), ["copy.db"]);
    let missing = files.put_file("more.db", &folder.path().join("missing")).await;
    assert!(matches!(missing, Err(FileStorageError::Unusable(_))), "{missing:?}");
}

#[tokio::test]
async fn a_file_is_read_in_parts_of_one_version() {
    let folder = tempfile::tempdir().unwrap();
    let files = FileStorage::in_folder(folder.path()).unwrap();
    assert!(files.open("missing").await.unwrap().is_none());
    let bytes: Vec<u8> = (0..=250).cycle().take(300_000).collect();
    files.put("picture", bytes.clone()).await.unwrap();
    let mut file = files.open("picture").await.unwrap().unwrap();
    assert_eq!(file.size(), 300_000);
    let mut parts = Vec::new();
    while let Some(part) = file.next_part().await.unwrap() {
        parts.push(part);
    }
    assert_eq!(parts.iter().map(Bytes::len).collect::<Vec<_>>(), [131_072, 131_072, 37_856]);
    assert!(parts.concat() == bytes);

    let mut file = files.open("picture").await.unwrap().unwrap();
    file.next_part().await.unwrap();
    files.put("picture", vec![1; 300_001]).await.unwrap();
    let replaced = file.next_part().await;
    assert!(matches!(replaced, Err(FileStorageError::Failed(_))), "{replaced:?}");
}

#[tokio::test]
async fn no_name_leads_out_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("secret"), "secret").unwrap();
    let files = FileStorage::in_folder(&folder.path().join("files")).unwrap();
    for name in ["../secret", "a/../../secret", "..\\secret", "%2e%2e/secret"] {
        assert_eq!(files.get(name).await.unwrap(), None, "{name}");
        files.put(name, "mine").await.unwrap();
        assert_eq!(files.get(name).await.unwrap().unwrap(), "mine", "{name}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("secret")).unwrap(), "secret");
}

#[test]
fn a_folder_that_cannot_be_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let refused = FileStorage::in_folder(&folder.path().join("file/inside"));
    assert!(matches!(refused, Err(FileStorageError::Unusable(_))), "{refused:?}");
}

#[tokio::test]
async fn a_bucket_that_nobody_has_says_so_soon_and_keeps_its_keys_to_itself() {
    let bucket = Bucket {
        name: "invoices".into(),
        prefix: String::new(),
        // Nobody listens on the discard port.
        endpoint: Some("http://127.0.0.1:9".into()),
        region: "us-east-1".into(),
        access_key: "AKIDEXAMPLE".into(),
        secret_key: "hunter2".into(),
    };
    assert!(!format!("{bucket:?}").contains("hunter2"));
    let files = FileStorage::in_bucket(&bucket).unwrap();
    let error = files.get("invoices/1.pdf").await.unwrap_err().to_string();
    assert!(!error.contains("hunter2") && !error.contains("AKID") && error.len() < 400, "{error}");
    assert!(!format!("{files:?}").contains("hunter2"));
}
