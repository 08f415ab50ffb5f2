'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { BrokerForm } from '#/components/brokers/broker-form.tsx';
import { type BrokerAction, BrokerRow, type BrokerTestState } from '#/components/brokers/broker-row.tsx';
import { SettingsSection } from '#/components/settings/settings-section.tsx';
import { Button } from '#/components/ui/button.tsx';
import { ConfirmDialog } from '#/components/ui/dialog/confirm-dialog.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import type { BrokerDialect } from '#/lib/bridge/brokers/broker.ts';
import type { BrokerJson, BrokerTestJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import { BROKERS_KEY, brokersQuery } from '#/lib/client/brokers/broker-queries.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive, useMay } from '#/lib/client/live/use-live.tsx';

/** Server actions on brokers, bound to the workspace that the page shows. */
type BrokerActions = {
  create: (form: FormData) => Promise<FormOutcome>;
  edit: (form: FormData) => Promise<FormOutcome>;
  setPaused: (id: string, isPaused: boolean) => Promise<FormOutcome>;
  remove: (id: string) => Promise<FormOutcome>;
  test: (id: string) => Promise<FormOutcome<BrokerTestJson>>;
};
type Props = { actions: BrokerActions };
/** `defaultDialect`: the operator's setting for new brokers. */
type SectionProps = Props & { defaultDialect: BrokerDialect };

/** Message brokers of the workspace: their state, and what they consume and publish. */
export function Brokers({ actions, defaultDialect }: SectionProps) {
  const mayManage = useMay('brokers:manage');
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: BROKERS_KEY }), [client]);
  const connected = () => {
    setOpen(false);
    refresh();
  };
  return (
    <SettingsSection
      id="brokers"
      title="Message brokers"
      about="Alarms as CloudEvents in and out, over Redis Streams, RabbitMQ, or NATS."
      action={
        mayManage && (
          <Button variant="soft" size="sm" icon="plus" onClick={() => setOpen(true)}>
            Connect broker
          </Button>
        )
      }
    >
      {mayManage ? (
        <BrokerList actions={actions} onChanged={refresh} />
      ) : (
        <p className="text-text-3">Only admins can change message brokers.</p>
      )}
      {isOpen && (
        <Modal title="Connect a message broker" size="lg" onClose={() => setOpen(false)}>
          <BrokerForm dialect={defaultDialect} action={actions.create} onDone={connected} />
        </Modal>
      )}
    </SettingsSection>
  );
}

type OpenDialog = { broker: BrokerJson; action: 'edit' | 'delete' };

function BrokerList({ actions, onChanged }: Props & { onChanged: () => void }) {
  const { http } = useLive();
  const { data, isPending, isError, error } = useQuery(brokersQuery(http));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-broker]');
  const { tests, send } = useBrokerTests(actions, onChanged);
  const setPaused = useSetPaused(actions, onChanged);
  const close = () => {
    setDialog(null);
    // Also after an error: it may have been rejected because another person had changed it.
    onChanged();
  };
  const act = (broker: BrokerJson, action: BrokerAction) => {
    if (action === 'pause' || action === 'resume') void setPaused(broker, action === 'pause');
    else setDialog({ broker, action });
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {data?.brokers.length === 0 && (
        <p className="max-w-[640px] text-text-3">
          None yet. Connect one to create alarms by publishing timer.scheduled, and to receive timer.fired.
        </p>
      )}
      {data && data.brokers.length > 0 && (
        <ul aria-label="Message brokers">
          {data.brokers.map((broker) => (
            <BrokerRow
              key={broker.id}
              broker={broker}
              now={new Date(data.server_time)}
              test={tests[broker.id]}
              onTest={() => void send(broker.id)}
              onAction={(action) => act(broker, action)}
            />
          ))}
        </ul>
      )}
      {isPending && <SkeletonBar className="h-4 w-64 animate-late" />}
      {!data && isError && <ListError noun="message brokers" error={error} size="part" />}
      {dialog?.action === 'edit' && (
        <Modal title={`Edit ${dialog.broker.name}`} size="lg" onClose={close}>
          <BrokerForm broker={dialog.broker} dialect={dialog.broker.dialect} action={actions.edit} onDone={close} />
        </Modal>
      )}
      {dialog?.action === 'delete' && <DeleteBroker broker={dialog.broker} remove={actions.remove} onClose={close} />}
    </div>
  );
}

/** Tests by broker: running ones, and results of the others. */
function useBrokerTests({ test }: Pick<BrokerActions, 'test'>, onChanged: () => void) {
  const [tests, setTests] = useState<Readonly<Record<string, BrokerTestState>>>({});
  const send = async (id: string) => {
    const put = (state: BrokerTestState) => setTests((before) => ({ ...before, [id]: state }));
    put('running');
    const outcome = await test(id).catch(() => UNREACHABLE);
    put(outcome.ok ? outcome.value : { message: outcome.message ?? 'Couldn’t send it. Try again.' });
    onChanged();
  };
  return { tests, send };
}

function useSetPaused({ setPaused }: Pick<BrokerActions, 'setPaused'>, onChanged: () => void) {
  const { toasts } = useLive();
  return async ({ id, name }: BrokerJson, isPaused: boolean) => {
    const outcome = await setPaused(id, isPaused).catch(() => UNREACHABLE);
    onChanged();
    if (!outcome.ok) toasts.show({ icon: 'warning', lead: 'Not changed.', text: outcome.message ?? 'Try again.' });
    else if (isPaused) toasts.show({ icon: 'check', lead: `${name} paused.`, text: 'Its events wait in the broker.' });
    else toasts.show({ icon: 'check', lead: `${name} resumed.`, text: 'Waiting events are consumed now.' });
  };
}

type DeleteProps = Pick<BrokerActions, 'remove'> & { broker: BrokerJson; onClose: () => void };

function DeleteBroker({ broker, remove, onClose }: DeleteProps) {
  const confirm = async () => {
    const outcome = await remove(broker.id).catch(() => UNREACHABLE);
    if (outcome.ok) onClose();
    return outcome.ok ? null : outcome.message;
  };
  return (
    <ConfirmDialog
      title={`Delete ${broker.name}?`}
      label="Delete broker"
      busyLabel="Deleting…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      Nothing will be consumed from it or published to it anymore. Its scheduled alarms become dead letters when they
      are due. This can’t be undone.
    </ConfirmDialog>
  );
}
