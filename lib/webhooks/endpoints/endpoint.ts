import type { WebhookFormat } from '#/lib/alarms/alarms/alarm.ts';

/** `manual`: by a person; `failing`: nothing could be delivered for too long. */
export type DisabledReason = 'manual' | 'failing';
export type EndpointFormat = Exclude<WebhookFormat, 'raw'>;

/** A workspace's webhook subscription to its events. */
export type Endpoint = {
  id: string;
  workspaceId: string;
  /** The API key, else the user, that created it. */
  createdBy: string;
  url: string;
  description: string | null;
  /** Types such as `timer.stopped`, groups such as `timer.*`, or `*`. */
  eventTypes: string[];
  format: EndpointFormat;
  maxAttempts: number;
  /** Null while it is enabled. */
  disabledAt: Date | null;
  disabledReason: DisabledReason | null;
  /** First failed attempt after the last success; null while it works. */
  failingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

/** Outcomes of an endpoint's deliveries in a period, the latest 1,000 of them. */
export type EndpointHealth = { delivered: number; failed: number; retrying: number };

/** Limit for counting open deliveries of an endpoint before responding. */
export const MAX_COUNTED = 10_000;

/** Per workspace. */
export const MAX_ENDPOINTS = 50;

/** Each type once, without types that a group or `*` already includes. */
export function distinctTypes(types: readonly string[]): string[] {
  if (types.includes('*')) return ['*'];
  const groups = new Set(types.filter((type) => type.endsWith('.*')));
  return [...new Set(types)].filter((type) => groups.has(type) || !groups.has(`${type.split('.')[0]}.*`));
}
