'use client';

import { useMemo, useRef, useState } from 'react';
import { useNames } from '#/components/corrections/use-names.ts';
import { formatEntryError } from '#/components/entries/format-entry.ts';
import { useWeekState } from '#/components/timesheet/use-week-state.ts';
import { Button } from '#/components/ui/button.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { useLive, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { changeSince, formatMoment } from '#/lib/client/weeks/format-week.ts';
import { WeekMutations } from '#/lib/client/weeks/week-mutations.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

/** Whether a week is submitted or approved, and its member's actions. Empty until it is loaded. */
export function WeekState({ startsOn }: { startsOn: string }) {
  const week = useWeekState(startsOn);
  const today = useToday();
  // A week that has not begun can't be submitted.
  if (week === undefined || startsOn > today) return null;
  return <KnownState startsOn={startsOn} week={week} />;
}

function KnownState({ startsOn, week }: { startsOn: string; week: WeekJson | null }) {
  const { http, client, toasts } = useLive();
  const style = useTimeStyle();
  const mutations = useMemo(() => new WeekMutations(client, http), [client, http]);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLElement>(null);
  // Each button is removed when pressed.
  useRestoredFocus(box, 'li');
  const changeState = async (verb: 'submit' | 'withdraw') => {
    setBusy(true);
    try {
      await mutations[verb](startsOn);
    } catch (error) {
      toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: formatEntryError(error, style) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="State of this week"
      className="mt-6 flex flex-wrap items-center gap-3 border-t border-line pt-4 outline-none"
    >
      <div className="min-w-0 grow" role="status">
        {week && <StateText week={week} />}
        {week && <Since week={week} />}
        {(!week || week.status === 'open') && (
          <p className="text-text-2">
            Is this week complete? Once submitted, it can’t be changed unless you withdraw it.
          </p>
        )}
      </div>
      {week?.status === 'submitted' && (
        <Button
          className="max-md:h-10"
          busy={isBusy}
          busyLabel="Withdrawing…"
          onClick={() => void changeState('withdraw')}
        >
          Withdraw
        </Button>
      )}
      {week?.status !== 'submitted' && week?.status !== 'approved' && (
        <Button
          className="max-md:h-10"
          busy={isBusy}
          busyLabel="Submitting…"
          onClick={() => void changeState('submit')}
        >
          {week?.status === 'returned' ? 'Submit again' : 'Submit week'}
        </Button>
      )}
    </section>
  );
}

function StateText({ week }: { week: WeekJson }) {
  const style = useTimeStyle();
  const today = useToday();
  const at = (instant: string | null) => (instant ? formatMoment(instant, style, today) : '');
  switch (week.status) {
    case 'open':
      return null;
    case 'submitted':
      return (
        <StateLabel icon="check" note={`${at(week.submitted_at)}, waiting for approval.`}>
          Submitted
        </StateLabel>
      );
    case 'approved':
      return (
        <StateLabel icon="check" note={`${at(week.decided_at)}. An admin can return it if something needs to change.`}>
          Approved by <DeciderName userId={week.decided_by} />
        </StateLabel>
      );
    case 'returned':
      return (
        <>
          <StateLabel icon="warning" tone="warn" note={`${at(week.decided_at)}:`}>
            Returned by <DeciderName userId={week.decided_by} />
          </StateLabel>
          <p className="mt-1 pl-5 break-words">{week.comment}</p>
        </>
      );
  }
}

function DeciderName({ userId }: { userId: string | null }) {
  const nameOf = useNames();
  return nameOf(userId);
}

/** The change of its sum since it was submitted, or approved. */
function Since({ week }: { week: WeekJson }) {
  const since = changeSince(week);
  if (!since) return null;
  return <p className="mt-1 pl-5 text-text-2">Changed since: {since}.</p>;
}
