import { DAY_MS } from '#/lib/core/duration.ts';

/**
 * What the webhooks of a workspace, or of one of its endpoints, are signed with. The one without an end is in force;
 * earlier ones expire.
 */
export type WebhookSecret = {
  id: string;
  workspaceId: string;
  /** Null: the workspace's own. */
  endpointId: string | null;
  /** `whsec_` and base64, the format of Standard Webhooks. */
  secret: string;
  createdAt: Date;
  /** Exclusive: at this instant nothing is signed with it anymore. */
  expiresAt: Date | null;
};

/** How long the earlier secret keeps signing too, so that receivers can switch over. */
export const DEFAULT_OVERLAP_MS = DAY_MS;
export const MAX_OVERLAP_MS = 7 * DAY_MS;
/** Each valid secret adds a signature of 50 bytes to every webhook. */
export const MAX_VALID = 5;
/** `whsec_` and six characters: enough to tell secrets apart without revealing them. */
const PREFIX_LENGTH = 12;

/** Whose webhooks it signs. */
export type Signer = Pick<WebhookSecret, 'workspaceId' | 'endpointId'>;

/** The id of the signer: the endpoint's, else the workspace's. */
export function signerIdOf({ workspaceId, endpointId }: Signer): string {
  return endpointId ?? workspaceId;
}

/** The start of a secret, for lists. */
export function prefixOf({ secret }: Pick<WebhookSecret, 'secret'>): string {
  return secret.slice(0, PREFIX_LENGTH);
}

/** True when another one would exceed the limit, since earlier ones stay valid for a while. */
export function isFull(valid: readonly WebhookSecret[], overlapMs: number): boolean {
  return overlapMs > 0 && valid.length >= MAX_VALID;
}
