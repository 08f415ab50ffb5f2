'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { counted } from '#/lib/client/time/format-time.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';

type Props = { id: string; resendFailed: EndpointActions['resendFailed']; onClose: (isDone: boolean) => void };
type Found = { state: 'loading' } | { state: 'unknown'; message: string } | { state: 'known'; count: number };

const TIME_RANGES = [
  [String(HOUR_MS), 'the last hour'],
  [String(DAY_MS), 'the last 24 hours'],
  [String(7 * DAY_MS), 'the last 7 days'],
  [String(30 * DAY_MS), 'the last 30 days'],
] as const;

/** Counts first, then asks once, since sending cannot be undone. */
export function ResendFailed({ id, resendFailed, onClose }: Props) {
  const { clock, toasts } = useLive();
  const [since, setSince] = useState(() => sinceNow(clock.now(), DAY_MS));
  const [stretch, setStretch] = useState(String(DAY_MS));
  const { found, countAgain } = useCount(id, since, resendFailed);
  const [isBusy, setBusy] = useState(false);
  const count = found.state === 'known' ? found.count : null;
  const choose = (length: string) => {
    setStretch(length);
    setSince(sinceNow(clock.now(), Number(length)));
  };
  const confirm = async () => {
    setBusy(true);
    const outcome = await resendFailed(id, since, false).catch(() => UNREACHABLE);
    if (outcome.ok) {
      const { count: sent, more } = outcome.value;
      const text = more ? 'resent; there are more.' : 'resent.';
      toasts.show({ icon: 'check', lead: counted(sent, 'event'), text });
    } else toasts.show({ icon: 'warning', lead: 'Not sent.', text: outcome.message ?? 'Try again.' });
    onClose(true);
  };
  return (
    <Modal role="alertdialog" title="Resend failed deliveries?" onClose={() => onClose(false)}>
      <div className="grid gap-4">
        <SelectField label="Events from" value={stretch} onChange={(event) => choose(event.target.value)}>
          {TIME_RANGES.map(([length, label]) => (
            <option key={length} value={length}>
              {label}
            </option>
          ))}
        </SelectField>
        <p aria-live="polite" className="text-text-2">
          {found.state === 'loading' && 'Counting…'}
          {found.state === 'unknown' && found.message}
          {count === 0 && 'No failed deliveries.'}
          {count !== null && count > 0 && (
            <>
              <b className="font-semibold text-text">{counted(count, 'event')}</b> will be sent again now with the same
              IDs, so the receiver can recognize repeats.
            </>
          )}
        </p>
        <div className="flex justify-end gap-2">
          <Button data-autofocus onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            data-confirm
            variant="ink"
            disabled={!count && found.state !== 'unknown'}
            busy={isBusy}
            busyLabel="Resending…"
            onClick={found.state === 'unknown' ? countAgain : () => void confirm()}
          >
            {found.state === 'unknown' ? 'Try again' : count ? `Resend ${count}` : 'Resend'}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function sinceNow(now: number, lengthMs: number): string {
  return new Date(now - lengthMs).toISOString();
}

/** A dry run, repeated on request. */
function useCount(id: string, since: string, resendFailed: Props['resendFailed']) {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['failed-deliveries', id, since],
    queryFn: () => resendFailed(id, since, true).catch(() => UNREACHABLE),
    gcTime: 0,
  });
  return { found: foundIn(isFetching ? undefined : data), countAgain: () => void refetch() };
}

function foundIn(outcome: Awaited<ReturnType<Props['resendFailed']>> | undefined): Found {
  if (!outcome) return { state: 'loading' };
  if (outcome.ok) return { state: 'known', count: outcome.value.count };
  return { state: 'unknown', message: outcome.message ?? 'Couldn’t count them. Try again.' };
}
