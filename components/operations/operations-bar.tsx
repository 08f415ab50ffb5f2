'use client';

import { useQuery } from '@tanstack/react-query';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { deadCount, formatHosts } from '#/components/operations/format-operations.ts';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import type { OperationsJson, ServiceJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { useMe, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { latestDeadQuery } from '#/lib/client/operations/operations-queries.ts';
import { counted, formatWhen } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';

type NoticeProps = { data: OperationsJson; onShowDead: () => void };

/** One bar at most: that nothing fires, a problem of the service, else dead alarms. */
export function OperationsBar({ data, onShowDead }: NoticeProps) {
  if (data.on_hold_since) return <HoldNotice since={Date.parse(data.on_hold_since)} />;
  // An alert that has been quiet for a while is only listed below until it closes.
  const alerts = data.service?.alerts ?? [];
  const open = alerts.filter(({ closed_at, quiet_since }) => closed_at === null && quiet_since === null);
  // For dead letters, the workspace's own are more useful, and can be redriven.
  const worst = open.find(({ rule }) => rule !== 'dead_letters');
  const alert = worst ?? (data.workspace.dead > 0 ? undefined : open[0]);
  if (alert) return <AlertNotice alert={alert} others={open.length - 1} now={Date.parse(data.server_time)} />;
  return data.workspace.dead > 0 ? <DeadNotice count={data.workspace.dead} onShow={onShowDead} /> : null;
}

function HoldNotice({ since }: { since: number }) {
  const style = useTimeStyle();
  const today = useToday();
  return (
    <Notice tone="warn" className="mb-4">
      <b className="font-medium">The engine is on hold.</b>{' '}
      <span className="text-text-2">
        No alarm fires and nothing is sent until whoever runs the service releases it. Timers can be tracked and alarms
        created as usual. Since {formatWhen(since, style, today)}.
      </span>
    </Notice>
  );
}

type Alert = ServiceJson['alerts'][number];

function AlertNotice({ alert, others, now }: { alert: Alert; others: number; now: number }) {
  const style = useTimeStyle();
  const today = useToday();
  const { user } = useMe();
  const notification = formatNotification(
    { kind: 'alert', data: alertNow(alert, now) },
    { timeZone: user.time_zone, hourCycle: user.hour_cycle },
  );
  return (
    <Notice tone={alert.rule === 'no_worker' ? 'danger' : 'warn'} className="mb-4">
      <b className="font-medium">{notification.title}.</b>{' '}
      <span className="text-text-2">
        {notification.body} Since {formatWhen(Date.parse(alert.opened_at), style, today)}.
        {others > 0 && ` ${counted(others, 'more alert')} below.`}
      </span>
    </Notice>
  );
}

/** Durations in an alert have grown since it was opened. */
function alertNow(alert: Alert, now: number): Alert {
  const { seconds } = alert.facts;
  if (typeof seconds !== 'number') return alert;
  const sinceOpened = Math.round((now - Date.parse(alert.opened_at)) / SECOND_MS);
  return { ...alert, facts: { ...alert.facts, seconds: seconds + Math.max(0, sinceOpened) } };
}

type DeadNoticeProps = { count: number; onShow: () => void };

function DeadNotice({ count, onShow }: DeadNoticeProps) {
  const source = useAlarmSource();
  const { data } = useQuery(latestDeadQuery(source.get));
  const isAll = data && data.next_cursor === null;
  const show = (
    <Button variant="soft" size="sm" keyLabel="D" onClick={onShow} className="max-md:hidden">
      Show dead letters
    </Button>
  );
  return (
    <Notice tone="warn" action={show} className="mb-4">
      <b className="font-medium">
        {deadCount(count)} {count === 1 ? 'alarm is' : 'alarms are'} dead.
      </b>{' '}
      <span className="text-text-2">{isAll && formatHosts(data.alarms)}</span>
    </Notice>
  );
}
