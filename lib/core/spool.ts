import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '#/lib/core/errors.ts';

/** The limit for all files of a process: more would fill the disk of a machine whose readers are slow. */
const MAX_BYTES = 1_024 ** 3;
const READ_BYTES = 128 * 1_024;

/** Bytes that wait for a possibly slow reader. A reader that is done, or stops early, must `close` it. */
export type Spooled = { size: number; bytes: AsyncGenerator<Uint8Array>; close: () => Promise<void> };

let heldBytes = 0;

/**
 * Reads all bytes of a source as fast as it sends them into a temporary file. The file's name is removed once it is
 * open, so the system deletes it when it is closed, even if the process is killed. `most` and `folder` are for tests.
 * @throws AppError 503 when too much is waiting already; errors of the source
 */
export async function spool(
  source: AsyncIterable<Uint8Array>,
  { most = MAX_BYTES, folder = tmpdir() }: { most?: number; folder?: string } = {},
): Promise<Spooled> {
  const file = await openNameless(folder);
  let size = 0;
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    heldBytes -= size;
    await file.close();
  };
  try {
    for await (const bytes of source) {
      size += bytes.byteLength;
      heldBytes += bytes.byteLength;
      if (heldBytes > most) throw tooMuch();
      await file.writeFile(bytes);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { size, bytes: readAll(file, size, close), close };
}

async function openNameless(folder: string): Promise<FileHandle> {
  const name = path.join(folder, `timer-service-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  try {
    await unlink(name);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

async function* readAll(file: FileHandle, size: number, close: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(READ_BYTES), 0, READ_BYTES, at);
      if (bytesRead === 0) throw new Error('a temporary file was cut short');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await close();
  }
}

function tooMuch(): AppError {
  return new AppError('database_unavailable', {
    detail: 'Too many files are being downloaded just now. Try again in a minute.',
    headers: { 'Retry-After': '60' },
  });
}
