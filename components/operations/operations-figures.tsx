import { formatElapsed, formatRelative } from '#/components/alarms/format-alarm.ts';
import {
  deadCount,
  figure,
  formatFired,
  formatOwnCount,
  isKnown,
  LAST_WINDOW_LABELS,
  NONE,
} from '#/components/operations/format-operations.ts';
import { troubledWebhooks } from '#/components/operations/format-trouble.ts';
import type { ServiceFigures } from '#/components/operations/service-figures.ts';
import { Figure } from '#/components/ui/figure.tsx';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { formatLateness } from '#/lib/core/format-lateness.ts';

/** Six figures of the whole service: due alarms and their results, waiting ones, and lateness. */
export function ServiceOverview({ data }: { data: ServiceFigures }) {
  const { totals, workspace, now, lateness, window } = data;
  const isLate = lateness.objective_ms > 0 && (lateness.p99_ms ?? 0) > lateness.objective_ms;
  const isKnownWindow = isKnown(data);
  const died = now.died > 0 ? `${figure(now.died)} new` : 'none new';
  return (
    <dl className="grid grid-cols-2 border-y border-line md:grid-cols-3 xl:grid-cols-6">
      <Figure name="Due" value={isKnownWindow ? figure(totals.due) : NONE} note={LAST_WINDOW_LABELS[window]} />
      <Figure name="Fired" value={isKnownWindow ? figure(totals.fired) : NONE} note={formatFired(data)} />
      <Figure
        name="Retrying"
        value={figure(now.retrying)}
        note={formatOwnCount(now.retrying, workspace.retrying) ?? formatNextAttempt(data)}
      />
      <Figure
        name="Dead"
        value={deadCount(now.dead)}
        note={[died, formatOwnCount(now.dead, workspace.dead)].filter(Boolean).join(', ')}
        tone={now.dead > 0 ? 'danger' : undefined}
      />
      <Figure
        name="Queue"
        value={figure(now.overdue)}
        note={now.overdue > 0 ? `oldest ${formatElapsed(now.oldest_overdue_ms)}` : 'nothing overdue'}
      />
      <Figure
        name="Lateness p99"
        value={lateness.p99_ms === null ? NONE : formatLateness(lateness.p99_ms)}
        note={lateness.objective_ms > 0 ? `target under ${formatLateness(lateness.objective_ms)}` : 'no target is set'}
        tone={isLate ? 'warn' : undefined}
      />
    </dl>
  );
}

/** What concerns the reader's own workspace. */
export function WorkspaceOverview({ data }: { data: OperationsJson }) {
  const { workspace, window } = data;
  const troubled = troubledWebhooks(workspace).length;
  return (
    <dl className="grid grid-cols-2 border-y border-line md:grid-cols-3">
      <Figure name="Retrying" value={figure(workspace.retrying)} note={formatNextAttempt(data)} />
      <Figure
        name="Dead"
        value={deadCount(workspace.dead)}
        note={workspace.died > 0 ? `${figure(workspace.died)} new in the ${LAST_WINDOW_LABELS[window]}` : 'none new'}
        tone={workspace.dead > 0 ? 'danger' : undefined}
      />
      <Figure
        name="Failing webhooks"
        value={figure(troubled)}
        note={troubled > 0 ? 'listed below' : 'all healthy'}
        tone={troubled > 0 ? 'warn' : undefined}
      />
    </dl>
  );
}

/** `next attempt in 38 s`. */
function formatNextAttempt({ workspace, server_time }: Pick<OperationsJson, 'workspace' | 'server_time'>): string {
  if (!workspace.next_attempt_at) return 'none scheduled';
  const [nextAt, now] = [Date.parse(workspace.next_attempt_at), Date.parse(server_time)];
  if (nextAt <= now) return 'next attempt due now';
  const text = formatRelative(nextAt, now);
  return text ? `next attempt ${text}` : 'next attempt in over a day';
}
