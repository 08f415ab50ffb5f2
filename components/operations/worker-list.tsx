'use client';

import { formatRelative } from '#/components/alarms/format-alarm.ts';
import { FactList, FactRow } from '#/components/operations/fact-list.tsx';
import type { ServiceFigures } from '#/components/operations/service-figures.ts';
import { StateLabel } from '#/components/ui/state-label.tsx';

/** Workers in order of their start: whether each is alive, its version, and when it was seen. */
export function WorkerList({ data }: { data: ServiceFigures }) {
  const { workers, server_time } = data;
  const now = Date.parse(server_time);
  const alive = workers.filter(({ is_alive }) => is_alive).length;
  return (
    <FactList title="Workers" note={`${alive} of ${workers.length}`}>
      {workers.length === 0 && <FactRow icon="warning" name="None is running" value="alarms wait until one is back" />}
      {workers.map(({ id, version, seen_at, is_alive }, index) => (
        <li key={id} className="flex h-8 items-center gap-3 border-b border-line px-2">
          <span title={id} className="w-9 font-mono text-xs">
            w-{index + 1}
          </span>
          <StateLabel icon={is_alive ? 'delivered' : 'warning'} tone={is_alive ? 'plain' : 'warn'}>
            {is_alive ? 'Healthy' : 'No heartbeat'}
          </StateLabel>
          <span className="ml-auto font-mono text-xs text-text-3 max-md:hidden">{version}</span>
          <span className="w-20 text-right text-text-3">{formatRelative(Date.parse(seen_at), now) ?? 'long ago'}</span>
        </li>
      ))}
    </FactList>
  );
}
