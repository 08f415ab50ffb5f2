import type { Draft } from '#/lib/client/corrections/correction-draft.ts';
import { readSubject, type SubjectProblem } from '#/lib/client/entries/typed-subject.ts';
import type { TimerEditBody } from '#/lib/tracking/corrections/correction-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The request body of a draft; null if nothing differs from the timer. */
export type EditResult = { edit: TimerEditBody | null } | { problem: SubjectProblem };

/** The changes of a draft to a timer, for its version; untouched ends are sent as recorded. */
export function readEdit(draft: Draft, timer: TimerJson): EditResult {
  // A timer that should not count has no other changes.
  if (draft.status === 'discarded')
    return { edit: { timer_id: timer.id, version: timer.version, status: 'discarded' } };
  const about = readSubject(draft.subject, timer);
  if ('problem' in about) return { problem: about };
  const { ticket, title, tags } = about.change;
  const status = statusOf(draft, timer);
  const edit = {
    ...(status && { status }),
    ...(hasOtherTime(draft, timer) && { spans: draft.spans.map(({ from, to }) => ({ ...spanOf(from, to) })) }),
    ...(title !== undefined && { title }),
    ...(tags && { tags }),
    ...(ticket === null && { ticket_id: null }),
    ...(ticket && { ticket_key: ticket.key }),
    ...(draft.userId !== timer.user_id && { user_id: draft.userId }),
  };
  const isEmpty = Object.keys(edit).length === 0;
  return { edit: isEmpty ? null : { timer_id: timer.id, version: timer.version, ...edit } };
}

/** Ending the last span of a running timer stops it. */
function statusOf({ status, spans }: Draft, timer: TimerJson): Draft['status'] {
  if (status) return status;
  return timer.status === 'running' && spans.at(-1)?.to !== null ? 'stopped' : null;
}

function hasOtherTime({ spans }: Draft, timer: TimerJson): boolean {
  if (spans.length !== timer.spans.length) return true;
  return spans.some(({ from, to }, index) => {
    const was = timer.spans[index];
    if (!was) return true;
    return from !== Date.parse(was.started_at) || to !== (was.ended_at === null ? null : Date.parse(was.ended_at));
  });
}

function spanOf(from: number, to: number | null) {
  return { started_at: new Date(from).toISOString(), ended_at: to === null ? null : new Date(to).toISOString() };
}
