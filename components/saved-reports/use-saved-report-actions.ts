'use client';

import { useMemo } from 'react';
import type { NewReportLinkJson } from '#/lib/analytics/report-links/report-link-schemas.ts';
import type { SavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import type { SavedReportJson } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { REPORT_LINKS_KEY, SAVED_REPORTS_KEY } from '#/lib/client/reports/saved-report-queries.ts';

/** The form data of a report. */
export type ReportDraft = { name: string; query: SavedQuery; is_shared: boolean };
/** The form data of a link. */
export type LinkDraft = { name: string; query: SavedQuery; expires_in_days: number; password?: string };

/** Actions on saved reports and links. All promises reject with ApiProblem or NoResponse. */
export function useSavedReportActions() {
  const live = useLive();
  return useMemo(() => actionsOf(live), [live]);
}

function actionsOf({ client, http, toasts }: Live) {
  const refresh = (queryKey: readonly string[]) => client.invalidateQueries({ queryKey });

  async function save(draft: ReportDraft): Promise<void> {
    await createOnce(http, { path: '/reports/saved', body: draft });
    await refresh(SAVED_REPORTS_KEY);
  }

  async function edit({ id, version }: SavedReportJson, change: Partial<ReportDraft>): Promise<void> {
    await http.send(`/reports/saved/${id}`, { method: 'PATCH', body: change, ifMatch: version });
    await refresh(SAVED_REPORTS_KEY);
  }

  async function remove({ id, name, query, is_shared }: SavedReportJson): Promise<void> {
    try {
      await http.send(`/reports/saved/${id}`, { method: 'DELETE' });
      const undo = () => void save({ name, query, is_shared }).catch(showError);
      toasts.show({ icon: 'check', lead: `${name} deleted.`, action: { undo } });
    } catch (error) {
      showError(error);
    } finally {
      await refresh(SAVED_REPORTS_KEY);
    }
  }

  async function share(draft: LinkDraft): Promise<NewReportLinkJson> {
    const created = await createOnce<NewReportLinkJson>(http, { path: '/reports/links', body: draft });
    await refresh(REPORT_LINKS_KEY);
    return created;
  }

  async function revoke(id: string): Promise<void> {
    try {
      await http.send(`/reports/links/${id}`, { method: 'DELETE' });
    } finally {
      await refresh(REPORT_LINKS_KEY);
    }
  }

  function showError(error: unknown): void {
    toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: formatProblem(error) });
  }

  return { save, edit, remove, share, revoke };
}

/** Why an action failed, for the person who requested it. */
export function formatProblem(error: unknown): string {
  return error instanceof ApiProblem
    ? (error.fields[0]?.detail ?? error.detail)
    : 'No response from the server. Try again.';
}
