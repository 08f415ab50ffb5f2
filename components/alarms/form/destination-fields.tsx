'use client';

import { useQuery } from '@tanstack/react-query';
import type { AlarmDraft, DraftProblems } from '#/components/alarms/form/alarm-form.ts';
import { BROKER_KIND_NAMES, TARGET_NAMES } from '#/components/brokers/format-broker.ts';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { brokersQuery } from '#/lib/client/brokers/broker-queries.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD', 'OPTIONS'];

type Props = {
  draft: AlarmDraft;
  problems: DraftProblems;
  onChange: (part: Partial<AlarmDraft>) => void;
};

/** A URL to call, or, where the workspace has message brokers, one of them. */
export function DestinationFields({ draft, problems, onChange }: Props) {
  const { http } = useLive();
  const brokers = useQuery(brokersQuery(http)).data?.brokers ?? [];
  const { sendTo } = draft;
  const broker = brokers.find(({ id }) => id === sendTo);
  const isOther = sendTo !== 'webhook' && !broker;
  return (
    <>
      {(brokers.length > 0 || isOther) && (
        <SelectField
          label="Send to"
          value={sendTo}
          error={problems.sendTo}
          onChange={(event) => onChange({ sendTo: event.target.value, target: '' })}
        >
          <option value="webhook">Webhook</option>
          {brokers.map(({ id, name, kind }) => (
            <option key={id} value={id}>
              {name}, {BROKER_KIND_NAMES[kind]}
            </option>
          ))}
          {isOther && <option value={sendTo}>{sendTo === 'event' ? 'Event alarm.fired' : 'Deleted broker'}</option>}
        </SelectField>
      )}
      {sendTo === 'webhook' && <Webhook draft={draft} problems={problems} onChange={onChange} />}
      {broker && (
        <TextField
          label={`Output ${TARGET_NAMES[broker.kind]}`}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          placeholder={broker.output_target ?? 'timers.out'}
          hint={broker.output_target ? 'Leave empty for the broker’s default' : undefined}
          value={draft.target}
          error={problems.target ?? null}
          onChange={(event) => onChange({ target: event.target.value })}
        />
      )}
    </>
  );
}

function Webhook({ draft, problems, onChange }: Props) {
  const methods = METHODS.includes(draft.method) ? METHODS : [draft.method, ...METHODS];
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] items-start gap-2">
      <SelectField
        label="Method"
        value={draft.method}
        error={problems.method}
        onChange={(event) => onChange({ method: event.target.value })}
      >
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </SelectField>
      <TextField
        label="URL"
        type="url"
        autoComplete="off"
        placeholder="https://billing.example.com/hooks/timer"
        value={draft.url}
        error={problems.url ?? null}
        onChange={(event) => onChange({ url: event.target.value })}
      />
    </div>
  );
}
