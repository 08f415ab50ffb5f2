'use client';

import { useQuery } from '@tanstack/react-query';
import type { AlarmDraft, DraftProblems } from '#/components/alarms/form/alarm-form.ts';
import { WebhookFields } from '#/components/alarms/form/webhook-fields.tsx';
import { BROKER_KIND_NAMES, TARGET_NAMES } from '#/components/brokers/format-broker.ts';
import { draftFields } from '#/components/ui/form/draft-fields.ts';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { brokersQuery } from '#/lib/client/brokers/broker-queries.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

type Props = {
  draft: AlarmDraft;
  problems: DraftProblems;
  onChange: (part: Partial<AlarmDraft>) => void;
};

/** A URL to call, or, if the workspace has message brokers, one of them. */
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
      {sendTo === 'webhook' && (
        <WebhookFields
          webhook={draft}
          errors={problems}
          placeholder="https://billing.example.com/hooks/timer"
          onChange={onChange}
        />
      )}
      {broker && (
        <TextField
          label={`Output ${TARGET_NAMES[broker.kind]}`}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          placeholder={broker.output_target ?? 'timers.out'}
          hint={broker.output_target ? 'Leave empty for the broker’s default' : undefined}
          {...draftFields(draft, problems, onChange)('target')}
        />
      )}
    </>
  );
}
