import { findNames } from '#/lib/accounts/users/names-query.ts';
import type { Reads } from '#/lib/api/limits/reads.ts';
import type { ApiContext } from '#/lib/api/operations/operation.ts';
import { readQuery } from '#/lib/api/operations/read-input.ts';
import type { RunQuery } from '#/lib/context/run-query.ts';
import { log } from '#/lib/core/log.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { CSV_HEAD, csvLine } from '#/lib/feed/events/event-csv.ts';
import { eventJson } from '#/lib/feed/events/event-json.ts';
import { exportEventsQuery } from '#/lib/feed/events/event-schemas.ts';
import { exportEvents } from '#/lib/feed/events/export-events.ts';

/** Some events, and the names of the people in them. */
type ExportedPage = { events: FeedEvent[]; names: ReadonlyMap<string, string> };
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
 * Export the audit log as a file. Each chunk is read once the previous one has been sent, so neither this process nor
 * the database holds all of it. The first is read before the response begins, so that an error can still be returned.
 * @throws AppError 400, 403, 422, 503
 */
export async function streamEventExport(c: ApiContext, reads: Reads): Promise<Response> {
  const ctx = c.get('ctx');
  const { format, ...query } = readQuery(c.req, exportEventsQuery);
  const runQuery = reads.queryRunner(ctx, { kind: 'read', narrower: 'Choose a shorter range with from and to.' });
  const pages = withNames(exportEvents(ctx, query, runQuery), runQuery);
  const first = await pages.next();
  const today = (await runQuery((db) => ctx.clock.now(db))).toISOString().slice(0, 10);
  const { type, head, linesOf } = FORMATS[format];
  return c.body(bodyOf({ first, pages, head, linesOf }), 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="audit-log-${today}.${format}"`,
  });
}

async function* withNames(pages: AsyncGenerator<FeedEvent[]>, runQuery: RunQuery): AsyncGenerator<ExportedPage> {
  for await (const events of pages) {
    yield { events, names: await runQuery((db) => findNames(db, peopleIn(events))) };
  }
}

function peopleIn(events: readonly FeedEvent[]): string[] {
  return [...new Set(events.flatMap(({ userId, actor }) => [userId, actor.user_id].filter((id) => id != null)))];
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
        // The only thing left to signal is that the file is incomplete.
        log.warn({ err: error }, 'an export of events was interrupted');
        throw error;
      });
    },
    cancel: async () => {
      await pages.return(undefined);
    },
  });
}
