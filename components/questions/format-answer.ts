import type { QuestionJson } from '#/components/questions/format-question.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Whether an answer was made at the cap by the owner's setting, of a timer that needs review. */
export function isRuleOf({ kind, timer_id, away_from }: QuestionJson, { id, ended_at }: TimerJson): boolean {
  return kind === 'capped' && timer_id === id && away_from === ended_at;
}

const ANSWERED: Record<NonNullable<QuestionJson['answer']>, string> = {
  keep: 'Kept as it was',
  stop: 'Stopped',
  trim_stop: 'Trimmed',
  trim_continue: 'Time removed',
  split: 'Time moved to another timer',
  moot: 'Not answered',
};

/** The effect of an answer on a timer. */
export function formatAnswer({ kind, answer }: QuestionJson): string {
  if (kind === 'capped' && answer === 'trim_stop') return 'Not ended at its cap';
  return answer ? ANSWERED[answer] : '';
}
