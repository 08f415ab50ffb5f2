import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import {
  goneAsRejected,
  notOurs,
  type Outcome,
  outcomeOf,
  type Tracker,
  type TrackerCalls,
  type WorklogName,
} from '#/lib/tracking/worklogs/tracker.ts';
import { type DesiredWorklog, isMarkedWith, markerOf } from '#/lib/tracking/worklogs/worklog.ts';

type Account = { baseUrl: string; token: string; adjustsEstimate: boolean };

/** The key of the entity property that marks a worklog in Jira Cloud. */
const PROPERTY = 'timer-service';

const created = z.object({ id: z.string() });
const account = z.object({ displayName: z.string() });
const worklog = z.object({
  id: z.string(),
  comment: z.unknown(),
  properties: z.array(z.object({ key: z.string(), value: z.unknown() })).optional(),
});
const worklogs = z.object({ total: z.number().optional(), worklogs: z.array(worklog) });
const mark = z.object({ worklog: z.string() });
const problem = z.object({
  errorMessages: z.array(z.string()).default([]),
  errors: z.record(z.string(), z.string()).default({}),
});

/**
 * Jira Cloud: REST API 3, an account's email with its API token. The marker is an entity property, which is not
 * visible.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-worklogs/
 */
export function jiraCloud(calls: TrackerCalls, { email, ...account }: Account & { email: string }): Tracker {
  const credentials = Buffer.from(`${email}:${account.token}`).toString('base64');
  return jira(calls, {
    ...account,
    api: '3',
    authorization: `Basic ${credentials}`,
    textOf: (name, { comment }) => ({
      comment: { type: 'doc', version: 1, content: comment ? [paragraphOf(comment)] : [] },
      properties: [{ key: PROPERTY, value: { worklog: markerOf(name.timerId, name.day) } }],
    }),
    // An issue may have thousands: lists those of the days around it, since the session may have been corrected
    // meanwhile.
    listing: ({ day }) =>
      `?expand=properties&startedAfter=${Date.parse(day) - 2 * DAY_MS}&startedBefore=${Date.parse(day) + 4 * DAY_MS}`,
    isMarked: ({ properties }, marker) =>
      properties?.some(({ key, value }) => key === PROPERTY && mark.safeParse(value).data?.worklog === marker) ?? false,
  });
}

/**
 * Jira Data Center: REST API 2, a personal access token. Its worklogs are listed without properties, so the marker is at
 * the end of the comment.
 * @see https://developer.atlassian.com/server/jira/platform/rest/v10000/api-group-issue/
 */
export function jiraDataCenter(calls: TrackerCalls, account: Account): Tracker {
  return jira(calls, {
    ...account,
    api: '2',
    authorization: `Bearer ${account.token}`,
    textOf: (name, { comment }) => ({ comment: `${comment} ${markerOf(name.timerId, name.day)}`.trim() }),
    listing: () => '',
    isMarked: ({ comment }, marker) => typeof comment === 'string' && isMarkedWith(comment, marker),
  });
}

type Edition = Account & {
  api: '2' | '3';
  authorization: string;
  /** The fields of a worklog with its text and its marker. */
  textOf: (name: WorklogName, wanted: DesiredWorklog) => object;
  listing: (name: WorklogName) => string;
  isMarked: (one: z.infer<typeof worklog>, marker: string) => boolean;
};

function jira(calls: TrackerCalls, edition: Edition): Tracker {
  const { baseUrl, api, authorization, adjustsEstimate } = edition;
  const options = `?notifyUsers=false&adjustEstimate=${adjustsEstimate ? 'auto' : 'leave'}`;
  const send = async <T>(
    method: string,
    path: string,
    read: (json: unknown) => { value: T } | null,
    body?: object,
  ): Promise<Outcome<T>> => {
    const headers = {
      accept: 'application/json',
      authorization,
      // Jira treats a request with a browser's User-Agent as sent by a page.
      'user-agent': 'timer-service/1',
      ...(body && { 'content-type': 'application/json' }),
    };
    const url = `${baseUrl}/rest/api/${api}${path}`;
    return outcomeOf(
      await calls.send({ method, url, headers, body: body ? JSON.stringify(body) : null }),
      read,
      message,
    );
  };
  const issueOf = ({ issueId }: WorklogName) => `/issue/${encodeURIComponent(issueId)}`;
  const pathOf = (name: WorklogName) => `${issueOf(name)}/worklog`;
  const bodyOf = (name: WorklogName, wanted: DesiredWorklog) => ({
    started: jiraInstant(wanted.startedAt),
    timeSpentSeconds: (wanted.minutes * MINUTE_MS) / 1_000,
    ...edition.textOf(name, wanted),
  });
  /** Runs this for the worklog with this id if it has this name's marker. */
  const ifOurs = async <T>(
    remoteId: string,
    name: WorklogName,
    act: (path: string) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    const path = `${pathOf(name)}/${remoteId}`;
    const read = (json: unknown) => given(worklog.safeParse(json).data);
    const there = await send('GET', `${path}?expand=properties`, read);
    if (there.kind === 'gone') {
      // Jira gives the same response for missing and for hidden worklogs: reading the issue tells them apart.
      const issue = await send('GET', `${issueOf(name)}?fields=summary`, () => ({ value: null }));
      return issue.kind === 'done' ? there : goneAsRejected(issue);
    }
    if (there.kind !== 'done') return there;
    if (!edition.isMarked(there.value, markerOf(name.timerId, name.day))) return notOurs();
    return goneAsRejected(await act(`${path}${options}`));
  };
  return {
    canEdit: true,
    check: () => send('GET', '/myself', (json) => given(account.safeParse(json).data?.displayName)),
    create: async (name, wanted) => {
      const read = (json: unknown) => given(created.safeParse(json).data?.id);
      return goneAsRejected(await send('POST', `${pathOf(name)}${options}`, read, bodyOf(name, wanted)));
    },
    update: (remoteId, name, wanted) =>
      ifOurs(remoteId, name, (path) => send('PUT', path, () => ({ value: remoteId }), bodyOf(name, wanted))),
    remove: (remoteId, name) => ifOurs(remoteId, name, (path) => send('DELETE', path, () => ({ value: null }))),
    find: async (name) => {
      const marker = markerOf(name.timerId, name.day);
      const read = (json: unknown) => {
        const { data } = worklogs.safeParse(json);
        // Only a part of them: the searched one may be among the rest.
        if (!data || (data.total ?? 0) > data.worklogs.length) return null;
        return { value: data.worklogs.find((one) => edition.isMarked(one, marker))?.id ?? null };
      };
      return goneAsRejected(await send<string | null>('GET', `${pathOf(name)}${edition.listing(name)}`, read));
    },
  };
}

function paragraphOf(text: string) {
  return { type: 'paragraph', content: [{ type: 'text', text }] };
}

/** `2021-01-17T12:34:00.000+0000`: the only format that Jira accepts. */
function jiraInstant(at: Date): string {
  return at.toISOString().replace('Z', '+0000');
}

function given<T>(value: T | undefined): { value: T } | null {
  return value === undefined ? null : { value };
}

function message(json: unknown): string | null {
  const { data } = problem.safeParse(json);
  return data ? [...data.errorMessages, ...Object.values(data.errors)].join(' ') || null : null;
}
