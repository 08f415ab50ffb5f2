'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { formatInstant } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { CopyButton } from '#/components/ui/copy-button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { endpointSecretQuery } from '#/lib/client/endpoints/endpoint-queries.ts';
import { ENDPOINTS_KEY } from '#/lib/client/http/cache-keys.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';

type Props = { id: string } & Pick<EndpointActions, 'rotate'>;

/** What its webhooks are signed with, shown when asked for, and changed for another. */
export function EndpointSecret({ id, rotate }: Props) {
  const { http } = useLive();
  const style = useTimeStyle();
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { data, error } = useQuery(endpointSecretQuery(http, id, isShown));
  const secret = data?.webhook_secret.secret;
  return (
    <section aria-label="Secret" className="border-t border-line px-4 py-4 md:px-6">
      <div className="flex items-center gap-2">
        <h4 className="mr-auto font-semibold">Secret</h4>
        <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <Button size="sm" onClick={() => setAsking(true)}>
          Rotate…
        </Button>
      </div>
      {isShown && !data && error && <ListError noun="secret" error={error} size="part" />}
      {isShown && secret && (
        <div className="mt-2 flex items-start gap-2">
          <code className="min-w-0 grow font-mono text-xs leading-6 break-all">{secret}</code>
          <CopyButton what="secret" text={secret} />
        </div>
      )}
      {isShown &&
        data?.previous.map(({ id: secretId, prefix, expires_at }) => (
          <p key={secretId} className="mt-1 text-xs text-text-3">
            <code className="font-mono">{prefix}…</code> also signs until{' '}
            {expires_at && formatInstant(new Date(expires_at), style)}
          </p>
        ))}
      {isAsking && (
        <RotateSecret
          id={id}
          rotate={rotate}
          onClose={(isDone) => {
            setAsking(false);
            if (isDone) setShown(true);
          }}
        />
      )}
    </section>
  );
}

const OVERLAPS = [
  ['24h', 'in a day'],
  ['1h', 'in an hour'],
  ['168h', 'in a week'],
  ['0s', 'now, because it leaked'],
] as const;

function RotateSecret({ id, rotate, onClose }: Props & { onClose: (isDone: boolean) => void }) {
  const client = useQueryClient();
  const [overlap, setOverlap] = useState('24h');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    const outcome = await rotate(id, overlap).catch(() => UNREACHABLE);
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.message);
    await client.invalidateQueries({ queryKey: [...ENDPOINTS_KEY, id, 'secret'] });
    onClose(true);
  };
  return (
    <Modal title="Rotate the secret?" role="alertdialog" onClose={() => onClose(false)}>
      <div className="grid gap-4">
        <p className="text-text-2">
          Webhooks are signed with a new secret. Both secrets sign until the old one expires, so the receiver can switch
          over.
        </p>
        <SelectField
          label="The old secret expires"
          value={overlap}
          onChange={(event) => setOverlap(event.target.value)}
        >
          {OVERLAPS.map(([length, words]) => (
            <option key={length} value={length}>
              {words}
            </option>
          ))}
        </SelectField>
        <FormProblem words={problem} />
        <div className="flex justify-end gap-2">
          <Button data-autofocus onClick={() => onClose(false)}>
            Keep it
          </Button>
          <Button data-confirm variant="ink" busy={isBusy} busyLabel="Rotating…" onClick={() => void confirm()}>
            Rotate secret
          </Button>
        </div>
      </div>
    </Modal>
  );
}
