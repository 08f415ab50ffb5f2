import { csvLineOf } from '#/lib/core/csv.ts';
import { eventReason, type FeedEvent } from '#/lib/feed/events/event.ts';

/** Columns of the audit log as CSV (RFC 4180); instants in UTC, `before` and `after` as JSON. */
const COLUMNS = {
  id: ({ id }) => String(id),
  created_at: ({ createdAt }) => createdAt.toISOString(),
  type: ({ type }) => type,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_user_id: ({ actor }) => actor.user_id ?? '',
  actor_name: ({ actor }, names) => names.get(actor.user_id ?? '') ?? '',
  user_id: ({ userId }) => userId ?? '',
  user_name: ({ userId }, names) => names.get(userId ?? '') ?? '',
  subject_id: ({ subjectId }) => subjectId,
  reason: ({ data }) => eventReason(data),
  before: ({ data }) => jsonOf(data.before),
  after: ({ data }) => jsonOf(data.after),
  request_id: ({ requestId }) => requestId ?? '',
} satisfies Record<string, (event: FeedEvent, names: ReadonlyMap<string, string>) => string>;

export const CSV_HEAD = csvLineOf(Object.keys(COLUMNS));

/** One event as a line, including its line end; people by name where known. */
export function csvLine(event: FeedEvent, names: ReadonlyMap<string, string>): string {
  return csvLineOf(Object.values(COLUMNS).map((cell) => cell(event, names)));
}

function jsonOf(facts: unknown): string {
  return facts === null || facts === undefined ? '' : JSON.stringify(facts);
}
