import type { AlarmJson, ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

export type AlarmState = AlarmJson['status'];
export type AlarmAction = 'reschedule' | 'abort' | 'try_now' | 'redrive' | 'duplicate';

const ACTIONS: Record<AlarmState, readonly AlarmAction[]> = {
  scheduled: ['reschedule', 'abort'],
  retrying: ['try_now', 'abort'],
  firing: [],
  delivered: ['duplicate'],
  dead: ['redrive'],
  aborted: ['duplicate'],
};

/** The actions available for an alarm in this state. None while it is being sent. */
export function actionsOf(state: AlarmState): readonly AlarmAction[] {
  return ACTIONS[state];
}

/** True once nothing will happen to it by itself. */
export function isFinished({ status }: Pick<AlarmJson, 'status'>): boolean {
  return status !== 'scheduled' && status !== 'retrying' && status !== 'firing';
}

/** When it was aborted, if before it was due, in ms; otherwise null. */
export function abortedEarlyAt({
  status,
  finished_at,
  due_at,
}: Pick<ListedAlarmJson, 'status' | 'finished_at' | 'due_at'>): number | null {
  if (status !== 'aborted' || finished_at === null) return null;
  const at = Date.parse(finished_at);
  return at < Date.parse(due_at) ? at : null;
}
