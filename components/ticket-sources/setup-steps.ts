import type { Provider } from '#/lib/tracking/ticket-sources/ticket-source.ts';

/** Where to set up a webhook at each provider, and what to choose there. */
export const SETUP_STEPS: Record<Provider, string> = {
  github:
    'In the repository or organization: Settings, Webhooks, Add webhook. Content type application/json; events Issues and Pull requests.',
  gitlab: 'In the project or group: Settings, Webhooks. Triggers Issues events and Merge request events.',
  jira: 'In Jira: Settings, System, WebHooks. Events: issue created, updated, and deleted.',
  linear: 'In Linear: Settings, API, Webhooks. Data change events: Issues. Linear generates the secret: enter it here.',
};
