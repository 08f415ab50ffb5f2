import type { EditTimerBody } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const TICKET_FIELDS = ['ticket', 'ticket_id', 'ticket_key'] as const;
const PROJECT_FIELDS = ['project', 'project_id'] as const;

/**
 * Rebases an edit begun on `base` onto the timer as another device has changed it: other changes stay, and added and
 * removed tags of both count. Null if both changed the same field, which a person has to decide.
 */
export function rebaseEdit(body: EditTimerBody, base: TimerJson, theirs: TimerJson): EditTimerBody | null {
  const { title, tags, ...rest } = body;
  const isRetitled = title !== undefined && title !== base.title;
  if (isRetitled && theirs.title !== base.title && theirs.title !== title) return null;
  if (TICKET_FIELDS.some((name) => name in body) && theirs.ticket?.key !== base.ticket?.key) return null;
  if (PROJECT_FIELDS.some((name) => name in body) && theirs.project?.id !== base.project?.id) return null;
  return { ...rest, ...(isRetitled && { title }), ...(tags && { tags: mergeTags(tags, base.tags, theirs.tags) }) };
}

/** Theirs without those removed here, and with those added. */
function mergeTags(ours: readonly string[], base: readonly string[], theirs: readonly string[]): string[] {
  const remainingTags = theirs.filter((tag) => ours.includes(tag) || !base.includes(tag));
  return [...new Set([...remainingTags, ...ours.filter((tag) => !base.includes(tag))])];
}
