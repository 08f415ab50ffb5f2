'use client';

import { useQuery } from '@tanstack/react-query';
import { NextRuns } from '#/components/schedules/next-runs.tsx';
import { type DraftErrors, errorsOf, type ScheduleDraft, timingOf } from '#/components/schedules/schedule-draft.ts';
import { TimeZoneField } from '#/components/settings/time-zone-field.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useDebounced } from '#/components/ui/use-debounced.ts';
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useLive, useServerNow } from '#/lib/client/live/use-live.tsx';
import { formatCron, formatRepeat } from '#/lib/client/schedules/format-cron.ts';
import { previewQuery } from '#/lib/client/schedules/schedule-queries.ts';
import { formatClockChange } from '#/lib/client/time/format-clock-change.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

type Props = {
  draft: ScheduleDraft;
  errors: DraftErrors;
  /** The one being edited; null for a new one. */
  schedule: ScheduleJson | null;
  zones: string[];
  onChange: (part: Partial<ScheduleDraft>) => void;
};

const KINDS = [
  ['cron', 'Cron expression'],
  ['repeat', 'Interval'],
] as const;
/** Not every typed letter sends a request. */
const PAUSE_MS = 300;

/** When it runs. Below is the result: words, the next five runs, and the effect of a clock change. */
export function TimingFields({ draft, errors, schedule, zones, onChange }: Props) {
  const preview = usePreview(draft, schedule);
  const wrong = { ...preview.errors, ...errors };
  const text = draft.kind === 'cron' ? formatCron(draft.cron) : formatRepeat(draft.repeat);
  return (
    <div className="grid gap-3">
      <Segmented label="When it runs" options={KINDS} value={draft.kind} onChange={(kind) => onChange({ kind })} />
      {draft.kind === 'cron' ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Cron expression"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            placeholder="30 9 * * MON-FRI"
            hint={text ?? 'Minute, hour, day, month, weekday'}
            value={draft.cron}
            error={wrong.cron ?? null}
            onChange={(event) => onChange({ cron: event.target.value })}
          />
          <TimeZoneField
            zones={zones}
            value={draft.time_zone}
            error={wrong.time_zone}
            onChange={(time_zone) => onChange({ time_zone })}
          />
        </div>
      ) : (
        <TextField
          label="Interval"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          placeholder="R/2026-01-01T00:00:00Z/PT1H"
          hint={text ?? 'ISO 8601: R and number of runs (empty for no end), first run, period'}
          value={draft.repeat}
          error={wrong.repeat ?? null}
          onChange={(event) => onChange({ repeat: event.target.value })}
        />
      )}
      <div
        aria-live="polite"
        aria-busy={preview.isBusy}
        className="min-h-[152px] rounded-md bg-sunken px-3 py-2 gray-while-busy"
      >
        {preview.runs ? (
          <>
            <NextRuns runs={preview.runs} timeZone={draft.kind === 'cron' ? draft.time_zone : 'UTC'} />
            <p className="mt-2 text-xs text-text-3">
              <ClockChangeText draft={draft} />
            </p>
          </>
        ) : (
          <p className="text-text-3">{preview.text}</p>
        )}
      </div>
    </div>
  );
}

function ClockChangeText({ draft }: { draft: ScheduleDraft }) {
  const now = useServerNow(DAY_MS);
  if (draft.kind === 'repeat') return 'Intervals count real time: clock changes don’t shift them.';
  return formatClockChange(draft.cron, draft.time_zone, now);
}

/** The next runs of the typed timing, a moment after typing has stopped, or its error. */
function usePreview(draft: ScheduleDraft, schedule: ScheduleJson | null) {
  const { http } = useLive();
  const typed = timingOf(draft, schedule);
  const timing = useDebounced(typed, PAUSE_MS);
  const { data, error, isFetching } = useQuery(previewQuery(http, timing));
  const isTyped = Object.keys(typed).length > 0;
  const isSettled = JSON.stringify(typed) === JSON.stringify(timing);
  const errors = isSettled && error instanceof ApiProblem ? errorsOf(error.fields, draft) : {};
  return {
    runs: isTyped && data && !error ? data : null,
    errors: isTyped ? errors : {},
    isBusy: isFetching || !isSettled,
    text: previewText(isTyped, error),
  };
}

function previewText(isTyped: boolean, error: Error | null): string {
  if (!isTyped) return 'The next five runs are shown here.';
  if (error instanceof ApiProblem) return 'No runs to show: see the field above.';
  return error ? 'Can’t show the next runs. The server isn’t responding.' : '';
}
