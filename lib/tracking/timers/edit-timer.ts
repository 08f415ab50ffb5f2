import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#/lib/context/context.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { carryUndo } from '#/lib/tracking/questions/question-store.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { editedSubject } from '#/lib/tracking/timers/resolve-subject.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';
import { timerEnded } from '#/lib/tracking/timers/timer-errors.ts';
import type { EditTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';

/**
 * Edits what a timer is about, never its time: title, ticket, project, tags. Omitted fields stay; null clears them.
 * @throws AppError 404 for an unknown ticket or project; 409 `timer_ended` for a discarded timer; 409 `time_closed`
 */
export async function editTimer(ctx: Ctx, target: TimerTarget, input: EditTimerInput): Promise<TimerChange> {
  return changeTimer(ctx, target, async (tx, timer, now) => {
    if (timer.status === 'discarded') throw timerEnded(timer, now);
    const before = { title: timer.title, ticket: timer.ticket, project: timer.project, tags: timer.tags };
    const { title = timer.title, tags = timer.tags } = input;
    const content = { ...before, title, tags, ...(await editedSubject(tx, timer, input)) };
    if (isDeepStrictEqual(content, before)) return { timer, changed: false, ended: null, now };
    const edited = { ...timer, ...content, version: timer.version + 1 };
    await assertNotClosed(tx, [{ before: timer, after: edited }], now);
    const saved = await saveChange(tx, timer, edited, 'timer.edited', now);
    await carryUndo(tx.tx, timer.id, { from: timer.version, to: saved.version });
    return { timer: saved, changed: true, ended: null, now };
  });
}
