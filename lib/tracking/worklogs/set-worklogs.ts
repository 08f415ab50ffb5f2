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

const TRACKERS_OF_PROVIDER: Partial<Record<TicketSource['provider'], WorklogTracker[]>> = {
  gitlab: ['gitlab'],
  jira: ['jira_cloud', 'jira_data_center'],
};

/**
 * Switches worklogs of a source on or off, or changes how they are pushed. When switched on, sessions that end from now
 * on are pushed, those with worklogs are updated, and with `from_date` days from then on are pushed too. A paused
 * source is resumed. At another URL, known ids belong to other worklogs: pushed ones are removed first, or dropped from
 * our records.
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
    if (purgesPushed && !input.keep_pushed) throw worklogsPushed();
    if (purgesPushed) {
      await clearPushedWorklogs(inner.tx, sourceId);
      settings.onSince = now;
      // Days from then on may already be at the other tracker, or at this one under its former name.
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

/** At another tracker an id means another worklog. */
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
  if (!TRACKERS_OF_PROVIDER[source.provider]?.includes(input.tracker)) {
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
  // A token is only sent to the URL it was entered for: otherwise anyone who may change the URL could read it.
  if (!input.token && !isSame) throw worklogsInvalid('token', 'Enter a token.');
  const isOn = input.enabled;
  const state = isOn ? 'on' : before?.state === 'removing' ? 'removing' : 'off';
  // While off, it stays paused, but that is not shown: see onSinceOf.
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

/** With a lowercase host, so that one tracker has one URL; without `?` and `#` and what follows. */
function plainUrl(text: string): string {
  if (!URL.canParse(text) || text.includes('@')) return text;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`.replace(/\/+$/, '');
}

/**
 * Sessions that end from this instant on are pushed. Switching it off briefly after a pause loses none of those that
 * waited.
 */
function onSinceOf(before: WorklogSettings | null, now: Date): Date {
  if (!before) return now;
  const wasPausedJustNow = before.pausedAt !== null && now.getTime() - before.updatedAt.getTime() < OFF_MOMENT_MS;
  return before.state === 'on' || (before.state === 'off' && wasPausedJustNow) ? before.onSince : now;
}
