'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useCallback, useRef, useState } from 'react';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import type { EndpointAction } from '#/components/endpoints/endpoint-actions-for.ts';
import { EndpointConfirmDialog } from '#/components/endpoints/endpoint-confirm-dialog.tsx';
import { EndpointDrawer } from '#/components/endpoints/endpoint-drawer.tsx';
import { EndpointList } from '#/components/endpoints/endpoint-list.tsx';
import { EndpointsSkeleton } from '#/components/endpoints/endpoints-skeleton.tsx';
import { NewEndpoint } from '#/components/endpoints/new-endpoint.tsx';
import { useToggleEndpoint } from '#/components/endpoints/use-toggle-endpoint.ts';
import { FirstCall } from '#/components/reference/first-call.tsx';
import { SettingsSection } from '#/components/settings/settings-section.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { endpointsQuery } from '#/lib/client/endpoints/endpoint-queries.ts';
import { ENDPOINTS_KEY } from '#/lib/client/http/cache-keys.ts';
import { useLive, useMay } from '#/lib/client/live/use-live.tsx';
import type { EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type Props = { actions: EndpointActions };

const FIRST_ENDPOINT = { url: 'https://example.com/hooks/timers', event_types: ['timer.stopped', 'alarm.dead'] };

/** Webhooks of the workspace: where its events go, and their health. */
export function Webhooks({ actions }: Props) {
  const mayManage = useMay('endpoints:manage');
  const client = useQueryClient();
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: ENDPOINTS_KEY }), [client]);
  return (
    <SettingsSection
      id="webhooks"
      title="Webhooks"
      about="Signed. Deliveries that fail are retried, then kept for you to send again."
      action={mayManage && <NewEndpoint action={actions.create} onCreated={refresh} />}
    >
      {mayManage ? (
        <Subscriptions actions={actions} onChanged={refresh} />
      ) : (
        <p className="text-text-3">Only admins can see and change webhooks.</p>
      )}
    </SettingsSection>
  );
}

function Subscriptions({ actions, onChanged }: Props & { onChanged: () => void }) {
  const { http } = useLive();
  const { data, isPending, isError, error } = useQuery(endpointsQuery(http));
  const [openId, setOpenId] = useState(useSearchParams().get('webhook'));
  const [dialog, setDialog] = useState<{ endpoint: EndpointWithHealthJson; action: 'edit' | 'delete' } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-endpoint]');
  const toggle = useToggleEndpoint(actions, onChanged);
  const endpoints = data?.endpoints ?? [];
  const open = endpoints.find(({ id }) => id === openId);
  const close = () => {
    setOpenId(null);
    // A reload restores the same state.
    if (window.location.search) window.history.replaceState(null, '', '/settings#webhooks');
    box.current?.querySelector<HTMLElement>(`[data-endpoint="${openId}"] button`)?.focus();
  };
  const handleAction = (endpoint: EndpointWithHealthJson, action: EndpointAction) => {
    if (action === 'open') setOpenId(endpoint.id);
    else if (action === 'enable' || action === 'disable') toggle(endpoint, action === 'enable');
    else setDialog({ endpoint, action });
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {endpoints.length > 0 && <EndpointList endpoints={endpoints} openId={openId} onAction={handleAction} />}
      {data && endpoints.length === 0 && <EndpointsEmpty />}
      {isPending && <EndpointsSkeleton />}
      {!data && isError && <ListError noun="webhooks" error={error} size="part" />}
      {open && (
        <EndpointDrawer
          key={open.id}
          endpoint={open}
          actions={actions}
          onAction={(action) => handleAction(open, action)}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {dialog && (
        <EndpointConfirmDialog
          endpoint={dialog.endpoint}
          action={dialog.action}
          actions={actions}
          onClose={(isDone) => {
            setDialog(null);
            // Also after an error: it may have been rejected because another person had changed it.
            onChanged();
            if (isDone && dialog.action === 'delete') setOpenId(null);
          }}
        />
      )}
    </div>
  );
}

/** Explains webhooks, and how a program creates the first. */
function EndpointsEmpty() {
  return (
    <div className="max-w-[640px]">
      <p className="mb-4 text-text-3">No webhooks yet. A webhook notifies your program of events here.</p>
      <FirstCall path="/endpoints" body={FIRST_ENDPOINT} heading="h3" />
    </div>
  );
}
