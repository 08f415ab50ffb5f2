'use client';

import { useMemo, useState } from 'react';
import { PROJECTS_KEY, TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { ImportActions } from '#/lib/client/imports/import-actions.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';

/** A rejection, or a missing response, as shown at the pressed button. */
export type Failure = { code: string; detail: string };

/** Actions on imports, the one in flight, and why the last one failed. */
export function useImportActions() {
  const { client, http } = useLive();
  const actions = useMemo(() => new ImportActions(client, http), [client, http]);
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async <T>(name: string, work: (actions: ImportActions) => Promise<T>): Promise<T | null> => {
    setBusy(name);
    setFailure(null);
    try {
      return await work(actions);
    } catch (error) {
      setFailure(failureOf(error));
      return null;
    } finally {
      setBusy(null);
    }
  };
  return { run, busy, failure };
}

/** Reloads everything that shows time, projects or tickets. */
export function useRefreshWork(): () => void {
  const { client } = useLive();
  return useMemo(
    () => () => {
      for (const queryKey of [TIMERS_KEY, TICKETS_KEY, PROJECTS_KEY]) void client.invalidateQueries({ queryKey });
    },
    [client],
  );
}

function failureOf(error: unknown): Failure {
  // For an invalid field, its own sentence: the other begins with a pointer into the request.
  if (error instanceof ApiProblem) return { code: error.code, detail: error.fields[0]?.detail ?? error.detail };
  return { code: 'no_response', detail: 'Can’t reach the server. Try again; nothing will be imported twice.' };
}
