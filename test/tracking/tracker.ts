import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorklogTracker } from '#/lib/tracking/worklogs/worklog.ts';

/**
 * A worklog as stored by the test's tracker. `text`: comment or summary; `marked`: the entity property of Jira Cloud.
 */
export type StoredWorklog = {
  id: string;
  issueId: string;
  startedAt: string;
  seconds: number;
  text: string;
  marked: string | null;
};

/**
 * The fault of the next request. `lost`: it is applied, and the connection breaks before the response; `cut`: it breaks
 * before anything happens. A number: that status and nothing else.
 */
type Fault = 'lost' | 'cut' | number;

type Reply = { status: number; json?: unknown };
const NOT_FOUND: Reply = {
  status: 404,
  json: { errorMessages: ['Issue does not exist or you do not have permission.'] },
};

/**
 * An issue tracker on this machine, as far as pushing worklogs can tell: it behaves as documented for worklogs in
 * GitLab's GraphQL API, or in Jira's REST API 3 or 2, including rejections.
 */
export async function testTracker(kind: WorklogTracker) {
  const tracker = {
    url: '',
    token: 'token-of-the-account',
    email: 'time@acme.dev',
    /** Existing issues, by the tracker's own id. */
    issues: new Set<string>(),
    worklogs: [] as StoredWorklog[],
    /** Requests received: `POST 10412`, by method and issue; reads included. */
    requests: [] as string[],
    faults: [] as Fault[],
    retryAfter: null as string | null,
    nextId: 100_028,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const act = kind === 'gitlab' ? actAsGitlab : actAsJira;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const fault = tracker.faults.shift();
    if (fault === 'cut') return request.socket.destroy();
    if (typeof fault === 'number') return reply(response, { status: fault, json: {} }, tracker.retryAfter);
    const done = act(tracker, kind, request, body);
    if (fault === 'lost') return request.socket.destroy();
    return reply(response, done, null);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  tracker.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return tracker;
}

export type TestTracker = Awaited<ReturnType<typeof testTracker>>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, { status, json }: Reply, retryAfter: string | null): void {
  const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) };
  response.writeHead(status, headers).end(json === undefined ? undefined : JSON.stringify(json));
}

// ---------------------------------------------------------------- Jira

type JiraBody = {
  started?: string;
  timeSpentSeconds?: number;
  comment?: string | { content: { content: { text: string }[] }[] };
  properties?: { key: string; value: { worklog: string } }[];
};

function actAsJira(tracker: TestTracker, kind: WorklogTracker, request: IncomingMessage, text: string): Reply {
  const isCloud = kind === 'jira_cloud';
  const basic = Buffer.from(`${tracker.email}:${tracker.token}`).toString('base64');
  const expected = isCloud ? `Basic ${basic}` : `Bearer ${tracker.token}`;
  const url = new URL(request.url ?? '', tracker.url);
  const [, api, issueId = '', noun, id] =
    /^\/rest\/api\/(\d)\/(?:myself|issue\/([^/]+)(?:\/(worklog)(?:\/(\d+))?)?)$/.exec(url.pathname) ?? [];
  if (api !== (isCloud ? '3' : '2')) return { status: 404 };
  if (request.headers.authorization !== expected) return { status: 401, json: { errorMessages: ['Unauthorized.'] } };
  if (url.pathname.endsWith('/myself')) return { status: 200, json: { displayName: 'Time Bot' } };
  tracker.requests.push(`${request.method} ${issueId}`);
  if (!tracker.issues.has(issueId)) return NOT_FOUND;
  const ofIssue = tracker.worklogs.filter((one) => one.issueId === issueId);
  const known = ofIssue.find((one) => one.id === id);
  if (id && !known) return NOT_FOUND;
  if (request.method === 'GET') {
    if (!noun) return { status: 200, json: { id: issueId } };
    if (known) return { status: 200, json: jiraJson(known, url.searchParams, isCloud) };
    return { status: 200, json: jiraList(ofIssue, url.searchParams, isCloud) };
  }
  // Watchers are notified of each worklog unless this is set otherwise, and estimates are reduced.
  const { notifyUsers, adjustEstimate } = Object.fromEntries(url.searchParams);
  if (notifyUsers !== 'false' || adjustEstimate !== 'leave') return { status: 400 };
  if (request.method === 'DELETE') {
    tracker.worklogs = tracker.worklogs.filter((one) => one !== known);
    return { status: 204 };
  }
  const stored = jiraWorklog(JSON.parse(text) as JiraBody, isCloud);
  if (!stored) return { status: 400, json: { errorMessages: [], errors: { worklog: 'Worklog must not be null.' } } };
  if (known) {
    Object.assign(known, stored, { marked: stored.marked ?? known.marked });
    return { status: 200, json: { id: known.id } };
  }
  const created = { id: String(tracker.nextId++), issueId, ...stored };
  tracker.worklogs.push(created);
  return { status: 201, json: { id: created.id } };
}

