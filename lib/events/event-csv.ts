import { eventReason, type FeedEvent } from '#/lib/events/event.ts';

/** A sheet takes a cell that begins like this for a formula, and would do what somebody has written there (CWE-1236). */
const FORMULA = /^[=+\-@\t\r]/;

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

export const CSV_HEAD = lineOf(Object.keys(COLUMNS));

/** One event as a line, its end included; people by their names where these are known. */
export function csvLine(event: FeedEvent, names: ReadonlyMap<string, string>): string {
  return lineOf(Object.values(COLUMNS).map((cell) => cell(event, names)));
}

function jsonOf(facts: unknown): string {
  return facts === null || facts === undefined ? '' : JSON.stringify(facts);
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
