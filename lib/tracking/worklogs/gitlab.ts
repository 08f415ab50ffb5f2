import { z } from 'zod';
import {
  type Outcome,
  outcomeOf,
  type Tracker,
  type TrackerCalls,
  type WorklogName,
} from '#/lib/tracking/worklogs/tracker.ts';
import { markerOf } from '#/lib/tracking/worklogs/worklog.ts';

const CREATE = `mutation ($input: TimelogCreateInput!) {
  timelogCreate(input: $input) { timelog { id } errors }
}`;
const REMOVE = `mutation ($input: TimelogDeleteInput!) {
  timelogDelete(input: $input) { timelog { id } errors }
}`;
const CHECK = 'query { currentUser { username } }';
const LISTS = {
  Issue: `query ($id: IssueID!, $after: String) {
    item: issue(id: $id) { timelogs(first: 100, after: $after) { nodes { id summary } pageInfo { hasNextPage endCursor } } }
  }`,
  MergeRequest: `query ($id: MergeRequestID!, $after: String) {
    item: mergeRequest(id: $id) { timelogs(first: 100, after: $after) { nodes { id summary } pageInfo { hasNextPage endCursor } } }
  }`,
};

const problems = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });
const done = z.object({ timelog: z.object({ id: z.string() }).nullish(), errors: z.array(z.string()) });
const created = z.object({ timelogCreate: done });
const removed = z.object({ timelogDelete: done });
const account = z.object({ currentUser: z.object({ username: z.string() }).nullable() });
const listed = z.object({
  item: z
    .object({
      timelogs: z.object({
        nodes: z.array(z.object({ id: z.string(), summary: z.string().nullable() })),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    })
    .nullable(),
});

/**
 * GitLab: its GraphQL API, since over REST time spent has no id and can't be taken back. A timelog can't be edited, so
 * that a change is one removed and one created; the marker is at the end of its summary.
 * @see https://docs.gitlab.com/api/graphql/reference/#mutationtimelogcreate
 */
export function gitlab(calls: TrackerCalls, { baseUrl, token }: { baseUrl: string; token: string }): Tracker {
  const ask = async <T>(query: string, variables: object, read: (data: unknown) => T | null): Promise<Outcome<T>> => {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'user-agent': 'timer-service/1',
    };
    const body = JSON.stringify({ query, variables });
    const response = await calls.send({ method: 'POST', url: `${baseUrl}/api/graphql`, headers, body });
    const outcome = outcomeOf(response, (json) => (isObject(json) ? { value: json } : null), messageOf);
    if (outcome.kind !== 'done') return outcome.kind === 'gone' ? { ...outcome, kind: 'rejected' } : outcome;
    // GraphQL responds with 200 to what it rejects.
    const error = messageOf(outcome.value);
    if (error !== null) return { kind: 'rejected', error: `GitLab says: ${error}` };
    const value = read((outcome.value as { data?: unknown }).data);
    return value === null ? { kind: 'unsure', error: 'Its response could not be read.' } : { kind: 'done', value };
  };
  const find = async (name: WorklogName, after: string | null = null): Promise<Outcome<string | null>> => {
    const { kind, gid } = issuableOf(name.issueId);
    const page = await ask(LISTS[kind], { id: gid, after }, (data) => listed.safeParse(data).data ?? null);
    if (page.kind !== 'done') return page;
    const { nodes = [], pageInfo } = page.value.item?.timelogs ?? {};
    const marker = markerOf(name.timerId, name.day);
    const found = nodes.find(({ summary }) => summary?.includes(marker));
    if (found) return { kind: 'done', value: found.id };
    return pageInfo?.hasNextPage ? find(name, pageInfo.endCursor) : { kind: 'done', value: null };
  };
  const create: Tracker['create'] = async (name, { startedAt, minutes, comment }) => {
    const input = {
      issuableId: issuableOf(name.issueId).gid,
      timeSpent: `${minutes}m`,
      spentAt: startedAt.toISOString(),
      summary: `${comment} ${markerOf(name.timerId, name.day)}`.trim(),
    };
    const outcome = await ask(CREATE, { input }, (data) => created.safeParse(data).data?.timelogCreate ?? null);
    if (outcome.kind !== 'done') return outcome;
    const { timelog, errors } = outcome.value;
    if (timelog) return { kind: 'done', value: timelog.id };
    return { kind: 'rejected', error: `GitLab says: ${errors.join(' ')}` };
  };
  return {
    canEdit: false,
    check: async () => {
      const outcome = await ask(CHECK, {}, (data) => account.safeParse(data).data ?? null);
      if (outcome.kind !== 'done') return outcome;
      if (outcome.value.currentUser) return { kind: 'done', value: outcome.value.currentUser.username };
      return { kind: 'unauthorized', error: 'GitLab does not know this token.' };
    },
    create,
    // Never asked for: what can't be edited is removed and created.
    update: (_remoteId, name, wanted) => create(name, wanted),
    remove: async (remoteId, name) => {
      const read = (data: unknown) => removed.safeParse(data).data?.timelogDelete ?? null;
      const outcome = await ask(REMOVE, { input: { id: remoteId } }, read);
      if (outcome.kind === 'done' && outcome.value.errors.length === 0) return { kind: 'done', value: null };
      if (outcome.kind !== 'done' && outcome.kind !== 'rejected') return outcome;
      // GitLab says the same of what is not there and of what one may not touch: look which it is.
      const there = await find(name);
      if (there.kind === 'done' && there.value === null) return { kind: 'done', value: null };
      if (there.kind !== 'done' && there.kind !== 'rejected') return there;
      const error = outcome.kind === 'done' ? `GitLab says: ${outcome.value.errors.join(' ')}` : outcome.error;
      return { kind: 'rejected', error };
    },
    find: (name) => find(name),
  };
}

/** `issue:12`, as webhooks tell it, as GraphQL has it. */
function issuableOf(issueId: string): { kind: keyof typeof LISTS; gid: string } {
  const [noun, id] = issueId.split(':');
  const kind = noun === 'merge_request' ? 'MergeRequest' : 'Issue';
  return { kind, gid: `gid://gitlab/${kind}/${id}` };
}

function messageOf(json: unknown): string | null {
  return (
    problems
      .safeParse(json)
      .data?.errors.map(({ message }) => message)
      .join(' ') ?? null
  );
}

function isObject(json: unknown): json is object {
  return typeof json === 'object' && json !== null;
}
