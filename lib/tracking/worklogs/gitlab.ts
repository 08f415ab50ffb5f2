import { z } from 'zod';
import {
  goneAsRejected,
  notOurs,
  type Outcome,
  outcomeOf,
  type Tracker,
  type TrackerCalls,
  type WorklogName,
} from '#/lib/tracking/worklogs/tracker.ts';
import { isMarkedWith, markerOf } from '#/lib/tracking/worklogs/worklog.ts';

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

/** With 100 each. */
const MAX_PAGES = 50;

const problems = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });
const done = z.object({ timelog: z.object({ id: z.string() }).nullish(), errors: z.array(z.string()) });
const created = z.object({ timelogCreate: done });
const removed = z.object({ timelogDelete: done });
const account = z.object({ currentUser: z.object({ username: z.string() }).nullable() });
const timelog = z.object({ id: z.string(), summary: z.string().nullable() });
const timelogs = z.object({
  nodes: z.array(timelog),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
});
const listed = z.object({ item: z.object({ timelogs }).nullable() });

type Timelog = z.infer<typeof timelog>;
type Timelogs = z.infer<typeof timelogs>;

/**
 * GitLab: its GraphQL API, since over REST time spent has no id and can't be removed. A timelog can't be edited, so a
 * change removes one and creates another; the marker is at the end of its summary.
 * @see https://docs.gitlab.com/api/graphql/reference/#mutationtimelogcreate
 */
export function gitlab(calls: TrackerCalls, { baseUrl, token }: { baseUrl: string; token: string }): Tracker {
  const request = async <T>(
    query: string,
    variables: object,
    read: (data: unknown) => T | null,
  ): Promise<Outcome<T>> => {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'user-agent': 'timer-service/1',
    };
    const body = JSON.stringify({ query, variables });
    const response = await calls.send({ method: 'POST', url: `${baseUrl}/api/graphql`, headers, body });
    const outcome = outcomeOf(response, (json) => (isObject(json) ? { value: json } : null), messageOf);
    const state = goneAsRejected(outcome);
    if (state.kind !== 'done') return state;
    // GraphQL responds with 200 to rejected requests.
    const error = messageOf(state.value);
    if (error !== null) return { kind: 'rejected', error: `GitLab says: ${error}` };
    const value = read((state.value as { data?: unknown }).data);
    return value === null ? { kind: 'unsure', error: 'Its response couldn’t be read.' } : { kind: 'done', value };
  };
  /** The first of an issue's timelogs that matches, null when none does. */
  const search = async (
    { issueId }: WorklogName,
    isIt: (timelog: Timelog) => boolean,
  ): Promise<Outcome<Timelog | null>> => {
    const { kind, gid } = issuableOf(issueId);
    let after: string | null = null;
    for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
      const page: Outcome<z.infer<typeof listed>> = await request(
        LISTS[kind],
        { id: gid, after },
        (data) => listed.safeParse(data).data ?? null,
      );
      if (page.kind !== 'done') return page;
      // The timelogs of a hidden issue are unknown.
      if (!page.value.item)
        return { kind: 'rejected', error: 'The issue doesn’t exist, or the token has no access to it.' };
      const { nodes, pageInfo }: Timelogs = page.value.item.timelogs;
      const found = nodes.find(isIt);
      if (found || !pageInfo.hasNextPage) return { kind: 'done', value: found ?? null };
      if (pageInfo.endCursor === null || pageInfo.endCursor === after) break;
      after = pageInfo.endCursor;
    }
    return { kind: 'unsure', error: 'Its list of time spent did not end.' };
  };
  const create: Tracker['create'] = async (name, { startedAt, minutes, comment }) => {
    const input = {
      issuableId: issuableOf(name.issueId).gid,
      timeSpent: `${minutes}m`,
      spentAt: startedAt.toISOString(),
      summary: `${comment} ${markerOf(name.timerId, name.day)}`.trim(),
    };
    const outcome = await request(CREATE, { input }, (data) => created.safeParse(data).data?.timelogCreate ?? null);
    if (outcome.kind !== 'done') return outcome;
    const { timelog: made, errors } = outcome.value;
    if (made) return { kind: 'done', value: made.id };
    return { kind: 'rejected', error: `GitLab says: ${errors.join(' ')}` };
  };
  return {
    canEdit: false,
    check: async () => {
      const outcome = await request(CHECK, {}, (data) => account.safeParse(data).data ?? null);
      if (outcome.kind !== 'done') return outcome;
      if (outcome.value.currentUser) return { kind: 'done', value: outcome.value.currentUser.username };
      return { kind: 'unauthorized', error: 'GitLab rejected this token.' };
    },
    create,
    // Never called: GitLab timelogs are removed and created instead of edited.
    update: (_remoteId, name, wanted) => create(name, wanted),
    remove: async (remoteId, name) => {
      const there = await search(name, ({ id }) => id === remoteId);
      if (there.kind !== 'done') return there;
      if (!there.value) return { kind: 'gone', error: 'The issue has no such worklog.' };
      if (!isMarkedWith(there.value.summary, markerOf(name.timerId, name.day))) return notOurs();
      const read = (data: unknown) => removed.safeParse(data).data?.timelogDelete ?? null;
      const outcome = await request(REMOVE, { input: { id: remoteId } }, read);
      if (outcome.kind !== 'done') return outcome;
      const { errors } = outcome.value;
      if (errors.length > 0) return { kind: 'rejected', error: `GitLab says: ${errors.join(' ')}` };
      return { kind: 'done', value: null };
    },
    find: async (name) => {
      const marker = markerOf(name.timerId, name.day);
      const found = await search(name, ({ summary }) => isMarkedWith(summary, marker));
      return found.kind === 'done' ? { kind: 'done', value: found.value?.id ?? null } : found;
    },
  };
}

/** `issue:12`, as in webhooks, in GraphQL's form. */
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
