import examples from '@octokit/webhooks-examples';
import { describe, expect, test } from 'vitest';
import { readIssue } from '#/lib/tracking/ticket-sources/read-issue.ts';
import { gitlabIssue, jiraIssue, linearIssue } from '#/test/tracking/issues.fixture.ts';

const AT = new Date('2026-11-19T13:32:08.123Z');

function githubExamples(name: string): { action?: string }[] {
  return (examples.find((event) => event.name === name)?.examples ?? []) as { action?: string }[];
}

describe("GitHub's own examples", () => {
  const payloads = githubExamples('issues').map(({ action, ...rest }, place) => {
    const { issue } = rest as { issue: { state?: string; closed_at: string | null; pull_request?: object } };
    return { action, place, issue, payload: { action, ...rest } };
  });

  test.each(payloads.filter(({ issue }) => !issue.pull_request))(
    'for an issue that is $action ($place) name the issue',
    ({ payload, issue: { state, closed_at } }) => {
      const issue = readIssue('github', payload);
      expect(issue).toMatchObject({
        key: expect.stringMatching(/^[\w.-]+\/[\w.-]+#\d+$/),
        title: expect.stringMatching(/./),
        url: expect.stringMatching(/^https:\/\/.+\/(issues|pull)\/\d+$/),
        isOpen: (state ?? (closed_at ? 'closed' : 'open')) === 'open',
        isDeleted: payload.action === 'deleted' || payload.action === 'transferred',
      });
      expect(Number.isNaN(issue?.updatedAt.getTime())).toBe(false);
      expect(issue).not.toHaveProperty('estimateSeconds');
    },
  );

  test('for the milestone of a pull request, sent as an issue with another id, are ignored', () => {
    const requests = payloads.filter(({ issue }) => issue.pull_request);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.map(({ payload }) => readIssue('github', payload))).toEqual(requests.map(() => null));
  });

  test('for a pull request name it by its own number, open until it is closed or merged', () => {
    const found = githubExamples('pull_request').map((payload) => readIssue('github', payload));
    expect(found.length).toBeGreaterThan(5);
    expect(new Set(found.map((issue) => issue?.isOpen))).toEqual(new Set([true, false]));
    expect(found.every((issue) => issue && /#\d+$/.test(issue.key))).toBe(true);
  });

  test.each(['ping', 'push', 'star', 'release', 'workflow_run', 'check_run'])('for %s name no issue', (name) => {
    expect(githubExamples(name).length).toBeGreaterThan(0);
    for (const payload of githubExamples(name)) expect(readIssue('github', payload)).toBeNull();
  });
});

describe('GitLab', () => {
  test('has key, title, page, estimate and state of an issue', () => {
    expect(readIssue('gitlab', gitlabIssue())).toEqual({
      externalId: 'issue:301',
      key: 'acme/tools/api#23',
      title: 'New API: create and update files',
      url: 'https://gitlab.example/acme/tools/api/-/issues/23',
      estimateSeconds: 5_400,
      isOpen: true,
      isDeleted: false,
      updatedAt: AT,
    });
  });

  test.each([
    ['closed', { state: 'closed' }, { isOpen: false }],
    ['without an estimate', { time_estimate: 0 }, { estimateSeconds: null }],
    ['of an older server', { updated_at: '2017-09-15 16:50:55 UTC' }, { updatedAt: new Date('2017-09-15T16:50:55Z') }],
  ])('reports an issue that is %s', (_what, attributes, expected) => {
    expect(readIssue('gitlab', gitlabIssue(attributes))).toMatchObject(expected);
  });

  test('counts merge requests separately from issues', () => {
    const request = { ...gitlabIssue({ state: 'merged' }), object_kind: 'merge_request' };
    expect(readIssue('gitlab', request)).toMatchObject({
      externalId: 'merge_request:301',
      key: 'acme/tools/api!23',
      isOpen: false,
    });
  });
});

describe('Jira', () => {
  test('has key, summary, page, original estimate and status of an issue', () => {
    expect(readIssue('jira', jiraIssue())).toEqual({
      externalId: '10412',
      key: 'API-412',
      title: 'Rate limiter returns 429 too early',
      url: 'https://acme.atlassian.net/browse/API-412',
      estimateSeconds: 7_200,
      isOpen: true,
      isDeleted: false,
      updatedAt: AT,
    });
  });

  test('counts an issue as closed once its status is in the category Done', () => {
    const done = { status: { name: 'Shipped', statusCategory: { key: 'done' } } };
    expect(readIssue('jira', jiraIssue(done))).toMatchObject({ isOpen: false });
  });

  test.each([
    ['no estimate', { timeoriginalestimate: null }, {}, { estimateSeconds: null }],
    ['a deleted issue', {}, { webhookEvent: 'jira:issue_deleted' }, { isDeleted: true }],
  ])('reports %s', (_what, fields, event, expected) => {
    expect(readIssue('jira', jiraIssue(fields, event))).toMatchObject(expected);
  });

  test('omits the page if the server’s URL is unknown', () => {
    const payload = jiraIssue();
    payload.issue.self = 'jira';
    expect(readIssue('jira', payload)).toMatchObject({ url: null });
  });
});

describe('Linear', () => {
  test('has identifier, title, page and state of an issue, and ignores its points', () => {
    const issue = readIssue('linear', linearIssue());
    expect(issue).toEqual({
      externalId: '2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9',
      key: 'ENG-77',
      title: 'Sign webhooks',
      url: 'https://linear.app/acme/issue/ENG-77/sign-webhooks',
      isOpen: true,
      isDeleted: false,
      updatedAt: AT,
    });
  });

  test.each([
    ['completed', { state: { type: 'completed' } }, {}, { isOpen: false }],
    ['canceled', { state: { type: 'canceled' } }, {}, { isOpen: false }],
    ['archived', { archivedAt: '2026-11-19T13:32:08.123Z' }, {}, { isOpen: false }],
    ['in the backlog', { state: { type: 'backlog' } }, {}, { isOpen: true }],
    ['removed', {}, { action: 'remove' }, { isDeleted: true }],
  ])('reports an issue that is %s', (_what, data, event, expected) => {
    expect(readIssue('linear', linearIssue(data, event))).toMatchObject(expected);
  });
});

test.each([
  ['nothing', null],
  ['a text', 'ping'],
  ['another event', { object_kind: 'push', type: 'Comment', webhookEvent: 'comment_created', action: 'created' }],
  ['an issue without a title', { object_kind: 'issue', issue: {}, data: {}, object_attributes: {} }],
])('%s names no issue, for any provider', (_what, payload) => {
  for (const provider of ['github', 'gitlab', 'jira', 'linear'] as const) {
    expect(readIssue(provider, payload)).toBeNull();
  }
});

test('a title that is too long is cut at a whole character, and an invalid page URL is omitted', () => {
  const title = `${'x'.repeat(499)}😀 and more`;
  expect(readIssue('gitlab', gitlabIssue({ title }))?.title).toBe(`${'x'.repeat(499)}\ufffd`);
  expect(readIssue('gitlab', gitlabIssue({ url: 'javascript:alert(1)' }))?.url).toBeNull();
});
