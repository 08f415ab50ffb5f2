// Webhooks of GitLab, Jira and Linear, following their documentation: invented, and shortened to the relevant parts.
// GitHub publishes its own as a package.

/** @see https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export function gitlabIssue(attributes: object = {}) {
  return {
    object_kind: 'issue',
    event_type: 'issue',
    user: { id: 1, name: 'Robin Example', username: 'robin' },
    project: {
      id: 7,
      name: 'API',
      path_with_namespace: 'acme/tools/api',
      web_url: 'https://gitlab.example/acme/tools/api',
    },
    object_attributes: {
      id: 301,
      iid: 23,
      title: 'New API: create and update files',
      state: 'opened',
      action: 'update',
      time_estimate: 5_400,
      total_time_spent: 0,
      updated_at: '2026-11-19T13:32:08.123Z',
      url: 'https://gitlab.example/acme/tools/api/-/issues/23',
      ...attributes,
    },
    labels: [],
    changes: {},
  };
}

/** @see https://developer.atlassian.com/cloud/jira/platform/webhooks/ */
export function jiraIssue(fields: object = {}, event: object = {}) {
  return {
    timestamp: Date.parse('2026-11-19T13:32:08.123Z'),
    webhookEvent: 'jira:issue_updated',
    issue_event_type_name: 'issue_generic',
    user: { accountId: '5b10a2844c20165700ede21g', displayName: 'Robin Example' },
    issue: {
      id: '10412',
      self: 'https://acme.atlassian.net/rest/api/2/issue/10412',
      key: 'API-412',
      fields: {
        summary: 'Rate limiter returns 429 too early',
        status: { name: 'In Progress', statusCategory: { id: 4, key: 'indeterminate' } },
        timeoriginalestimate: 7_200,
        project: { key: 'API', name: 'Core API' },
        ...fields,
      },
    },
    changelog: { id: '10124', items: [] },
    ...event,
  };
}

/** @see https://linear.app/developers/webhooks */
export function linearIssue(data: object = {}, event: object = {}) {
  return {
    action: 'update',
    type: 'Issue',
    createdAt: '2026-11-19T13:32:08.123Z',
    data: {
      id: '2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9',
      identifier: 'ENG-77',
      number: 77,
      title: 'Sign webhooks',
      estimate: 3,
      url: 'https://linear.app/acme/issue/ENG-77/sign-webhooks',
      updatedAt: '2026-11-19T13:32:08.123Z',
      state: { id: 'aaa', name: 'In Progress', type: 'started' },
      team: { id: 'bbb', key: 'ENG', name: 'Engineering' },
      ...data,
    },
    updatedFrom: { updatedAt: '2026-11-18T10:00:00.000Z' },
    url: 'https://linear.app/acme/issue/ENG-77/sign-webhooks',
    webhookTimestamp: Date.parse('2026-11-19T13:32:09.000Z'),
    ...event,
  };
}
