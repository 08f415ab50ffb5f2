import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import type { LastKnown } from '#/lib/client/offline/last-known.ts';
import { clockDigits, dayTitle, formatDuration, timeOfDay } from '#/lib/client/time/format-time.ts';

/** The last known timer on this device, in gray, with the time of that. Nothing counts here: it may have changed. */
export function LastKnownTimer({ known }: { known: LastKnown | null }) {
  if (!known?.timer) return <LastKnownNothing known={known} />;
  const { ticketKey, title, status, elapsedMs } = known.timer;
  return (
    <section aria-label="Last known timer" className="text-text-3">
      <h1 className="mt-2 flex flex-wrap items-baseline gap-x-3 text-xl font-semibold">
        {ticketKey && <TicketKey className="text-base text-text-3">{ticketKey}</TicketKey>}
        {title || (!ticketKey && 'Timer without a title')}
      </h1>
      <p className="mt-3 -ml-1 text-[64px]/[64px] tracking-[-0.028em] md:text-[88px]/[88px]">
        <span aria-hidden="true">{clockDigits(elapsedMs).join('')}</span>
        <span className="sr-only">{formatDuration(elapsedMs)}</span>
      </p>
      <p className="mt-3">
        {status === 'running' ? 'Running' : 'Paused'} at <LastResponse known={known} />
      </p>
    </section>
  );
}

function LastKnownNothing({ known }: { known: LastKnown | null }) {
  return (
    <section aria-label="Last known timer" className="text-text-3">
      <h1 className="mt-2 text-xl font-semibold">
        {known ? 'No timer was running' : 'No timer is known on this device'}
      </h1>
      {known && (
        <p className="mt-3">
          At <LastResponse known={known} />
        </p>
      )}
    </section>
  );
}

/** With the day: it is unknown how long the device was away. */
function LastResponse({ known: { at, style } }: { known: LastKnown }) {
  return (
    <>
      <b className="font-medium">{timeOfDay(at, style)}</b> on {dayTitle(dateIn(style.timeZone, at))}, when the server
      last responded.
    </>
  );
}
