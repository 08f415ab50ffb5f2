'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { formatAgo } from '#/components/settings/format-when.ts';
import { SettingsSection } from '#/components/settings/settings-section.tsx';
import { NewTicketSource } from '#/components/ticket-sources/new-ticket-source.tsx';
import type { TicketSourceActions } from '#/components/ticket-sources/ticket-source-actions.ts';
import { TicketSourceForm } from '#/components/ticket-sources/ticket-source-form.tsx';
import { WorklogsDialog } from '#/components/ticket-sources/worklogs-dialog.tsx';
import { Button } from '#/components/ui/button.tsx';
import { ConfirmDialog } from '#/components/ui/dialog/confirm-dialog.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive, useMay, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { TICKET_SOURCES_KEY, ticketSourcesQuery } from '#/lib/client/tickets/ticket-source-queries.ts';
import { counted } from '#/lib/client/time/format-time.ts';
import { PROVIDER_NAMES } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import type { TicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';

type Props = { actions: TicketSourceActions };
type OpenDialog = { source: TicketSourceJson; what: 'edit' | 'worklogs' | 'delete' };

/** Issue trackers whose webhooks keep tickets current. */
export function TicketSources({ actions }: Props) {
  const mayManage = useMay('workspace:manage');
  const client = useQueryClient();
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: TICKET_SOURCES_KEY }), [client]);
  return (
    <SettingsSection
      id="ticket-sources"
      title="Issue trackers"
      about="GitHub, GitLab, Jira, or Linear keeps the titles, estimates, and states of tickets up to date."
      action={mayManage && <NewTicketSource action={actions.create} onConnected={refresh} />}
    >
      {mayManage ? (
        <SourceList actions={actions} onChanged={refresh} />
      ) : (
        <p className="text-text-3">Only admins can connect issue trackers.</p>
      )}
    </SettingsSection>
  );
}

function SourceList({ actions, onChanged }: Props & { onChanged: () => void }) {
  const { http } = useLive();
  const { data, isPending, isError, error } = useQuery(ticketSourcesQuery(http));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-source]');
  const close = () => {
    setDialog(null);
    // Also after an error: it may have been rejected because another person had changed it.
    onChanged();
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {data?.ticket_sources.length === 0 && (
        <p className="text-text-3">None yet. Connect one to keep tickets up to date with their issues.</p>
      )}
      {data && data.ticket_sources.length > 0 && (
        <ul>
          {data.ticket_sources.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              now={new Date(data.server_time)}
              onAsk={(what) => setDialog({ source, what })}
            />
          ))}
        </ul>
      )}
      {isPending && <SkeletonBar className="h-4 w-64 animate-late" />}
      {!data && isError && <ListError noun="issue trackers" error={error} size="part" />}
      {dialog?.what === 'edit' && (
        <Modal title={`Edit ${dialog.source.name}`} size="lg" onClose={close}>
          <TicketSourceForm source={dialog.source} action={actions.edit} onDone={close} />
        </Modal>
      )}
      {dialog?.what === 'worklogs' && (
        <WorklogsDialog source={dialog.source} action={actions.setWorklogs} onClose={close} />
      )}
      {dialog?.what === 'delete' && <DisconnectSource source={dialog.source} remove={actions.remove} onClose={close} />}
    </div>
  );
}

type RowProps = { source: TicketSourceJson; now: Date; onAsk: (what: OpenDialog['what']) => void };

function SourceRow({ source, now, onAsk }: RowProps) {
  const style = useTimeStyle();
  const { id, name, provider, tickets, last_received_at: received, project } = source;
  const facts = [
    PROVIDER_NAMES[provider],
    counted(tickets, 'ticket'),
    project?.name,
    received ? `last received ${formatAgo(new Date(received), now, style)}` : 'nothing received yet',
  ].filter(Boolean);
  return (
    <li data-source={id} className="flex items-start gap-3 border-b border-line py-2 first:border-t max-md:flex-wrap">
      <div className="min-w-0 grow max-md:w-full">
        <p className="truncate font-medium">{name}</p>
        <p className="text-xs text-text-3">{facts.join(' · ')}</p>
        <Rejected source={source} now={now} />
      </div>
      {(provider === 'gitlab' || provider === 'jira') && (
        <Button
          variant="ghost"
          size="sm"
          className="px-1"
          aria-label={`Worklogs of ${name}`}
          onClick={() => onAsk('worklogs')}
        >
          Worklogs
        </Button>
      )}
      <Button variant="ghost" size="sm" className="px-1" aria-label={`Edit ${name}`} onClick={() => onAsk('edit')}>
        Edit
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="px-1"
        aria-label={`Disconnect ${name}`}
        onClick={() => onAsk('delete')}
      >
        Disconnect
      </Button>
    </li>
  );
}

const REASONS: Record<string, string> = {
  signature_invalid: 'its signature didn’t match. Enter the same secret on both sides.',
  json_malformed: 'it wasn’t JSON. Choose the content type application/json.',
};

/** The last webhook was rejected, and none was accepted since. */
function Rejected({ source, now }: { source: TicketSourceJson; now: Date }) {
  const style = useTimeStyle();
  const { last_rejected_at: rejected, last_received_at: received, last_error: error } = source;
  if (!rejected || (received && received >= rejected)) return null;
  return (
    <p className="mt-1 text-xs">
      <StateLabel icon="warning" tone="warn">
        A webhook was rejected {formatAgo(new Date(rejected), now, style)}:{' '}
        {REASONS[error ?? ''] ?? `look up ${error ?? 'the error'} in the API reference.`}
      </StateLabel>
    </p>
  );
}

type DisconnectProps = Pick<TicketSourceActions, 'remove'> & {
  source: TicketSourceJson;
  onClose: () => void;
};

function DisconnectSource({ source, remove, onClose }: DisconnectProps) {
  const confirm = async () => {
    const outcome = await remove(source.id).catch(() => UNREACHABLE);
    if (outcome.ok) onClose();
    return outcome.ok ? null : outcome.message;
  };
  return (
    <ConfirmDialog
      title={`Disconnect ${source.name}?`}
      label="Disconnect"
      busyLabel="Disconnecting…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      Its webhooks will be rejected. Its tickets and their time stay, but are no longer updated. Worklogs already pushed
      stay there.
    </ConfirmDialog>
  );
}
