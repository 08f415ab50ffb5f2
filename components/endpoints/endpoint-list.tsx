'use client';

import { DropdownMenu } from 'radix-ui';
import { ACTION_LABELS, type EndpointAction, endpointActionsFor } from '#/components/endpoints/endpoint-actions-for.ts';
import { EndpointHealth } from '#/components/endpoints/endpoint-health.tsx';
import { formatEventTypes } from '#/components/endpoints/format-endpoint.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu/menu.tsx';
import type { EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type OnAction = (endpoint: EndpointWithHealthJson, action: EndpointAction) => void;
type ListProps = { endpoints: EndpointWithHealthJson[]; openId: string | null; onAction: OnAction };

/** Endpoints: URL, events, and the share of deliveries of the last day. */
export function EndpointList({ endpoints, openId, onAction }: ListProps) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">Webhooks</caption>
      <thead>
        <tr className="border-b border-line text-xs text-text-3 [&>th]:h-8 [&>th]:pr-3 [&>th]:pb-2 [&>th]:font-medium">
          <th scope="col">URL</th>
          <th scope="col" className="hidden w-[36%] md:table-cell">
            Events
          </th>
          <th scope="col" className="hidden w-[152px] sm:table-cell">
            Delivered
          </th>
          <th scope="col" className="w-8">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} isOpen={endpoint.id === openId} onAction={onAction} />
        ))}
      </tbody>
    </table>
  );
}

function EndpointRow({
  endpoint,
  isOpen,
  onAction,
}: {
  endpoint: EndpointWithHealthJson;
  isOpen: boolean;
  onAction: OnAction;
}) {
  const { id, url, description, event_types } = endpoint;
  return (
    <tr
      data-endpoint={id}
      className={classNames('border-b border-line [&>td]:py-2 [&>td]:pr-3 [&>td]:align-top', isOpen && 'bg-selected')}
    >
      <td className="relative">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onAction(endpoint, 'open')}
          className="block max-w-full truncate rounded-sm text-left font-mono text-xs leading-5 hover:underline max-sm:break-all max-sm:whitespace-normal pointer-coarse:after:absolute pointer-coarse:after:inset-0"
        >
          {url}
        </button>
        {description && <span className="block truncate text-xs text-text-3">{description}</span>}
        <span className="block text-xs text-text-2 md:hidden">{formatEventTypes(event_types)}</span>
        <span className="block text-xs sm:hidden">
          <EndpointHealth endpoint={endpoint} />
        </span>
      </td>
      <td className="hidden text-text-2 md:table-cell">
        <span className="line-clamp-2">{formatEventTypes(event_types)}</span>
      </td>
      <td className="hidden sm:table-cell">
        <EndpointHealth endpoint={endpoint} />
      </td>
      <td className="text-right">
        <DropdownMenu.Root>
          <DropdownMenu.Trigger asChild>
            <IconButton icon="more" label={`Actions for ${url}`} className="-mr-3 pointer-coarse:-my-2" />
          </DropdownMenu.Trigger>
          <MenuPanel align="end">
            {endpointActionsFor(endpoint).map((action) => (
              <MenuItem
                key={action}
                className={action === 'delete' ? 'text-danger' : undefined}
                onSelect={() => onAction(endpoint, action)}
              >
                {ACTION_LABELS[action]}
              </MenuItem>
            ))}
          </MenuPanel>
        </DropdownMenu.Root>
      </td>
    </tr>
  );
}
