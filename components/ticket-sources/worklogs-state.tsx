'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { useFocusBack } from '#/components/ui/dialog/use-focus-back.ts';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { useLive } from '#/lib/client/live/use-live.tsx';
import type { TicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import type { TestWorklogsJson, WorklogsJson, WorklogsResponseJson } from '#/lib/tracking/worklogs/worklog-schemas.ts';

type Props = { source: TicketSourceJson; worklogs: WorklogsJson; onChanged: () => void };

/** A tracker may take 15 seconds to respond. */
const TEST_TIMEOUT_MS = 20_000;

/** The progress of worklogs, failures with reasons, and possible actions. */
export function WorklogsState({ source, worklogs, onChanged }: Props) {
  const { http } = useLive();
  const [isRemoving, setRemoving] = useState(false);
  const [opener, returnFocus] = useFocusBack();
  const path = `/ticket-sources/${source.id}/worklogs`;
  const test = useMutation({
    mutationFn: () =>
      http.send<TestWorklogsJson>(`${path}/test`, { method: 'POST', body: {}, timeoutMs: TEST_TIMEOUT_MS }),
  });
  const retry = useMutation({
    mutationFn: () => http.send<WorklogsResponseJson>(`${path}/retry`, { method: 'POST', body: {} }),
    onSettled: onChanged,
  });
  const remove = useMutation({
    mutationFn: () => http.send<WorklogsResponseJson>(`${path}/remove`, { method: 'POST', body: {} }),
    onSuccess: () => setRemoving(false),
    onSettled: onChanged,
  });
  const { counts, state } = worklogs;
  const canRetry = state === 'paused' || counts.failed > 0;
  const canRemove = state !== 'removing' && counts.pushed + counts.waiting + counts.failed > 0;
  return (
    <section aria-label="State of worklogs" className="grid gap-3">
      <StateText worklogs={worklogs} />
      <Failures worklogs={worklogs} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" busy={test.isPending} busyLabel="Testing…" onClick={() => test.mutate()}>
          Test connection
        </Button>
        {canRetry && (
          <Button size="sm" busy={retry.isPending} busyLabel="Retrying…" onClick={() => retry.mutate()}>
            Retry
          </Button>
        )}
        {canRemove && !isRemoving && (
          <Button ref={opener} size="sm" variant="ghost" onClick={() => setRemoving(true)}>
            Remove all
          </Button>
        )}
      </div>
      {isRemoving && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-text-2">Remove every pushed worklog from {source.name}?</p>
          <Button
            size="sm"
            autoFocus
            onClick={() => {
              returnFocus();
              setRemoving(false);
            }}
          >
            Keep them
          </Button>
          <Button
            size="sm"
            variant="danger"
            busy={remove.isPending}
            busyLabel="Removing…"
            onClick={() => remove.mutate()}
          >
            Remove all
          </Button>
        </div>
      )}
      <div role="status">{test.data && <Tested result={test.data.test} />}</div>
      {(test.error || retry.error || remove.error) && <FormProblem text="Couldn’t do that. Try again." />}
    </section>
  );
}

function StateText({ worklogs: { state, counts, paused_reason } }: Pick<Props, 'worklogs'>) {
  const facts = [`${counts.pushed.toLocaleString('en')} pushed`];
  if (counts.waiting > 0) facts.push(`${counts.waiting.toLocaleString('en')} waiting`);
  if (counts.failed > 0) facts.push(`${counts.failed.toLocaleString('en')} failed`);
  const note = facts.join(', ');
  switch (state) {
    case 'paused':
      return (
        <StateLabel icon="warning" tone="warn" note={note}>
          Paused. {paused_reason} Enter another token, or retry.
        </StateLabel>
      );
    case 'removing':
      return (
        <StateLabel icon="clock" note={note}>
          Removing
        </StateLabel>
      );
    case 'on':
      return (
        <StateLabel icon="check" note={note}>
          On
        </StateLabel>
      );
    case 'off':
      return <p className="text-text-3">Off · {note}</p>;
  }
}

function Failures({ worklogs: { failures } }: Pick<Props, 'worklogs'>) {
  if (failures.length === 0) return null;
  return (
    <ul aria-label="Failed worklogs" className="max-h-40 overflow-y-auto">
      {failures.map(({ timer_id, day, ticket_key, error }) => (
        <li key={`${timer_id} ${day}`} className="border-b border-line py-1 text-xs first:border-t">
          {ticket_key ? <span className="font-mono">{ticket_key}</span> : 'No ticket'}{' '}
          <span className="text-text-3">{day}</span> {error}
        </li>
      ))}
    </ul>
  );
}

function Tested({ result: { account, error } }: { result: TestWorklogsJson['test'] }) {
  if (error === null) return <StateLabel icon="check">Connected as {account}</StateLabel>;
  return (
    <StateLabel icon="warning" tone="warn">
      {error}
    </StateLabel>
  );
}
