'use client';

import { useState } from 'react';
import { BROKER_KIND_NAMES, TARGET_NAMES, URL_EXAMPLES } from '#/components/brokers/format-broker.ts';
import { fieldSentence } from '#/components/endpoints/format-endpoint.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import { BROKER_KINDS, type BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import type { BrokerDialect } from '#/lib/bridge/brokers/broker.ts';
import type { BrokerJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

type Props = {
  /** The current state; none for a new one. */
  broker?: BrokerJson;
  /** The initially chosen event types. */
  dialect: BrokerDialect;
  action: (form: FormData) => Promise<FormOutcome>;
  onDone: () => void;
};

const text = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const;

/** The broker's URL, and the streams, queues or subjects of its events. */
export function BrokerForm({ broker, dialect, action, onDone }: Props) {
  const { form, isBusy, message, errorOf } = useForm(action, onDone);
  const [kind, setKind] = useState<BrokerKind>(broker?.kind ?? 'redis');
  const target = TARGET_NAMES[kind];
  return (
    <form {...form} className="grid gap-4">
      {broker && <input type="hidden" name="id" value={broker.id} />}
      {broker && <input type="hidden" name="version" value={broker.version} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {broker ? (
          <div className="grid gap-1">
            <p className="font-medium">Kind</p>
            <p className="leading-8">{BROKER_KIND_NAMES[broker.kind]}</p>
          </div>
        ) : (
          <SelectField
            label="Kind"
            name="kind"
            value={kind}
            data-autofocus
            onChange={(event) => setKind(event.target.value as BrokerKind)}
            error={errorOf('kind')}
          >
            {BROKER_KINDS.map((one) => (
              <option key={one} value={one}>
                {BROKER_KIND_NAMES[one]}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          {...text}
          label="Name"
          name="name"
          placeholder="orders"
          hint="Alarms refer to the broker by this name"
          defaultValue={broker?.name}
          error={fieldSentence('The name', errorOf('name'))}
        />
      </div>
      <TextField
        {...text}
        label="URL"
        name="url"
        inputMode="url"
        className="[&>input]:font-mono [&>input]:text-xs"
        placeholder={broker ? (broker.address ?? URL_EXAMPLES[kind]) : URL_EXAMPLES[kind]}
        hint={
          broker
            ? 'Leave empty to keep the one in use, with its credentials'
            : 'With credentials. Stored encrypted, never shown again.'
        }
        error={fieldSentence('The URL', errorOf('url'))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          {...text}
          label={`Input ${target}`}
          name="input_target"
          placeholder="timers.in"
          hint="Events here become alarms"
          defaultValue={broker?.input_target ?? ''}
          error={fieldSentence('It', errorOf('input_target'))}
        />
        <TextField
          {...text}
          label={`Output ${target}`}
          name="output_target"
          placeholder="timers.out"
          hint="Alarms are published here"
          defaultValue={broker?.output_target ?? ''}
          error={fieldSentence('It', errorOf('output_target'))}
        />
        <TextField
          {...text}
          label={`Dead-letter ${target}`}
          name="dead_letter_target"
          placeholder="timers.dead"
          hint="For events that fail or aren’t valid"
          defaultValue={broker?.dead_letter_target ?? ''}
          error={fieldSentence('It', errorOf('dead_letter_target'))}
        />
      </div>
      <SelectField
        label="Event types"
        name="dialect"
        defaultValue={dialect}
        error={errorOf('dialect')}
        hint="Both are CloudEvents 1.0"
      >
        <option value="timer-service">timer.scheduled, timer.fired, timer.dlq</option>
        <option value="flunq">io.flunq.timer.scheduled, io.flunq.timer.fired, io.flunq.timer.dlq</option>
      </SelectField>
      <ModalFoot problem={message && <FormProblem text={message} />}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel={broker ? 'Saving…' : 'Connecting…'}>
          {broker ? 'Save' : 'Connect'}
        </Button>
      </ModalFoot>
    </form>
  );
}
