import type { AlarmSettings } from '#/lib/alarms/alarms/alarm.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

/** An alarm that this worker has claimed. It is the worker's own while the row has this version and the lease lasts. */
export type Claim = {
  id: string;
  workspaceId: string;
  version: number;
  /** Number of the attempt that was claimed, from 1. */
  attempt: number;
  maxAttempts: number;
  dueUs: Micros;
  createdUs: Micros;
  /** When this attempt is due: the alarm's due time, or a retry's. */
  attemptUs: Micros;
  /** After this others may reclaim it. */
  leaseUntilUs: Micros;
  deadlineUs: Micros | null;
  name: string | null;
  externalId: string | null;
  /** Null: it publishes an event in the feed; `broker://…`: to a message broker. */
  url: string | null;
  /** Like `settings`, empty until it is sent if `storedBytes` is set. */
  payload: string | null;
  settings: AlarmSettings;
  /** Set when payload and settings are large and still in the database: how many bytes they take there. */
  storedBytes: number | null;
  /** Set when it is a delivery to an endpoint. */
  endpointId: string | null;
  /** Set when it comes from the queue of this receiver, which is or was paused or limited. */
  receiverId: string | null;
  /** It had to wait for a slot of its own receiver or workspace. */
  wasHeld: boolean;
};

/** A claim that was not attempted: scheduled again, for `atUs` at the earliest, or into the queue of its receiver. */
export type ReleasedClaim = { claim: Claim; atUs: Micros; receiverId?: string };

/** Alarms overdue for longer are backlog. */
export const FRESH_US = 1_000 * MS_US;

/** Whose secrets sign it: those of the endpoint it goes to, else the workspace's. */
export function signerOf({ endpointId, workspaceId }: Claim): string {
  return endpointId ?? workspaceId;
}

const ENDPOINTS = '/endpoints';

/**
 * The tenant whose queue it waits in. Endpoints of a workspace have a queue apart from its alarms, so that a hanging
 * endpoint holds up no alarm.
 */
export function tenantOf({ endpointId, workspaceId }: Claim): string {
  return endpointId === null ? workspaceId : `${workspaceId}${ENDPOINTS}`;
}

/** Whether this is the queue of a workspace's endpoints, not of its alarms. */
export function ofEndpoints(tenant: string): boolean {
  return tenant.endsWith(ENDPOINTS);
}

/** The workspace of a tenant. */
export function ownerOf(tenant: string): string {
  return ofEndpoints(tenant) ? tenant.slice(0, -ENDPOINTS.length) : tenant;
}
