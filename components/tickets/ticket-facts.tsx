import type { ReactNode } from 'react';
import { EstimateBar } from '#/components/tickets/estimate-bar.tsx';
import { estimateShare } from '#/components/tickets/format-ticket.ts';
import { LiveTicketTime } from '#/components/tickets/grown-text.tsx';
import { Avatar } from '#/components/tickets/people.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { WorkedTimeJson } from '#/lib/tracking/worked-time/worked-time-schemas.ts';

type Props = { ticket: TicketJson; time: WorkedTimeJson; respondedAt: number };

/** Its time, its estimate, and by whom. */
export function TicketFacts({ ticket, time, respondedAt }: Props) {
  const { estimate_seconds: estimate } = ticket;
  return (
    <section aria-label="Time" className="grid gap-6 border-t border-line py-4 md:grid-cols-2">
      <div>
        <dl className="grid grid-cols-3 gap-4">
          <Figure name={time.of === 'you' ? 'Your time' : 'Total'}>
            <LiveTicketTime ms={time.tracked_ms} running={time.running} respondedAt={respondedAt} />
          </Figure>
          <Figure name="This week">
            <LiveTicketTime ms={time.week_ms} running={time.running} respondedAt={respondedAt} />
          </Figure>
          <Figure name="Estimate">{estimate ? formatDuration(estimate * SECOND_MS) : '–'}</Figure>
        </dl>
        {estimate && (
          <div className="mt-3 flex items-center gap-3">
            <EstimateBar trackedMs={time.tracked_ms} estimateSeconds={estimate} className="grow" />
            <span aria-hidden="true" className="text-text-2">
              {estimateShare(time.tracked_ms, estimate).text}
            </span>
          </div>
        )}
      </div>
      {time.people.length > 0 && (
        <ul aria-label="Who worked on it">
          {time.people.map((person) => (
            <li key={person.user_id} className="flex h-8 items-center gap-2 border-b border-line last:border-b-0">
              <Avatar name={person.name} />
              <span className="truncate">{person.name}</span>
              <LiveTicketTime
                ms={person.tracked_ms}
                running={person.running}
                respondedAt={respondedAt}
                className={person.running > 0 ? 'ml-auto font-semibold text-accent' : 'ml-auto'}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-text-3">{name}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}
