import type { WorklogOverview } from '#/lib/tracking/worklogs/get-worklogs.ts';
import type { WorklogSettings } from '#/lib/tracking/worklogs/worklog.ts';
import type { WorklogsJson } from '#/lib/tracking/worklogs/worklog-schemas.ts';

/** How a source pushes worklogs and its progress, as the API shows it; never with its token. */
export function worklogsJson({ settings, counts, failures }: WorklogOverview): WorklogsJson {
  return {
    enabled: settings?.state === 'on',
    ...(settings ? worklogFacts(settings) : NEVER),
    paused_at: settings && settings.state !== 'off' ? (settings.pausedAt?.toISOString() ?? null) : null,
    counts,
    failures: failures.map(({ timerId, day, ticketKey, error, failedAt }) => ({
      timer_id: timerId,
      day,
      ticket_key: ticketKey,
      error,
      failed_at: failedAt.toISOString(),
    })),
  };
}

const NEVER = {
  state: 'off',
  tracker: null,
  base_url: null,
  email: null,
  names_author: true,
  adjusts_estimate: false,
  since: null,
  from_date: null,
  paused_reason: null,
} as const;

/** As events show it. */
export function worklogFacts(settings: WorklogSettings) {
  return {
    state: settings.pausedAt && settings.state !== 'off' ? ('paused' as const) : settings.state,
    tracker: settings.tracker,
    base_url: settings.baseUrl,
    email: settings.email,
    names_author: settings.namesAuthor,
    adjusts_estimate: settings.adjustsEstimate,
    since: settings.onSince.toISOString(),
    from_date: settings.fromDate,
    paused_reason: settings.state === 'off' ? null : settings.pausedReason,
  };
}
