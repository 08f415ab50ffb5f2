/** Issue trackers whose webhooks are understood. */
export const PROVIDERS = ['github', 'gitlab', 'jira', 'linear'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<Provider, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  jira: 'Jira',
  linear: 'Linear',
};

/** Per workspace. */
export const MAX_TICKET_SOURCES = 20;
export const SECRET_LENGTH = { min: 16, max: 200 };

/** An issue tracker of a workspace whose webhooks keep tickets current. */
export type TicketSource = {
  id: string;
  workspaceId: string;
  provider: Provider;
  name: string;
  secret: string;
  /** The project of the tickets it creates. */
  project: { id: string; name: string } | null;
  /** Whether an issue without a ticket gets one. */
  createsTickets: boolean;
  /** The API key that created it, else the user. */
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  /** The last webhook with a valid signature. */
  lastReceivedAt: Date | null;
  /** The last webhook that was rejected, and its error code. */
  lastRejectedAt: Date | null;
  lastError: string | null;
  version: number;
};

/** The fields of an issue in a webhook. */
export type Issue = {
  /** The provider's own id, which stays when the key changes. */
  externalId: string;
  /** As people paste it: `acme/api#34`, `API-412`. */
  key: string;
  title: string;
  url: string | null;
  /** Undefined when the provider has no estimates: the ticket keeps its own. */
  estimateSeconds?: number | null;
  isOpen: boolean;
  isDeleted: boolean;
  /** By the provider's clock. */
  updatedAt: Date;
};

/** The issue that a ticket belongs to, and its last state from the source. */
export type TicketLink = { ticketId: string; isOpen: boolean; issueUpdatedAt: Date };

/** The effect of a webhook. */
export type DeliveryOutcome = 'created' | 'updated' | 'unchanged' | 'stale' | 'ignored';
