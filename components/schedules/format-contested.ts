import { CATCH_UP_LABELS, formatTiming, formatZone } from '#/components/schedules/format-schedule.ts';
import { type DraftField, draftOf } from '#/components/schedules/schedule-draft.ts';
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';

/** The maximum of a body in a notice. */
const MAX_SHOWN = 80;

/** "runs Every day at 08:00, Europe/Berlin; name “report”": these fields as another person has saved them. */
export function formatContested(theirs: ScheduleJson, fields: readonly DraftField[]): string {
  const draft = draftOf(theirs, '');
  const labels: Partial<Record<DraftField, string>> = {
    kind: `runs ${formatTiming(theirs)}, ${formatZone(theirs)}`,
    name: quoted('name', draft.name),
    url: quoted('URL', draft.url),
    method: `method ${draft.method}`,
    payload: quoted('body', draft.payload),
    headers: quoted('headers', draft.headers.replaceAll('\n', ', ')),
    jitter: quoted('jitter', draft.jitter),
    catch_up: quoted('missed runs', CATCH_UP_LABELS[theirs.catch_up]),
    callback_url: quoted('callback URL', draft.callback_url),
  };
  return fields.flatMap((field) => labels[field] ?? []).join('; ');
}

function quoted(name: string, text: string): string {
  if (text === '') return `no ${name}`;
  return `${name} “${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}”`;
}
