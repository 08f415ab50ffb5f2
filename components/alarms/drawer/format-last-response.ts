import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import type { ListedAlarm } from '#/lib/client/alarms/alarm-queries.ts';

const MAX_NOTE_LENGTH = 120;

/**
 * The last result of a dead letter, `404 Not Found` or `Connection refused`, with the beginning of the response, or why
 * it ended without one. Without an attempt, why it is dead.
 */
export function formatLastResponse({
  last_attempt: last,
  end_reason,
}: Pick<ListedAlarm, 'last_attempt' | 'end_reason'>): {
  text: string;
  note: string | undefined;
} {
  if (!last) return { text: whyDead({ end_reason }), note: undefined };
  // The detail of a response repeats its status.
  const excerpt = ((last.status_code === null ? last.detail : last.response_excerpt) ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const late = end_reason === 'deadline_passed' ? whyDead({ end_reason }) : '';
  return {
    text: formatAttemptResult(last),
    note: [late, excerpt.slice(0, MAX_NOTE_LENGTH)].filter(Boolean).join('. ') || undefined,
  };
}

/** Why an alarm is dead, in a column. */
function whyDead({ end_reason }: Pick<ListedAlarm, 'end_reason'>): string {
  if (end_reason === 'gone') return '410 Gone';
  return end_reason === 'deadline_passed' ? 'Deadline passed' : 'All attempts failed';
}
