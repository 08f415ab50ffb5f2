import type { ApiContext } from '#/lib/api/endpoint.ts';
import { readQuery } from '#/lib/api/read-input.ts';
import { log } from '#/lib/core/log.ts';
import { CSV_HEAD, csvLine } from '#/lib/events/event-csv.ts';
import { eventJson } from '#/lib/events/event-json.ts';
import { exportEventsQuery } from '#/lib/events/event-schemas.ts';
import { type ExportedPage, exportEvents } from '#/lib/events/export-events.ts';

type Format = { type: string; head: string; linesOf: (page: ExportedPage) => string };

const FORMATS: Record<'csv' | 'jsonl', Format> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: CSV_HEAD,
    linesOf: ({ events, names }) => events.map((event) => csvLine(event, names)).join(''),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: '',
    linesOf: ({ events }) => events.map((event) => `${JSON.stringify(eventJson(event))}\n`).join(''),
  },
};

/**
 * The audit log as a file. Each piece is read once the one before has left, so neither this process nor the database
 * holds the whole of it. The first is read before the response begins: what rejects it can still be said.
 * @throws AppError 400, 403
 */
export async function streamEventExport(c: ApiContext): Promise<Response> {
  const ctx = c.get('ctx');
  const { format, ...query } = readQuery(c.req, exportEventsQuery);
  const pages = exportEvents(ctx, query);
  const first = await pages.next();
  const today = (await ctx.clock.now(ctx.db)).toISOString().slice(0, 10);
  const { type, head, linesOf } = FORMATS[format];
  return c.body(bodyOf({ first, pages, head, linesOf }), 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="audit-log-${today}.${format}"`,
  });
}

type Parts = Pick<Format, 'head' | 'linesOf'> & {
  first: IteratorResult<ExportedPage>;
  pages: AsyncGenerator<ExportedPage>;
};

function bodyOf({ first, pages, head, linesOf }: Parts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = first;
  return new ReadableStream({
    start: (out) => {
      if (head) out.enqueue(encoder.encode(head));
    },
    pull: async (out) => {
      if (next.done) {
        out.close();
        return;
      }
      out.enqueue(encoder.encode(linesOf(next.value)));
      next = await pages.next().catch((error: unknown) => {
        // Nothing can be said any more but that it is not whole.
        log.warn({ err: error }, 'an export of events was broken off');
        throw error;
      });
    },
    cancel: async () => {
      await pages.return(undefined);
    },
  });
}
