import { z } from 'zod';
import type { Issue, Provider } from '#/lib/tracking/ticket-sources/ticket-source.ts';

const TITLE_LENGTH = 500;
const URL_LENGTH = 2_000;
/** The maximum of a ticket's estimate, in seconds. */
const MAX_ESTIMATE = 100_000_000;

const READERS: Record<Provider, (payload: unknown) => Issue | null> = {
  github: fromGithub,
  gitlab: fromGitlab,
  jira: fromJira,
  linear: fromLinear,
};

/**
 * The issue that a webhook is about; null for other webhooks, such as a ping or a push. Pull and merge requests count
 * as issues: people work on them, and paste their URLs.
 */
export function readIssue(provider: Provider, payload: unknown): Issue | null {
  const issue = READERS[provider](payload);
  return (
    issue && { ...issue, title: issue.title.trim().slice(0, TITLE_LENGTH).toWellFormed(), url: shortEnough(issue.url) }
  );
}

// ---------------------------------------------------------------- GitHub

const githubIssue = z.object({
  id: z.number(),
  number: z.number(),
  title: z.string(),
  html_url: z.string(),
  // Webhooks of pinned issues come without it.
  state: z.enum(['open', 'closed']).optional(),
  closed_at: z.string().nullish(),
  updated_at: z.string(),
});
const githubEvent = z.object({
  action: z.string(),
  repository: z.object({ full_name: z.string() }),
  issue: githubIssue.extend({ pull_request: z.unknown().optional() }).optional(),
  pull_request: githubIssue.optional(),
});

/**
 * Events `issues` and `pull_request`. GitHub has no estimates. A transferred issue is a new issue in its new
 * repository, with a webhook of its own there. @see https://docs.github.com/webhooks/webhook-events-and-payloads
 */
function fromGithub(payload: unknown): Issue | null {
  const { data } = githubEvent.safeParse(payload);
  const source = data?.issue ?? data?.pull_request;
  // A change of a pull request's milestone is sent with the pull request as an issue, under another id.
  if (!data || !source || data.issue?.pull_request) return null;
  return {
    externalId: String(source.id),
    key: `${data.repository.full_name}#${source.number}`,
    title: source.title,
    url: source.html_url,
    isOpen: source.state ? source.state === 'open' : !source.closed_at,
    isDeleted: data.action === 'deleted' || data.action === 'transferred',
    updatedAt: new Date(source.updated_at),
  };
}

// ---------------------------------------------------------------- GitLab

const gitlabEvent = z.object({
  object_kind: z.enum(['issue', 'work_item', 'merge_request']),
  project: z.object({ path_with_namespace: z.string() }),
  object_attributes: z.object({
    id: z.number(),
    iid: z.number(),
    title: z.string(),
    url: z.string(),
    state: z.string(),
    updated_at: z.string(),
    time_estimate: z.number().optional(),
  }),
});

/**
 * Events `Issue Hook` and `Merge Request Hook`; estimates are in seconds, 0 for none.
 * @see https://docs.gitlab.com/user/project/integrations/webhook_events/
 */
function fromGitlab(payload: unknown): Issue | null {
  const { data } = gitlabEvent.safeParse(payload);
  if (!data) return null;
  const { object_attributes: source, project, object_kind: kind } = data;
  const isRequest = kind === 'merge_request';
  return {
    // Issues and merge requests have separate ids.
    externalId: `${isRequest ? 'merge_request' : 'issue'}:${source.id}`,
    key: `${project.path_with_namespace}${isRequest ? '!' : '#'}${source.iid}`,
    title: source.title,
    url: source.url,
    estimateSeconds: estimateOf(source.time_estimate),
    isOpen: source.state === 'opened' || source.state === 'locked',
    isDeleted: false,
    updatedAt: gitlabInstant(source.updated_at),
  };
}

/** ISO 8601, or `2017-09-15 16:50:55 UTC` from older servers. */
function gitlabInstant(text: string): Date {
  return new Date(text.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z'));
}

// ---------------------------------------------------------------- Jira

const jiraEvent = z.object({
  webhookEvent: z.string().regex(/^jira:issue_(?:created|updated|deleted)$/),
  timestamp: z.number(),
  issue: z.object({
    id: z.string(),
    key: z.string(),
    self: z.string(),
    fields: z.object({
      summary: z.string(),
      status: z.object({ statusCategory: z.object({ key: z.string() }) }),
      timeoriginalestimate: z.number().nullish(),
    }),
  }),
});

/**
 * Events of issues; the original estimate is in seconds. An issue is closed once its status is in the category Done.
 * @see https://developer.atlassian.com/cloud/jira/platform/webhooks/
 */
function fromJira(payload: unknown): Issue | null {
  const { data } = jiraEvent.safeParse(payload);
  if (!data) return null;
  const { issue, webhookEvent, timestamp } = data;
  return {
    externalId: issue.id,
    key: issue.key,
    title: issue.fields.summary,
    url: jiraUrl(issue.self, issue.key),
    estimateSeconds: estimateOf(issue.fields.timeoriginalestimate),
    isOpen: issue.fields.status.statusCategory.key !== 'done',
    isDeleted: webhookEvent === 'jira:issue_deleted',
    updatedAt: new Date(timestamp),
  };
}

/** The page of an issue: `self` is its URL in the REST API, perhaps below the base path of the server. */
function jiraUrl(self: string, key: string): string | null {
  const [base, path] = self.split('/rest/api/');
  return base && path ? `${base}/browse/${encodeURIComponent(key)}` : null;
}

// ---------------------------------------------------------------- Linear

const linearEvent = z.object({
  type: z.literal('Issue'),
  action: z.enum(['create', 'update', 'remove', 'restore']),
  url: z.string().optional(),
  data: z.object({
    id: z.string(),
    identifier: z.string(),
    title: z.string(),
    url: z.string().optional(),
    updatedAt: z.string(),
    archivedAt: z.string().nullish(),
    state: z.object({ type: z.string() }),
  }),
});
const LINEAR_CLOSED = ['completed', 'canceled', 'duplicate'];

/**
 * Events of the type Issue. Linear's estimates are points, not time.
 * @see https://linear.app/developers/webhooks
 */
function fromLinear(payload: unknown): Issue | null {
  const { data: event } = linearEvent.safeParse(payload);
  if (!event) return null;
  const { data, action } = event;
  return {
    externalId: data.id,
    key: data.identifier,
    title: data.title,
    url: data.url ?? event.url ?? null,
    isOpen: !LINEAR_CLOSED.includes(data.state.type) && !data.archivedAt,
    isDeleted: action === 'remove',
    updatedAt: new Date(data.updatedAt),
  };
}

// ---------------------------------------------------------------- shared

/** Whole seconds, null for none. */
function estimateOf(seconds: number | null | undefined): number | null {
  if (!seconds || seconds < 1) return null;
  return Math.min(Math.round(seconds), MAX_ESTIMATE);
}

/** Only links to web pages, and only if short enough to store. */
function shortEnough(url: string | null): string | null {
  return url && url.length <= URL_LENGTH && /^https?:\/\//.test(url) ? url : null;
}
