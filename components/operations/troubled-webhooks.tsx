'use client';

import Link from 'next/link';
import { figure, NONE } from '#/components/operations/format-operations.ts';
import {
  formatFailingSince,
  formatLastHour,
  formatNextAttempt,
  formatWebhookError,
  type TroubledWebhook,
  troubledWebhooks,
} from '#/components/operations/format-trouble.ts';
import { TableHead } from '#/components/ui/list/table-head.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';

const COLUMNS = [
  { name: 'Webhook' },
  { name: 'Last error', className: 'w-[26%]' },
  { name: 'Since', className: 'w-20 text-right' },
  { name: 'In a row', className: 'w-16 text-right' },
  { name: 'Failed, 1\u00a0h', className: 'w-20 text-right' },
  { name: 'Next', className: 'w-20 text-right' },
] as const;

/** Failing endpoints of the workspace, and failing hosts called by its alarms. Empty when all work. */
export function TroubledWebhooks({ data }: { data: OperationsJson }) {
  const troubled = troubledWebhooks(data.workspace);
  if (troubled.length === 0) return null;
  return (
    <section aria-label="Failing webhooks" className="min-w-0">
      <div className="mb-2 flex h-7 items-center gap-2">
        <h2 className="font-semibold">Failing webhooks</h2>
        <span className="text-text-3">{troubled.length}</span>
      </div>
      <table className="w-full table-fixed max-md:block">
        <TableHead columns={COLUMNS} />
        <tbody className="max-md:block">
          {troubled.map((webhook) => (
            <TroubledRow key={webhook.key} webhook={webhook} now={Date.parse(data.server_time)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TroubledRow({ webhook, now }: { webhook: TroubledWebhook; now: number }) {
  const style = useTimeStyle();
  const today = useToday();
  const cell = 'h-10 truncate border-b border-line pr-3 max-md:h-auto max-md:border-0 max-md:p-0';
  const number = `${cell} text-right text-text-2 max-md:hidden`;
  const since = formatFailingSince(webhook, now, style, today);
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:py-2.5">
      <td className={`${cell} md:pl-2`} title={webhook.url}>
        <Link prefetch={false} href={webhook.href} className="font-mono text-xs hover:underline">
          {webhook.name}
        </Link>{' '}
        <span className="ml-1 text-xs text-text-3">{webhook.sends}</span>
      </td>
      <td className={`${cell} max-md:order-3`} title={webhook.last_error?.detail ?? undefined}>
        <StateLabel icon="warning" tone="warn">
          {formatWebhookError(webhook)}
        </StateLabel>
      </td>
      <td className={`${cell} text-right text-text-2 max-md:order-4`}>
        <span className="md:hidden">{since === NONE ? 'Working again' : 'Since '}</span>
        <span className={since === NONE ? 'max-md:hidden' : undefined}>{since}</span>
      </td>
      <td className={number}>{webhook.failures_in_a_row > 0 ? figure(webhook.failures_in_a_row) : NONE}</td>
      <td className={number}>{formatLastHour(webhook)}</td>
      <td className={`${cell} text-right text-text-3 max-md:order-2`}>{formatNextAttempt(webhook, now)}</td>
    </tr>
  );
}
