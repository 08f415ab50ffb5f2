'use client';

import { type ReactNode, useCallback } from 'react';
import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import { formatElapsed, formatRetryDelays, STATE_ICONS } from '#/components/alarms/format-alarm.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import { DEFAULT_RETRY } from '#/lib/alarms/alarms/alarm.ts';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AttemptJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { abortedEarlyAt, isFinished } from '#/lib/client/alarms/alarm-state.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration, timeToTheSecond } from '#/lib/client/time/format-time.ts';

type AttemptTimelineProps = { alarm: ListedAlarmJson; attempts: AttemptJson[] | null };

/** The history of an alarm: when it was due, each attempt with its response, and what comes next. */
export function AttemptTimeline({ alarm, attempts }: AttemptTimelineProps) {
  const dueAt = Date.parse(alarm.due_at);
  // One that is rescheduled after attempts is due after them.
  const early = attempts?.filter(({ started_at }) => Date.parse(started_at) < dueAt) ?? [];
  const wasDue = abortedEarlyAt(alarm) !== null;
  const due = (
    <Step icon="clock" at={alarm.due_at} look="quiet">
      {wasDue ? 'Was due' : 'Due'}
    </Step>
  );
  const delays = formatRetryDelays(alarm.retry ?? DEFAULT_RETRY);
  return (
    <section aria-label="Attempts" className="border-t border-line px-4 py-4 md:px-6">
      <div className="flex items-center gap-4">
        <h3 className="font-semibold">Attempts</h3>
        {delays && !isFinished(alarm) && <span className="ml-auto truncate text-text-3">{delays}</span>}
      </div>
      <ol className="mt-3">
        {early.map((attempt) => (
          <Attempt key={attempt.attempt} attempt={attempt} />
        ))}
        {!wasDue && due}
        {attempts?.slice(early.length).map((attempt) => (
          <Attempt key={attempt.attempt} attempt={attempt} />
        ))}
        {attempts === null && alarm.attempts > 0 && <AttemptsToCome />}
        <Ending alarm={alarm} />
        {wasDue && due}
      </ol>
    </section>
  );
}

function Attempt({ attempt }: { attempt: AttemptJson }) {
  const isDelivered = attempt.outcome === 'delivered';
  return (
    <Step
      icon={isDelivered ? 'delivered' : 'dead'}
      at={attempt.started_at}
      look={isDelivered ? 'plain' : 'failed'}
      length={formatElapsed(attempt.duration_ms)}
      note={[
        attempt.lateness_ms !== null && `${formatElapsed(attempt.lateness_ms)} late`,
        !isDelivered && attempt.detail,
      ]}
    >
      {formatAttemptResult(attempt)}
    </Step>
  );
}

/** What comes next, or the end without an attempt that shows it. */
function Ending({ alarm }: { alarm: ListedAlarmJson }) {
  const state = alarm.status;
  const nextAt = alarm.next_attempt_at === null ? null : Date.parse(alarm.next_attempt_at);
  const nextAttempt = useCallback(
    (now: number) =>
      nextAt === null || nextAt <= now ? 'Next attempt now' : `Next attempt in ${formatDuration(nextAt - now)}`,
    [nextAt],
  );
  if (state === 'firing') {
    return (
      <Step icon={STATE_ICONS.firing} look="next">
        Being sent
      </Step>
    );
  }
  if (state === 'retrying' && alarm.next_attempt_at) {
    return (
      <Step icon="retry" at={alarm.next_attempt_at} look="next">
        <LiveText text={nextAttempt} phase={nextAt} />
      </Step>
    );
  }
  if (alarm.status === 'dead' && alarm.finished_at) {
    return (
      <Step icon="dead" at={alarm.finished_at} look="quiet">
        {alarm.end_reason === 'deadline_passed' ? 'Dead, its deadline had passed' : 'Dead, no more attempts'}
      </Step>
    );
  }
  if (alarm.status === 'aborted' && alarm.finished_at) {
    return (
      <Step icon="discard" at={alarm.finished_at} look="quiet">
        {alarm.end_reason === 'skipped' ? 'Skipped' : 'Aborted'}
      </Step>
    );
  }
  return null;
}

const CLASSES = {
  quiet: { icon: 'text-text-3', text: 'text-text-3' },
  plain: { icon: 'text-text-2', text: '' },
  failed: { icon: 'text-danger', text: '' },
  next: { icon: 'text-warn', text: 'font-semibold' },
};

type StepProps = {
  icon: IconName;
  at?: string;
  look: keyof typeof CLASSES;
  length?: string;
  note?: (string | false | null)[];
  children: ReactNode;
};

function Step({ icon, at, look, length, note, children }: StepProps) {
  const style = useTimeStyle();
  const notes = note?.filter(Boolean).join('. ');
  return (
    <li
      className={classNames(
        'relative grid gap-2 pb-3 last:pb-0',
        style.hourCycle === 'h12'
          ? 'grid-cols-[20px_80px_minmax(0,1fr)_auto]'
          : 'grid-cols-[20px_60px_minmax(0,1fr)_auto]',
        'not-last:before:absolute not-last:before:top-[19px] not-last:before:bottom-px not-last:before:left-[7.25px] not-last:before:border-l-[1.5px] not-last:before:border-line',
        CLASSES[look].text,
      )}
    >
      <Icon name={icon} className={classNames('mt-0.5', CLASSES[look].icon)} />
      <span>{at && timeToTheSecond(Date.parse(at), style)}</span>
      <span className="min-w-0 break-words">
        {children}
        {notes && <span className="block text-xs text-text-3">{notes}</span>}
      </span>
      <span className="text-right whitespace-nowrap text-text-3">{length}</span>
    </li>
  );
}

function AttemptsToCome() {
  return (
    <li aria-busy="true" className="flex animate-late gap-2 pb-3">
      <span className="sr-only">Loading attempts</span>
      <SkeletonBar className="size-4 rounded-lg" />
      <SkeletonBar className="h-4 w-16" />
      <SkeletonBar className="h-4 w-44" />
    </li>
  );
}
