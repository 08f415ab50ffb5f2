'use client';

import { shortDate } from '#/components/alarms/format-alarm.ts';
import { useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { timeOfDay, timeToTheSecond, zoneName } from '#/lib/client/time/format-time.ts';
import { zoneLabel } from '#/lib/client/time/zone-search.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';

type Props = {
  /** Instants, soonest first. */
  runs: readonly string[];
  /** Of the schedule. */
  timeZone: string;
};

/** The next runs in the schedule's zone, and in the reader's if it is another. */
export function NextRuns({ runs, timeZone }: Props) {
  const style = useTimeStyle();
  const isOwn = timeZone === style.timeZone;
  const zones = isOwn ? [timeZone] : [timeZone, style.timeZone];
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">Next runs</caption>
      <thead>
        <tr className="text-xs text-text-3 [&>th]:pr-3 [&>th]:pb-1 [&>th]:font-medium">
          <th scope="col">{zoneLabel(timeZone)}</th>
          {!isOwn && <th scope="col">Your time zone, {zoneLabel(style.timeZone)}</th>}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run}>
            {zones.map((zone, index) => (
              <td key={zone} className={index === 0 ? 'py-0.5 pr-3' : 'py-0.5 pr-3 text-text-3'}>
                <RunTime at={Date.parse(run)} zone={zone} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "Fri 20 Nov, 09:30 CET"; to the second if it is not at a full minute. */
function RunTime({ at, zone }: { at: number; zone: string }) {
  const style = useTimeStyle();
  const now = useServerNow(DAY_MS);
  const reading = { ...style, timeZone: zone };
  const time = at % MINUTE_MS === 0 ? timeOfDay(at, reading) : timeToTheSecond(at, reading);
  return (
    <>
      {shortDate(at, now, zone)},{' '}
      <span className="whitespace-nowrap">
        {time} {zoneName(at, zone)}
      </span>
    </>
  );
}
