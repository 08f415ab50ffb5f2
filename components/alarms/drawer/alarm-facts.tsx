'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { calledUrl } from '#/components/alarms/form/alarm-request.ts';
import { formatDayTime, formatExact } from '#/components/alarms/format-alarm.ts';
import { BrokerTarget } from '#/components/brokers/broker-target.tsx';
import { FORMAT_LABELS } from '#/components/endpoints/webhook-formats.ts';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';

const MISFIRE_LABELS = { fire: 'fires anyway', skip: 'then skipped', dead_letter: 'then a dead letter' };

type AlarmFactsProps = {
  alarm: ListedAlarmJson;
  /** Names of the keys that the person knows, by id. */
  keyNames: Readonly<Record<string, string>>;
};

/** The alarm's settings, and who created it. */
export function AlarmFacts({ alarm, keyNames }: AlarmFactsProps) {
  const { user } = useMe();
  const style = useTimeStyle();
  const exact = (at: string) => formatExact(Date.parse(at), style);
  const isEvent = alarm.output_mode === 'event';
  return (
    <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-1 md:grid-cols-[104px_minmax(0,1fr)] border-t border-line px-4 py-4 md:px-6">
      <Fact name="Due">{exact(alarm.due_at)}</Fact>
      {alarm.deadline && (
        <Fact name="Deadline">
          {exact(alarm.deadline)}, {MISFIRE_LABELS[alarm.misfire ?? 'dead_letter']}
        </Fact>
      )}
      {alarm.jitter_ms > 0 && <Fact name="Jitter">Up to {formatDuration(alarm.jitter_ms)}</Fact>}
      {alarm.sent_at && <Fact name="Sent">{exact(alarm.sent_at)}</Fact>}
      {alarm.broker_id === null ? (
        <Fact name={isEvent ? 'Publishes' : 'Webhook'}>
          <code className="font-mono text-xs">{isEvent ? 'alarm.fired' : `${alarm.method} ${calledUrl(alarm)}`}</code>
        </Fact>
      ) : (
        <Fact name="Broker">
          <BrokerTarget brokerId={alarm.broker_id} target={alarm.target} />
        </Fact>
      )}
      {alarm.format !== 'raw' && <Fact name="Format">{FORMAT_LABELS[alarm.format]}</Fact>}
      {alarm.callback_url && (
        <Fact name="Callback">
          <code className="font-mono text-xs">{alarm.callback_url}</code>
        </Fact>
      )}
      {alarm.callback_of && (
        <Fact name="Reports">
          <Link href={`/alarms/${alarm.callback_of}`} className="underline pointer-coarse:py-3">
            The result of another alarm
          </Link>
        </Fact>
      )}
      <Fact name="Created">
        <span title={exact(alarm.created_at)}>{formatDayTime(Date.parse(alarm.created_at), style)}</span>
        <Maker id={alarm.created_by} userId={user.id} keyNames={keyNames} />
      </Fact>
      {alarm.applicant_service && <Fact name="Service">{alarm.applicant_service}</Fact>}
      {alarm.external_id && (
        <Fact name="External ID">
          <code className="font-mono text-xs">{alarm.external_id}</code>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

type MakerProps = { id: string; userId: string; keyNames: AlarmFactsProps['keyNames'] };

/** Shows no keys and people whose names the reader does not know. */
function Maker({ id, userId, keyNames }: MakerProps) {
  if (id === userId) return ' by you';
  const key = keyNames[id];
  if (!key) return null;
  return (
    <>
      {' by key '}
      <code className="font-mono text-xs">{key}</code>
    </>
  );
}
