'use client';

import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { DeliveryLog } from '#/components/endpoints/delivery-log.tsx';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import type { EndpointAction } from '#/components/endpoints/endpoint-actions-for.ts';
import { EndpointHealth } from '#/components/endpoints/endpoint-health.tsx';
import { EndpointSecret } from '#/components/endpoints/endpoint-secret.tsx';
import { EndpointTest } from '#/components/endpoints/endpoint-test.tsx';
import { formatEventTypes } from '#/components/endpoints/format-endpoint.ts';
import { formatInstant } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { Drawer } from '#/components/ui/dialog/drawer.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { useShortcuts, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type Props = {
  endpoint: EndpointWithHealthJson;
  actions: EndpointActions;
  onAction: (action: EndpointAction) => void;
  onChanged: () => void;
  onClose: () => void;
};

/** One endpoint: its health, its secret, a test, and its deliveries. Next to the page; on a phone a full page. */
export function EndpointDrawer({ endpoint, actions, onAction, onChanged, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useShortcuts(useMemo(() => ({ escape: onClose }), [onClose]));
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    onClose();
  };
  return (
    <Drawer
      label={`Webhook ${endpoint.url}`}
      onKeyDown={handleKey}
      className="max-md:fixed max-md:inset-0 max-md:z-30 max-md:overflow-y-auto xl:fixed xl:top-(--head-bottom,48px) xl:bottom-0 xl:z-20 xl:h-auto xl:shadow-dialog"
    >
      <header className="px-4 pt-4 pb-4 md:px-6">
        <div className="flex items-start gap-3">
          <h3
            ref={heading}
            data-focus-home
            tabIndex={-1}
            className="min-w-0 grow font-mono text-sm leading-6 font-medium break-all outline-none"
          >
            {endpoint.url}
          </h3>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        {endpoint.description && <p className="text-text-2">{endpoint.description}</p>}
        <div className="mt-2">
          <EndpointHealth endpoint={endpoint} />
        </div>
        <p className="mt-2 text-text-2">{formatEventTypes(endpoint.event_types)}</p>
        <State endpoint={endpoint} onEnable={() => onAction('enable')} />
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" icon="pencil" onClick={() => onAction('edit')}>
            Edit
          </Button>
          {endpoint.enabled && (
            <Button size="sm" icon="pause" onClick={() => onAction('disable')}>
              Disable
            </Button>
          )}
        </div>
      </header>
      <EndpointTest id={endpoint.id} test={actions.test} />
      <EndpointSecret id={endpoint.id} rotate={actions.rotate} />
      <DeliveryLog endpoint={endpoint} actions={actions} onChanged={onChanged} />
    </Drawer>
  );
}

/** Why nothing is sent, or that nothing arrives, and what to do. */
function State({ endpoint, onEnable }: { endpoint: EndpointWithHealthJson; onEnable: () => void }) {
  const style = useTimeStyle();
  const { enabled, disabled_at, disabled_reason, failing_since } = endpoint;
  if (!enabled && disabled_at) {
    return (
      <Notice
        tone="warn"
        className="mt-3"
        action={
          <Button size="sm" onClick={onEnable}>
            Enable
          </Button>
        }
      >
        {disabled_reason === 'failing'
          ? 'Disabled automatically because nothing was delivered for too long'
          : 'Disabled'}
        , {formatInstant(new Date(disabled_at), style)}. Events aren’t queued in the meantime.
      </Notice>
    );
  }
  if (!failing_since) return null;
  return (
    <Notice tone="warn" className="mt-3">
      Nothing has been delivered since {formatInstant(new Date(failing_since), style)}. If this continues, it will be
      disabled.
    </Notice>
  );
}
