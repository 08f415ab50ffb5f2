import type { ReactNode } from 'react';
import { formatElapsed, formatRelative } from '#/components/alarms/format-alarm.ts';
import {
  deadCount,
  figure,
  formatFired,
  isKnown,
  LAST_WINDOW_LABELS,
  NONE,
  ofThemYours,
} from '#/components/operations/format-operations.ts';
import { troubledWebhooks } from '#/components/operations/format-trouble.ts';
import type { ServiceFigures } from '#/components/operations/service-figures.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { formatLateness } from '#/lib/core/format-lateness.ts';

/** Six figures of the whole service: what was due and what became of it, what waits, and how late it was. */
export function ServiceOverview({ data }: { data: ServiceFigures }) {
  const { totals, workspace, now, lateness, window } = data;
  const isLate = lateness.objective_ms > 0 && (lateness.p99_ms ?? 0) > lateness.objective_ms;
  const isKnownWindow = isKnown(data);
  // Workers tell of theirs by the minute; the workspace's own are counted now.
  const count = Math.max(totals.dead, workspace.died);
  const died = count > 0 ? `${figure(count)} new` : 'none new';
  return (
    <dl className="grid grid-cols-2 border-y border-line md:grid-cols-3 xl:grid-cols-6">
      <Figure name="Due" value={isKnownWindow ? figure(totals.due) : NONE} note={LAST_WINDOW_LABELS[window]} />
      <Figure name="Fired" value={isKnownWindow ? figure(totals.fired) : NONE} note={formatFired(data)} />
      <Figure
        name="Retrying"
        value={figure(now.retrying)}
        note={ofThemYours(now.retrying, workspace.retrying) ?? formatNextAttempt(data)}
      />
      <Figure
        name="Dead"
        value={deadCount(now.dead)}
        note={[died, ofThemYours(now.dead, workspace.dead)].filter(Boolean).join(', ')}
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
  const words = formatRelative(nextAt, now);
  return words ? `next attempt ${words}` : 'next attempt in days';
}

const TONES = {
  danger: { icon: 'dead', ink: 'text-danger' },
  warn: { icon: 'warning', ink: 'text-warn' },
} as const;

type FigureProps = { name: string; value: string; note: ReactNode; tone?: keyof typeof TONES | undefined };

function Figure({ name, value, note, tone }: FigureProps) {
  const look = tone && TONES[tone];
  return (
    <div className="border-line py-3 pr-4 max-md:[&:nth-child(n+3)]:border-t max-md:[&:nth-child(even)]:border-l max-md:[&:nth-child(even)]:pl-4 md:max-xl:[&:nth-child(n+4)]:border-t md:max-xl:[&:not(:nth-child(3n+1))]:border-l md:max-xl:[&:not(:nth-child(3n+1))]:pl-6 xl:not-first:border-l xl:not-first:pl-6 max-md:[&:nth-child(3):last-child]:col-span-2">
      <dt className="flex items-center gap-1 text-xs text-text-3">
        {look && <Icon name={look.icon} className={classNames('size-3.5', look.ink)} />}
        {name}
      </dt>
      <dd className={classNames('text-2xl font-medium', look?.ink)}>{value}</dd>
      <dd className="text-xs text-text-3">{note}</dd>
    </div>
  );
}
