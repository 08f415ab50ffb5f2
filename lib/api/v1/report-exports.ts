import { type ExportFile, exportEntries } from '#/lib/analytics/exports/export-entries.ts';
import { exportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import type { ApiContext } from '#/lib/api/endpoint.ts';
import { readQuery } from '#/lib/api/read-input.ts';
import { log } from '#/lib/core/log.ts';

/** Recorded time as a file, written while it is read. @throws AppError 400, 403 */
export async function answerReportExport(c: ApiContext): Promise<Response> {
  return fileResponse(c, await exportEntries(c.get('ctx'), readQuery(c.req, exportQuery)));
}

async function fileResponse(c: ApiContext, file: ExportFile): Promise<Response> {
  const headers = {
    'Content-Type': file.contentType,
    'Content-Disposition': `attachment; filename="${file.name}"`,
  };
  if (c.req.method !== 'HEAD') return c.body(streamOf(file), 200, headers);
  await file.close();
  return c.body(null, 200, headers);
}

/** Each piece is made once the one before has left. */
function streamOf({ bytes, close }: ExportFile): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (out) => {
      const next = await bytes.next().catch((error: unknown) => {
        // The status has been sent: all that can be said is that the file is not whole.
        log.warn({ err: error }, 'an export was broken off');
        throw error;
      });
      if (next.done) out.close();
      else out.enqueue(next.value);
    },
    cancel: close,
  });
}
