import type { Draft } from '#/lib/client/corrections/correction-draft.ts';
import type { SpanProblem } from '#/lib/client/corrections/correction-typing.ts';
import { ApiProblem, type Overlap } from '#/lib/client/http/problem.ts';
import { formatRange } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

const NO_PREVIEW = 'No response from the server yet. The preview will be tried again in a moment.';

/** Message for an overlap with other time, shown under the end that must change. */
export function overlapProblem(error: unknown, draft: Draft, style: TimeStyle): SpanProblem | null {
  if (!(error instanceof ApiProblem)) return null;
  const [first, ...others] = error.overlaps;
  if (!first) return null;
  const from = Date.parse(first.started_at);
  const to = first.ended_at === null ? Infinity : Date.parse(first.ended_at);
  const span = draft.spans.find((one) => one.from < to && (one.to ?? Infinity) > from) ?? draft.spans[0];
  if (!span) return null;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return {
    key: span.key,
    end: span.from < from ? 'to' : 'from',
    problem: `Overlaps ${formatOverlap(first, style)}${more}. Shorten one of them.`,
  };
}

/**
 * Why a correction as a whole was rejected, when previewed or saved. Null for errors shown at a field, and for a
 * version conflict, which has its own message.
 */
export function formatEditError(error: unknown, style: TimeStyle, isSaved: boolean): string | null {
  if (!error) return null;
  if (!(error instanceof ApiProblem)) {
    return isSaved ? 'No response from the server. Save again; nothing will be corrected twice.' : NO_PREVIEW;
  }
  if (error.code === 'timer_version_mismatch' || reasonProblem(error)) return null;
  const [first] = error.overlaps;
  if (!first) return error.detail;
  return `Overlaps ${formatOverlap(first, style)}.`;
}

/** Time in another workspace has no id, name or times here. */
function formatOverlap({ timer_id, ticket_key, title, started_at, ended_at }: Overlap, style: TimeStyle): string {
  if (!timer_id) return 'time in another workspace';
  const range = formatRange(Date.parse(started_at), ended_at === null ? null : Date.parse(ended_at), style);
  return `${ticket_key ?? (title || 'a timer without a title')}, ${range}`;
}

/** The error in the reason. */
export function reasonProblem(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null;
  return error.fields.some(({ pointer }) => pointer.endsWith('/reason')) ? error.detail : null;
}

/** The message for a version conflict without a draft to compare. */
export function formatOutdated(error: unknown): string | null {
  const isOutdated = error instanceof ApiProblem && error.code === 'timer_version_mismatch';
  return isOutdated ? 'A timer has changed since you started. Check it again.' : null;
}
