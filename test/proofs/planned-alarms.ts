import type { AlarmSettings } from '#/lib/alarms/alarms/alarm.ts';
import { insertAlarms } from '#/lib/alarms/registration/insert-alarms-query.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import { newId } from '#/lib/core/ids.ts';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import type { Db } from '#/lib/db/client.ts';

export type Plan = {
  workspaceId: string;
  count: number;
  /** When the first is due, and how many follow in each second. */
  firstUs: Micros;
  perSecond: number;
  url: (index: number) => string;
  payload?: (index: number) => string;
  settings?: AlarmSettings;
};

const CHUNK = 2_000;
/** For large payloads. */
const LARGE_CHUNK = 100;
const PAYLOAD = (index: number) => `{"number":${index}}`;
/** More than a proof's outages can use up. */
const ATTEMPTS = 20;

/** Inserts alarms at even distances by the statement that the API uses. Returns due times by id. */
export async function insertPlanned(db: Db, plan: Plan): Promise<Map<string, Micros>> {
  const createdBy = newId();
  const alarms = Array.from({ length: plan.count }, (_, index) => newAlarm(plan, index, createdBy));
  const chunk = plan.payload ? LARGE_CHUNK : CHUNK;
  for (let done = 0; done < alarms.length; done += chunk) {
    await insertAlarms(db, alarms.slice(done, done + chunk));
  }
  return new Map(alarms.map(({ id, dueUs }) => [id, dueUs]));
}

function newAlarm(plan: Plan, index: number, createdBy: string): NewAlarm {
  return {
    id: newId(),
    workspaceId: plan.workspaceId,
    createdBy,
    by: { actor: { kind: 'api_key', id: createdBy }, requestId: null },
    createdUs: plan.firstUs - 3_600 * SECOND_US,
    dueUs: Math.round(plan.firstUs + (index * SECOND_US) / plan.perSecond),
    deadlineUs: null,
    maxAttempts: ATTEMPTS,
    name: null,
    externalId: null,
    url: plan.url(index),
    payload: (plan.payload ?? PAYLOAD)(index),
    settings: plan.settings ?? {},
    isFromNow: true,
    onConflict: 'reject',
    end: null,
  };
}
