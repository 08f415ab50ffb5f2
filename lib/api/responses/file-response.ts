import type { ExportFile } from '#/lib/analytics/exports/export-entries.ts';
import type { ApiContext } from '#/lib/api/operations/operation.ts';
import { log } from '#/lib/core/log.ts';

/** Longer than anyone pauses a download: after it, the connection counts as dead. */
const STALLED_AFTER_MS = 10 * 60_000;

/** A file as a response to be saved. Of HEAD, its size alone. */
export async function fileResponse(c: ApiContext, file: ExportFile): Promise<Response> {
  const headers = {
    'Content-Type': file.contentType,
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Content-Length': String(file.size),
  };
  if (c.req.method !== 'HEAD') return c.body(streamOf(file), 200, headers);
  await file.close();
  return c.body(null, 200, headers);
}

/**
 * Each chunk is read once the previous one has been sent. A client that reads nothing for ten minutes loses the file.
 */
export function streamOf({ bytes, close }: Pick<ExportFile, 'bytes' | 'close'>): ReadableStream<Uint8Array> {
  let stalled: NodeJS.Timeout | undefined;
  return new ReadableStream({
    pull: async (out) => {
      clearTimeout(stalled);
      const next = await bytes.next().catch((error: unknown) => {
        // The status has been sent: all that can be signaled is that the file is incomplete.
        log.warn({ err: error }, 'a download was interrupted');
        throw error;
      });
      if (next.done) return out.close();
      out.enqueue(next.value);
      stalled = setTimeout(() => {
        out.error(new Error('The reader has taken nothing for ten minutes.'));
        void close();
      }, STALLED_AFTER_MS).unref();
    },
    cancel: async () => {
      clearTimeout(stalled);
      await close();
    },
  });
}