/** Null for input that Jira rejects: less than a minute, an instant in another format, an invalid comment. */
function jiraWorklog({ started = '', timeSpentSeconds = 0, comment, properties }: JiraBody, isCloud: boolean) {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/.test(started);
  if (!isInstant || timeSpentSeconds < 60 || (typeof comment === 'string') === isCloud) return null;
  const text =
    typeof comment === 'string' ? comment : (comment?.content ?? []).flatMap(({ content }) => content[0]?.text).join();
  return {
    startedAt: new Date(started).toISOString(),
    seconds: timeSpentSeconds,
    text,
    marked: isCloud ? (properties?.[0]?.value.worklog ?? null) : null,
  };
}

function jiraList(worklogs: StoredWorklog[], query: URLSearchParams, isCloud: boolean) {
  const [after, before] = [Number(query.get('startedAfter') ?? 0), Number(query.get('startedBefore') ?? 1e15)];
  const found = worklogs.filter(({ startedAt }) => {
    const started = Date.parse(startedAt);
    return !isCloud || (started >= after && started < before);
  });
  const shown = found.map((one) => jiraJson(one, query, isCloud));
  return { startAt: 0, maxResults: 5_000, total: shown.length, worklogs: shown };
}

function jiraJson({ id, text, marked }: StoredWorklog, query: URLSearchParams, isCloud: boolean) {
  return {
    id,
    comment: isCloud ? { type: 'doc', version: 1, content: [] } : text,
    ...(isCloud &&
      query.get('expand') === 'properties' && { properties: [{ key: 'timer-service', value: { worklog: marked } }] }),
  };
}

// ---------------------------------------------------------------- GitLab

type GitlabBody = {
  query: string;
  variables: {
    id?: string;
    after?: string | null;
    input?: { id?: string; issuableId?: string; timeSpent?: string; spentAt?: string; summary?: string };
  };
};
const DENIED = {
  errors: [
    {
      message:
        "The resource that you are attempting to access does not exist or you don't have permission to perform this action",
    },
  ],
};
const PAGE = 2;

function actAsGitlab(tracker: TestTracker, _kind: WorklogTracker, request: IncomingMessage, text: string): Reply {
  if (request.url !== '/api/graphql' || request.method !== 'POST') return { status: 404 };
  if (request.headers.authorization !== `Bearer ${tracker.token}`)
    return { status: 401, json: { message: '401 Unauthorized' } };
  const { query, variables } = JSON.parse(text) as GitlabBody;
  if (query.includes('currentUser')) return { status: 200, json: { data: { currentUser: { username: 'time-bot' } } } };
  const { input } = variables;
  if (query.includes('timelogCreate')) return gitlabCreate(tracker, input ?? {});
  if (query.includes('timelogDelete')) {
    const known = tracker.worklogs.find(({ id }) => id === input?.id);
    tracker.requests.push(`DELETE ${known?.issueId ?? '?'}`);
    if (!known) return { status: 200, json: { data: { timelogDelete: null }, ...DENIED } };
    tracker.worklogs = tracker.worklogs.filter((one) => one !== known);
    return { status: 200, json: { data: { timelogDelete: { timelog: { id: known.id }, errors: [] } } } };
  }
  const issueId = issueOf(variables.id);
  tracker.requests.push(`GET ${issueId}`);
  if (!tracker.issues.has(issueId)) return { status: 200, json: { data: { item: null } } };
  const from = Number(variables.after ?? 0);
  const all = tracker.worklogs.filter((one) => one.issueId === issueId);
  const nodes = all.slice(from, from + PAGE).map(({ id, text: summary }) => ({ id, summary }));
  const pageInfo = { hasNextPage: from + PAGE < all.length, endCursor: String(from + PAGE) };
  return { status: 200, json: { data: { item: { timelogs: { nodes, pageInfo } } } } };
}

function gitlabCreate(tracker: TestTracker, input: NonNullable<GitlabBody['variables']['input']>): Reply {
  const { timeSpent = '', spentAt = '', summary = '' } = input;
  const issueId = issueOf(input.issuableId);
  tracker.requests.push(`POST ${issueId}`);
  if (!tracker.issues.has(issueId)) return { status: 200, json: { data: { timelogCreate: null }, ...DENIED } };
  const minutes = /^(\d+)m$/.exec(timeSpent)?.[1];
  const errors: string[] = [];
  if (!minutes || Number(minutes) === 0) errors.push("Time spent can't be zero or not formatted correctly.");
  if (summary.length > 255) errors.push('Summary is too long (maximum is 255 characters)');
  if (errors.length > 0) return { status: 200, json: { data: { timelogCreate: { timelog: null, errors } } } };
  const id = `gid://gitlab/Timelog/${tracker.nextId++}`;
  const startedAt = new Date(spentAt).toISOString();
  tracker.worklogs.push({ id, issueId, startedAt, seconds: Number(minutes) * 60, text: summary, marked: null });
  return { status: 200, json: { data: { timelogCreate: { timelog: { id }, errors: [] } } } };
}

/** `gid://gitlab/Issue/301` as webhooks name it: `issue:301`. */
function issueOf(gid = ''): string {
  const [, noun = '', id = ''] = /^gid:\/\/gitlab\/(\w+)\/(\d+)$/.exec(gid) ?? [];
  return `${noun === 'MergeRequest' ? 'merge_request' : 'issue'}:${id}`;
}
