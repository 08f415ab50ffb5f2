import { DEFAULT_RETRY } from '#/lib/alarms/alarms/alarm.ts';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { planAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';

const NOW_MS = Date.parse('2026-03-10T09:00:00.123Z');
export const NOW = NOW_MS * MS_US;
export const TEN_YEARS_MS = 10 * 366 * DAY_MS;
const by = { actor: { kind: 'api_key', id: 'k' }, requestId: null };
export const owner = { id: '0190f5fe-7c00-7a00-8000-000000000001', workspaceId: 'w', createdBy: 'k', by };
const planning = { nowUs: NOW, allowed: parseAllowList('127.0.0.1'), retry: DEFAULT_RETRY };

export const hook = { url: 'https://example.com/hook' };
export const soon = { delay_ms: 60_000 };
export const plan = (body: object, id = owner.id) =>
  planAlarm(createAlarmInput.parse(body), { ...owner, id }, planning);
export const inMs = (body: object) => (plan({ ...hook, ...body }).dueUs - NOW) / MS_US;
export const iso = (ms: number) => new Date(NOW_MS + ms).toISOString();

const pointerTo = (path: PropertyKey[]) => `/${path.map(String).join('/')}`;

/** Code and pointers of the error, by the schema or by the plan. */
export function rejection(body: object): { code: string; pointers: string[] } | null {
  const parsed = createAlarmInput.safeParse(body);
  if (!parsed.success) {
    const pointers = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => pointerTo([...issue.path, key]))
        : [pointerTo(issue.path)],
    );
    return { code: 'input_invalid', pointers };
  }
  try {
    planAlarm(parsed.data, owner, planning);
  } catch (error) {
    if (isAppError(error)) return { code: error.code, pointers: error.fields.map(({ pointer }) => pointer) };
    throw error;
  }
  return null;
}
