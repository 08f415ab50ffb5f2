/** The groups of operations, in the order in which the reference shows them. */
export const TAGS: Record<string, string> = {
  Time: "The server's clock, to calibrate displays against.",
  Account: 'Who you are, in which workspace, and what you may do.',
  Notifications: 'What you are notified of by inbox, push, and email, once for each event, and how.',
  Workspaces: 'A workspace is the tenant: everything belongs to one, and nothing is visible from another.',
  Members: 'The people of the workspace, and what each may do there.',
  'API keys': 'API keys authenticate programs: each acts for a member, within its scopes.',
  Invitations: 'Links to join the workspace.',
  Timers:
    'A timer is one session of work: started, paused, resumed, stopped. Its pauses lie between its spans; elapsed time is the sum of the spans. A person has at most one running timer.',
  Corrections:
    'Changes of recorded time after the fact, of one timer or many at once: previewed before they are made, with a reason, and reverted whenever nothing has changed since.',
  Imports:
    'Time entries from the CSV files of other products: looked at in a dry run, recorded as one, and undone as one.',
  Tickets: 'What time is spent on: a key such as `API-412`, a title, and optionally a URL.',
  Reports: 'Where the time went: sums by day, project, ticket, and more, also as files.',
  'Ticket sources': 'Issue trackers whose webhooks keep tickets up to date: GitHub, GitLab, Jira, and Linear.',
  Projects: 'What tickets and timers belong to.',
  Sync: 'What has changed since the last sync, for copies that are kept up to date. Nothing is missed, however late it commits.',
  Alarms:
    'An alarm fires once, when it is due: it calls a webhook or publishes an event, within milliseconds of its due time and never before. Its attempts are kept, and an abort is final.',
  Schedules:
    'Recurring alarms, by a cron expression in a time zone or an ISO 8601 repeating interval. Each run is its own alarm.',
  Receivers:
    'Pause delivery, or limit its rate and concurrency, to an origin that alarms call or to an endpoint. Delivery of the whole workspace can only be paused.',
  Brokers:
    'Message brokers (Redis Streams, RabbitMQ, and NATS JetStream): alarms publish CloudEvents to them, and events on them become alarms.',
  Endpoints: 'Webhook subscriptions of the workspace to types of events, and the log of what was delivered.',
  'Webhook events':
    'What is sent: to endpoints, an event of each type that they subscribe to; by alarms, the alarm. Verify it with any library of [Standard Webhooks](https://www.standardwebhooks.com).',
  'Webhook secrets': 'Secrets that webhooks are signed with, following Standard Webhooks.',
  Events: 'The feed of everything that changed: who, when, before and after.',
  'Live updates': 'Changes as they happen, as server-sent events or over a WebSocket.',
  Weeks: 'Seven days of a member: submitted by them, approved or returned by an owner or admin.',
  Exports: 'Recorded time as files and as a calendar, each from the same rows.',
  Operations: 'The health of the service, by the minute, for whoever runs it.',
  Service: 'For monitors and tools: whether it is up and ready, and its API document.',
};
