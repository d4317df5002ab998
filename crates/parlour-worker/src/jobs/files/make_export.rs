//! Writes every record into an archive for an owner to fetch, from one consistent state of the database.

use std::io::{self, Write};

use bytes::Bytes;
use parlour_files::browser_files::{export_file_name, finish_export, note_export_progress};
use parlour_files::full_export::{ExportError, write_archive};
use parlour_integrations::file_storage::{FileStorage, FileStorageError, FileUpload};
use parlour_store::Conn;
use tokio::sync::{mpsc, oneshot};

use super::file_storage;
use crate::jobs::{JobError, JobPayload};
use crate::worker_context::WorkerContext;

/// What is written at once, and how much of it waits for the storage.
const PART_BYTES: usize = 256 << 10;
const MAX_WAITING_PARTS: usize = 4;

/// A failure is tried again from the beginning: an archive cannot be continued.
pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<u64, JobError> {
    let Some(id) = payload.file_id.clone() else { return Ok(0) };
    let (context, of) = (worker.context(), id.clone());
    if !worker.app.db.write(move |tx| note_export_progress(tx, &context, &of)).await? {
        return Ok(0);
    }
    store_archive(worker, file_storage(worker)?, export_file_name(&id)).await?;
    let context = worker.context();
    let is_finished = worker.app.db.write(move |tx| finish_export(tx, &context, &id)).await?;
    Ok(u64::from(is_finished))
}

async fn store_archive(worker: &WorkerContext, files: &FileStorage, name: String) -> Result<(), JobError> {
    let (parts, waiting) = mpsc::channel(MAX_WAITING_PARTS);
    let (give_up, given_up) = oneshot::channel();
    let storing = tokio::spawn(store_parts(files.clone(), name, waiting, given_up));
    let exported_at = worker.app.clock.now();
    let written = worker.app.db.report(move |conn: &mut Conn<'_>| -> Result<(), ExportError> {
        let out = PartWriter::begin(parts.clone())?;
        write_archive(conn, out, exported_at)?.finish()?;
        Ok(())
    });
    let written = written.await;
    if written.is_err() {
        // Also where the archive is still being written, because that took too long.
        let _ = give_up.send(());
    }
    let failed = |error: FileStorageError| JobError::Service(error.to_string());
    let upload = storing.await.map_err(|_| JobError::Panicked)?.map_err(failed)?;
    match (written, upload) {
        (Ok(()), Some(upload)) => upload.finish().await.map_err(failed),
        (Ok(()), None) => Err(JobError::Interrupted),
        (Err(error), upload) => {
            if let Some(upload) = upload {
                upload.abort().await;
            }
            Err(match error {
                ExportError::Db(error) => error.into(),
                ExportError::File(error) => JobError::Service(error.to_string()),
            })
        }
    }
}

enum ArchivePart {
    /// The database may run the export again after a failure of its own.
    Begin,
    Bytes(Bytes),
}

/// Sends parts to the task that stores them. It writes on a thread of the database, which may block.
struct PartWriter {
    parts: mpsc::Sender<ArchivePart>,
    part: Vec<u8>,
}

impl PartWriter {
    fn begin(parts: mpsc::Sender<ArchivePart>) -> io::Result<Self> {
        let writer = Self { parts, part: Vec::with_capacity(PART_BYTES) };
        writer.send(ArchivePart::Begin)?;
        Ok(writer)
    }

    fn send(&self, part: ArchivePart) -> io::Result<()> {
        self.parts.blocking_send(part).map_err(|_| io::Error::other("nobody stores the archive any more"))
    }

    fn send_collected(&mut self) -> io::Result<()> {
        let part = std::mem::replace(&mut self.part, Vec::with_capacity(PART_BYTES));
        self.send(ArchivePart::Bytes(part.into()))
    }

    fn finish(mut self) -> io::Result<()> {
        self.send_collected()
    }
}

impl Write for PartWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.extend_from_slice(bytes);
        if self.part.len() >= PART_BYTES {
            self.send_collected()?;
        }
        Ok(bytes.len())
    }

    /// What is collected follows with the next part.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the upload, which is not finished yet: whether the archive is whole, only its writer knows.
async fn store_parts(
    files: FileStorage,
    name: String,
    mut parts: mpsc::Receiver<ArchivePart>,
    mut given_up: oneshot::Receiver<()>,
) -> Result<Option<FileUpload>, FileStorageError> {
    let mut upload: Option<FileUpload> = None;
    loop {
        let part = tokio::select! {
            biased;
            // The sender is kept until this has ended, unless the job is cancelled.
            _ = &mut given_up => return Ok(upload),
            part = parts.recv() => part,
        };
        match part {
            None => return Ok(upload),
            Some(ArchivePart::Begin) => {
                if let Some(broken_off) = upload.take() {
                    broken_off.abort().await;
                }
                upload = Some(files.begin_upload(&name).await?);
            }
            Some(ArchivePart::Bytes(bytes)) => {
                if let Some(begun) = &mut upload
                    && let Err(error) = begun.write(&bytes).await
                {
                    if let Some(broken_off) = upload.take() {
                        broken_off.abort().await;
                    }
                    return Err(error);
                }
            }
        }
    }
}
