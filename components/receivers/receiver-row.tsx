'use client';

import { DropdownMenu } from 'radix-ui';
import { formatExact, shortDate } from '#/components/alarms/format-alarm.ts';
import { formatWaiting, RECEIVER_STATE_ICONS, RECEIVER_STATE_LABELS } from '#/components/receivers/format-receiver.ts';
import { LimitField } from '#/components/receivers/limit-field.tsx';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu/menu.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { MAX_CONCURRENCY, MAX_PER_SECOND, MIN_PER_SECOND } from '#/lib/alarms/receivers/receiver.ts';
import type { EditReceiverInput } from '#/lib/alarms/receivers/receiver-schemas.ts';
import { useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { type ReceiverRow, receiverState } from '#/lib/client/receivers/receiver-rows.ts';
import { timeOfDay } from '#/lib/client/time/format-time.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** The actions on a row; null for read-only access. */
export type RowActions = {
  onToggle: (row: ReceiverRow) => void;
  onLimit: (row: ReceiverRow, limits: EditReceiverInput) => void;
  onRemove: (row: ReceiverRow) => void;
} | null;

type Props = { row: ReceiverRow; isTabStop: boolean; actions: RowActions };

const cell = 'p-0 pr-3 max-md:pr-0 md:py-1';
const ABOUT = {
  workspace: 'All alarms and webhooks',
  endpoint: 'Webhook endpoint',
  origin: 'Alarms to this origin',
};

/** A target of alarms: its state, waiting alarms, and its limits, edited in place. */
export function ReceiverTableRow({ row, isTabStop, actions }: Props) {
  const { receiver, name, kind } = row;
  return (
    <tr
      data-receiver={row.key}
      // With read-only access there is no button to focus.
      {...(!actions && { 'data-row-focus': '', tabIndex: isTabStop ? 0 : -1 })}
      className="scroll-mt-8 focus-visible:outline-offset-[-2px] border-line hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:px-4 max-md:py-2 md:h-14 md:*:border-b md:*:border-line"
    >
      <td className={classNames(cell, 'md:pl-2')}>
        <span
          className={classNames('block truncate', kind === 'workspace' ? 'font-medium' : 'font-mono text-xs')}
          title={name}
        >
          {name}
        </span>
        <span className="block truncate text-xs text-text-3">{ABOUT[kind]}</span>
      </td>
      <td className={classNames(cell, 'max-md:order-3')}>
        <State row={row} />
      </td>
      <td className={classNames(cell, 'text-right max-md:order-4')}>
        <span className="text-text-3 md:hidden">Waiting </span>
        {receiver ? formatWaiting(receiver.waiting_count) : '–'}
      </td>
      <td className={classNames(cell, 'text-right text-text-2 max-md:hidden @max-[760px]:hidden')}>
        {receiver ? formatWaiting(receiver.in_flight_count) : '–'}
      </td>
      <td className={classNames(cell, 'max-md:order-5 max-md:self-start')}>
        <Limits row={row} actions={actions} limit="max_per_second" text="Max per second" />
      </td>
      <td className={classNames(cell, 'max-md:order-6 max-md:self-start max-md:justify-self-end')}>
        <Limits row={row} actions={actions} limit="max_concurrency" text="Max at once" />
      </td>
      <td className="p-0 max-md:order-2 md:py-1 md:text-right">
        {actions && <Act row={row} isTabStop={isTabStop} actions={actions} />}
      </td>
    </tr>
  );
}

function State({ row: { receiver } }: { row: ReceiverRow }) {
  const style = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  const state = receiverState(receiver);
  const pausedAt = receiver?.paused_at && state === 'paused' ? Date.parse(receiver.paused_at) : null;
  return (
    <>
      <StateLabel icon={RECEIVER_STATE_ICONS[state]} tone={state === 'paused' ? 'warn' : 'plain'}>
        {RECEIVER_STATE_LABELS[state]}
      </StateLabel>
      {pausedAt !== null && (
        <span className="block text-xs text-text-3" title={formatExact(pausedAt, style)}>
          since {now - pausedAt < DAY_MS ? timeOfDay(pausedAt, style) : shortDate(pausedAt, now, style.timeZone)}
        </span>
      )}
    </>
  );
}

type LimitsProps = {
  row: ReceiverRow;
  actions: RowActions;
  limit: 'max_per_second' | 'max_concurrency';
  text: string;
};

/** The whole workspace can be paused, not limited. */
function Limits({ row, actions, limit, text }: LimitsProps) {
  if (row.kind === 'workspace') return <span className="block w-[88px] pl-2 text-text-3 max-md:hidden">–</span>;
  const value = row.receiver?.[limit] ?? null;
  const label = `${text} to ${row.name}`;
  const isWhole = limit === 'max_concurrency';
  return (
    <>
      <span aria-hidden className="text-xs text-text-3 md:hidden">
        {text}
      </span>
      {actions ? (
        <LimitField
          label={label}
          value={value}
          min={isWhole ? 1 : MIN_PER_SECOND}
          max={isWhole ? MAX_CONCURRENCY : MAX_PER_SECOND}
          isWhole={isWhole}
          onSave={(next) => actions.onLimit(row, { [limit]: next })}
        />
      ) : (
        <span className="block w-[88px] pl-2">{value ?? 'No limit'}</span>
      )}
    </>
  );
}

type ActProps = { row: ReceiverRow; isTabStop: boolean; actions: NonNullable<RowActions> };

function Act({ row, isTabStop, actions }: ActProps) {
  const { receiver, name } = row;
  const isPaused = receiver?.paused === true;
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size="sm"
        data-row-focus
        tabIndex={isTabStop ? 0 : -1}
        icon={isPaused ? 'play' : 'pause'}
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
        className="scroll-mt-8"
        onClick={() => actions.onToggle(row)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {receiver && row.kind !== 'workspace' ? (
        <DropdownMenu.Root>
          <DropdownMenu.Trigger asChild>
            <IconButton icon="more" label={`Actions for ${name}`} tabIndex={isTabStop ? 0 : -1} />
          </DropdownMenu.Trigger>
          <MenuPanel align="end">
            <MenuItem onSelect={() => actions.onRemove(row)}>Remove all limits</MenuItem>
          </MenuPanel>
        </DropdownMenu.Root>
      ) : (
        <span className="w-6 max-md:hidden pointer-coarse:w-11" />
      )}
    </span>
  );
}
