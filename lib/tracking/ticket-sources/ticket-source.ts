/** Issue trackers whose webhooks are understood. */
export const PROVIDERS = ['github', 'gitlab', 'jira', 'linear'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<Provider, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  jira: 'Jira',
  linear: 'Linear',
};

/** Of one workspace. */
export const MAX_TICKET_SOURCES = 20;
export const SECRET_LENGTH = { min: 16, max: 200 };

/** An issue tracker of a workspace whose webhooks keep tickets current. */
export type TicketSource = {
  id: string;
  workspaceId: string;
  provider: Provider;
  name: string;
  secret: string;
  /** What tickets that it creates belong to. */
  project: { id: string; name: string } | null;
  /** Whether an issue that is no ticket yet becomes one. */
  createsTickets: boolean;
  /** The API key, else the user, that made it. */
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  /** The last webhook with a valid signature. */
  lastReceivedAt: Date | null;
  /** The last webhook that was rejected, and the error code that it got. */
  lastRejectedAt: Date | null;
  lastError: string | null;
  version: number;
};

/** What a webhook says about an issue. */
export type Issue = {
  /** The provider's own id, which stays when the key changes. */
  externalId: string;
  /** As people paste it: `acme/api#34`, `API-412`. */
  key: string;
  title: string;
  url: string | null;
  /** Undefined where the provider has none: the ticket keeps its own. */
  estimateSeconds?: number | null;
  isOpen: boolean;
  isDeleted: boolean;
  /** By the provider's clock. */
  updatedAt: Date;
};

/** Which issue a ticket is, and what its source said last. */
export type TicketLink = { ticketId: string; isOpen: boolean; issueUpdatedAt: Date };

/** What became of a webhook. */
export type DeliveryOutcome = 'created' | 'updated' | 'unchanged' | 'stale' | 'ignored';
