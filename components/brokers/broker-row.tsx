'use client';

import { DropdownMenu } from 'radix-ui';
import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import {
  BROKER_KIND_NAMES,
  brokerState,
  formatConsumption,
  formatReached,
  formatTest,
} from '#/components/brokers/format-broker.ts';
import { formatInstant } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu/menu.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { BrokerJson, BrokerTestJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';

export type BrokerAction = 'edit' | 'pause' | 'resume' | 'delete';
/** A running test, its result, or why it was not made. */
export type BrokerTestState = 'running' | BrokerTestJson | { message: string };

type Props = {
  broker: BrokerJson;
  now: Date;
  test: BrokerTestState | undefined;
  onTest: () => void;
  onAction: (action: BrokerAction) => void;
};

/** A broker: its URL, its state, and where events come from and go to. */
export function BrokerRow({ broker, now, test, onTest, onAction }: Props) {
  const { id, name, kind, address, paused, input_target, output_target, dead_letter_target } = broker;
  const consumption = formatConsumption(broker);
  return (
    <li data-broker={id} className="border-b border-line py-3 first:border-t">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{name}</span>
            <span className="text-xs text-text-3">{BROKER_KIND_NAMES[kind]}</span>
          </p>
          {address === null ? (
            <p className="text-xs text-text-2">
              Its URL can’t be read: AUTH_SECRET has changed. Choose Edit and enter the URL again.
            </p>
          ) : (
            <p className="truncate font-mono text-xs text-text-2" title={address}>
              {address}
            </p>
          )}
        </div>
        <Button
          size="sm"
          busy={test === 'running'}
          busyLabel="Sending…"
          aria-label={`Send test to ${name}`}
          onClick={onTest}
        >
          Send test
        </Button>
        <DropdownMenu.Root>
          <DropdownMenu.Trigger asChild>
            <IconButton icon="more" label={`Actions for ${name}`} className="-mr-3" />
          </DropdownMenu.Trigger>
          <MenuPanel align="end">
            <MenuItem onSelect={() => onAction('edit')}>Edit</MenuItem>
            {input_target !== null && (
              <MenuItem onSelect={() => onAction(paused ? 'resume' : 'pause')}>{paused ? 'Resume' : 'Pause'}</MenuItem>
            )}
            <MenuItem className="text-danger" onSelect={() => onAction('delete')}>
              Delete
            </MenuItem>
          </MenuPanel>
        </DropdownMenu.Root>
      </div>
      <State broker={broker} now={now} />
      <dl className="mt-1 grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 text-xs [&>dd]:font-mono [&>dd]:wrap-anywhere [&>dt]:text-text-3">
        {input_target && (
          <>
            <dt>Input</dt>
            <dd>
              {input_target}
              {consumption && <span className="font-sans">, {consumption}</span>}
            </dd>
          </>
        )}
        {output_target && (
          <>
            <dt>Output</dt>
            <dd>{output_target}</dd>
          </>
        )}
        {dead_letter_target && (
          <>
            <dt>Dead letters</dt>
            <dd>{dead_letter_target}</dd>
          </>
        )}
      </dl>
      <div role="status" className="mt-2 text-xs empty:hidden">
        {test && test !== 'running' && <TestResult test={test} />}
      </div>
    </li>
  );
}

/** The state last seen by workers; an error is shown only until the broker is back. */
function State({ broker, now }: { broker: BrokerJson; now: Date }) {
  const style = useTimeStyle();
  const { icon, tone, text } = brokerState(broker);
  const { status, last_connected_at, last_error } = broker;
  const reached = last_connected_at === null ? null : `reached ${formatReached(broker, now, style)}`;
  return (
    <div
      className="mt-1 text-xs"
      title={last_connected_at ? formatInstant(new Date(last_connected_at), style) : undefined}
    >
      <StateLabel icon={icon} tone={tone} note={status === 'unknown' ? undefined : (reached ?? undefined)}>
        {text}
      </StateLabel>
      {status === 'failing' && last_error && <p className="text-danger wrap-anywhere">{last_error}</p>}
    </div>
  );
}

function TestResult({ test }: { test: Exclude<BrokerTestState, 'running'> }) {
  if ('message' in test) return <p className="text-danger">{test.message}</p>;
  const { delivered, outcome, duration_ms, detail } = test;
  return (
    <>
      <StateLabel icon={delivered ? 'delivered' : 'dead'} tone={delivered ? 'plain' : 'danger'}>
        {formatTest(test)}
        {!delivered && `: ${formatAttemptResult({ outcome, duration_ms, status_code: null })}`}
      </StateLabel>
      {detail && <p className="text-text-2 wrap-anywhere">{detail}</p>}
    </>
  );
}
