'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EXPORTS_KEY } from '#/lib/client/exports/export-queries.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { fileNameOf, saveFile } from '#/lib/client/page/save-file.ts';

/** The result: downloaded, or requested from a worker. */
type Outcome = 'downloaded' | 'requested';

/**
 * Downloads an export, or has a worker write it if it is too long to be sent at once. `problem` is why neither
 * happened.
 */
export function useExport(onDone: (outcome: Outcome) => void) {
  const { http } = useLive();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(dialog: Record<string, string>): Promise<Outcome> {
    const response = await fetch(`/api/v1/reports/export?${new URLSearchParams(dialog)}`, { cache: 'no-store' });
    if (response.ok) {
      saveFile(await response.blob(), fileNameOf(response.headers, 'export'));
      return 'downloaded';
    }
    const rejected = new ApiProblem(response.status, await response.json());
    if (rejected.code !== 'export_too_large') throw rejected;
    await http.send('/reports/exports', { method: 'POST', body: dialog });
    await client.invalidateQueries({ queryKey: EXPORTS_KEY });
    return 'requested';
  }

  const start = async (dialog: Record<string, string>) => {
    setBusy(true);
    setProblem(null);
    try {
      onDone(await run(dialog));
    } catch (error) {
      setProblem(
        error instanceof ApiProblem
          ? (error.fields[0]?.detail ?? error.detail)
          : 'Can’t reach the server. Check the connection and try again.',
      );
    } finally {
      setBusy(false);
    }
  };
  return { start, isBusy, problem };
}
