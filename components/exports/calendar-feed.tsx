'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SecretOnce } from '#/components/ui/secret-once.tsx';
import type { CalendarFeedJson, NewCalendarFeedJson } from '#/lib/analytics/calendar-feeds/calendar-feed-schemas.ts';
import { CALENDAR_FEED_KEY, calendarFeedQuery } from '#/lib/client/exports/export-queries.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';

type OpenDialog = 'replace' | 'revoke' | null;

/** The secret URL by which a calendar reads the user's time: created, replaced and revoked here. */
export function CalendarFeed() {
  const { http } = useLive();
  const client = useQueryClient();
  const { data } = useQuery(calendarFeedQuery(useFetchApi()));
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [url, setUrl] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: CALENDAR_FEED_KEY });
  const replace = useMutation({
    mutationFn: () => http.send<NewCalendarFeedJson>('/me/calendar-feed', { method: 'POST', body: {} }),
    onSuccess: (created) => {
      setDialog(null);
      setUrl(created.url);
    },
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: () => http.send<CalendarFeedJson>('/me/calendar-feed', { method: 'DELETE' }),
    onSuccess: () => setDialog(null),
    onSettled: refresh,
  });
  return (
    <section aria-labelledby="calendar-address" className="grid gap-3">
      <h3 id="calendar-address" className="font-medium">
        Calendar address
      </h3>
      <FeedStatus data={data} />
      {data && (
        <div className="flex gap-2">
          <Button
            size="sm"
            busy={replace.isPending}
            busyLabel="Creating…"
            onClick={() => (data.feed ? setDialog('replace') : replace.mutate())}
          >
            {data.feed ? 'Replace address' : 'Create address'}
          </Button>
          {data.feed && (
            <Button size="sm" variant="danger" onClick={() => setDialog('revoke')}>
              Revoke
            </Button>
          )}
        </div>
      )}
      {(replace.error || revoke.error) && <FormProblem text="Couldn’t do that. Try again." />}
      {dialog && (
        <ConfirmEnd dialog={dialog} act={dialog === 'replace' ? replace : revoke} onClose={() => setDialog(null)} />
      )}
      {url && (
        <Modal title="Your calendar address" onClose={() => setUrl(null)}>
          <SecretOnce
            secret={url}
            about="Add it to your calendar as a subscription. You won’t see it again, and whoever has it can read your time."
            onDone={() => setUrl(null)}
          />
        </Modal>
      )}
    </section>
  );
}

function FeedStatus({ data }: { data: CalendarFeedJson | undefined }) {
  const style = useTimeStyle();
  if (!data?.feed) {
    return <p className="text-text-3">Subscribe to your time from any calendar, using a secret address.</p>;
  }
  const { created_at, last_read_at } = data.feed;
  return (
    <p className="text-text-2">
      Created {formatInstant(new Date(created_at), style)}.{' '}
      {last_read_at ? `Last read ${formatInstant(new Date(last_read_at), style)}.` : 'No calendar has read it yet.'}
    </p>
  );
}

type ConfirmProps = {
  dialog: 'replace' | 'revoke';
  act: { mutate: () => void; isPending: boolean };
  onClose: () => void;
};

/** Asks, since calendars that use the URL stop at once. */
function ConfirmEnd({ dialog, act, onClose }: ConfirmProps) {
  const isReplaced = dialog === 'replace';
  return (
    <Modal title={isReplaced ? 'Replace the address?' : 'Revoke the address?'} role="alertdialog" onClose={onClose}>
      <p className="mb-4 text-text-2">Calendars that use it will stop updating. This can’t be undone.</p>
      <div className="flex justify-end gap-2">
        <Button data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" busy={act.isPending} data-confirm onClick={() => act.mutate()}>
          {isReplaced ? 'Replace address' : 'Revoke address'}
        </Button>
      </div>
    </Modal>
  );
}
