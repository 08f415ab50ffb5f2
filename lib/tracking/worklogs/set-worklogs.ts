import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import { lockTicketSource } from '#/lib/tracking/ticket-sources/ticket-source-store.ts';
import { overviewOf, type WorklogOverview } from '#/lib/tracking/worklogs/get-worklogs.ts';
import { touchSessions } from '#/lib/tracking/worklogs/sessions-to-push-query.ts';
import type { TrackerCalls } from '#/lib/tracking/worklogs/tracker.ts';
import { sealToken } from '#/lib/tracking/worklogs/tracker-of.ts';
import type { WorklogSettings, WorklogTracker } from '#/lib/tracking/worklogs/worklog.ts';
import { worklogsInvalid, worklogsPushed } from '#/lib/tracking/worklogs/worklog-errors.ts';
import { worklogFacts } from '#/lib/tracking/worklogs/worklog-json.ts';
import type { SetWorklogsInput } from '#/lib/tracking/worklogs/worklog-schemas.ts';
import {
  clearPushedWorklogs,
  hasPushed,
  lockWorklogSettings,
  retryFailed,
  saveWorklogSettings,
  touchWorklogs,
} from '#/lib/tracking/worklogs/worklog-store.ts';

/** Switching it off while paused, and on again within this time, counts as a fix. */
const OFF_MOMENT_MS = DAY_MS;

const TRACKERS_OF: Partial<Record<TicketSource['provider'], WorklogTracker[]>> = {
  gitlab: ['gitlab'],
  jira: ['jira_cloud', 'jira_data_center'],
};

/**
 * Switches worklogs of a source on or off, or changes how they are pushed. Switched on, sessions that end from now on
 * are pushed, those with worklogs are brought up to date, and with `from_date` days from then on are pushed too. What
 * is paused goes on. At another URL, known ids belong to other worklogs: what was pushed is removed first, or dropped
 * from our records.
 * @throws AppError 403, 404; 400 `input_invalid`; 409 `worklogs_pushed`
 */
export async function setWorklogs(
  ctx: Ctx,
  sourceId: string,
  input: SetWorklogsInput,
  { urlProblem }: Pick<TrackerCalls, 'urlProblem'>,
): Promise<WorklogOverview> {
  authorize(ctx, 'workspace:manage');
  return transaction(ctx, async (inner) => {
    const source = await lockTicketSource(inner.tx, { id: sourceId, workspaceId: inner.actor.workspaceId });
    if (!source) throw notFound('ticket_source');
    const before = await lockWorklogSettings(inner.tx, sourceId);
    const now = await inner.clock.now(inner.tx);
    const settings = settingsBy(input, { source, before, now, urlProblem });
    if (before && isDeepStrictEqual({ ...settings, updatedAt: before.updatedAt }, before)) {
      return overviewOf(inner, sourceId);
    }
    const purgesPushed = before !== null && isElsewhere(before, settings) && (await hasPushed(inner.tx, sourceId));
    if (purgesPushed && !input.forget_pushed) throw worklogsPushed();
    if (purgesPushed) {
      await clearPushedWorklogs(inner.tx, sourceId);
      settings.onSince = now;
      // Days from then on may stand at the other tracker already, or at this one under its former name.
      settings.fromDate = null;
    }
    if (before && isElsewhere(before, settings)) await retryFailed(inner.tx, sourceId, now);
    await saveWorklogSettings(inner.tx, settings);
    if (settings.state === 'on') {
      await touchWorklogs(inner.tx, sourceId, { only: 'all', at: now });
      await touchSessions(inner.tx, sourceId, now);
    }
    const [was, after] = [before && worklogFacts(before), worklogFacts(settings)];
    const data = {
      ticket_source: { id: source.id, name: source.name },
      before: was,
      after,
      token_replaced: before !== null && before.sealedToken !== settings.sealedToken,
    };
    await recordEvent(inner, { type: 'ticket_source.worklogs_edited', subjectId: sourceId, userId: null, data }, now);
    return overviewOf(inner, sourceId);
  });
}

/** Elsewhere an id means another worklog. */
function isElsewhere(before: WorklogSettings, { baseUrl, tracker }: WorklogSettings): boolean {
  return before.baseUrl !== baseUrl || before.tracker !== tracker;
}

type Given = {
  source: TicketSource;
  before: WorklogSettings | null;
  now: Date;
  urlProblem: TrackerCalls['urlProblem'];
};

function settingsBy(input: SetWorklogsInput, { source, before, now, urlProblem }: Given): WorklogSettings {
  if (!TRACKERS_OF[source.provider]?.includes(input.tracker)) {
    throw worklogsInvalid('tracker', 'Worklogs are pushed to GitLab and Jira only. Choose the one of this source.');
  }
  const baseUrl = plainUrl(input.base_url);
  const problem = urlProblem(baseUrl);
  if (problem) throw worklogsInvalid('base_url', problem);
  const email = input.tracker === 'jira_cloud' ? (input.email ?? null) : null;
  if (input.tracker === 'jira_cloud' && !email) {
    throw worklogsInvalid('email', 'Enter the email address of the account whose token it is.');
  }
  const isSame = before?.baseUrl === baseUrl && before.tracker === input.tracker && before.email === email;
  // A token goes nowhere but where it was entered for: who may change the URL may not read it that way.
  if (!input.token && !isSame) throw worklogsInvalid('token', 'Enter a token.');
  const isOn = input.enabled;
  const state = isOn ? 'on' : before?.state === 'removing' ? 'removing' : 'off';
  // What is off stays paused, out of sight: see onSinceOf.
  const paused = state === 'off' && before ? before : { pausedAt: null, pausedReason: null };
  return {
    sourceId: source.id,
    tracker: input.tracker,
    baseUrl,
    email,
    sealedToken: input.token ? sealToken(input.token, source.id) : (before?.sealedToken ?? ''),
    namesAuthor: input.names_author,
    adjustsEstimate: input.adjusts_estimate,
    state,
    onSince: isOn ? onSinceOf(before, now) : (before?.onSince ?? now),
    fromDate: input.from_date ?? null,
    pausedAt: paused.pausedAt,
    pausedReason: paused.pausedReason,
    waitUntil: null,
    updatedAt: now,
  };
}

/** With its host in lower case, so that one tracker has one URL; without what stands behind `?` and `#`. */
function plainUrl(text: string): string {
  if (!URL.canParse(text) || text.includes('@')) return text;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`.replace(/\/+$/, '');
}

/** From when on sessions are pushed that end then. Off for a moment after a pause loses none of those that waited. */
function onSinceOf(before: WorklogSettings | null, now: Date): Date {
  if (!before) return now;
  const wasPausedJustNow = before.pausedAt !== null && now.getTime() - before.updatedAt.getTime() < OFF_MOMENT_MS;
  return before.state === 'on' || (before.state === 'off' && wasPausedJustNow) ? before.onSince : now;
}
