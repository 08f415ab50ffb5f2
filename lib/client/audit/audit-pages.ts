import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

export type EventPageJson = {
  events: EventJson[];
  next_cursor: string | null;
  /** Where reading forward continues. */
  next_after: string;
  /** Whether there is more in the direction of reading. */
  more: boolean;
  server_time: string;
};

/** The first page of a list, newest first, with newer entries; each entry once. */
export function withNewEvents(first: EventPageJson, newer: EventPageJson): EventPageJson {
  const known = new Set(first.events.map(({ id }) => id));
  const added = newer.events.filter(({ id }) => !known.has(id));
  const events = [...added, ...first.events].sort(newestFirst);
  return { ...first, events, next_after: newer.next_after };
}

/** In the API's order: an entry that was begun earlier and committed later is placed between the shown ones. */
function newestFirst(a: EventJson, b: EventJson): number {
  return Date.parse(b.created_at) - Date.parse(a.created_at) || Number(BigInt(b.id) - BigInt(a.id));
}

/** `3 new entries`; with more than were read, `50+ new entries`; null without any. */
export function newEventsLabel(newer: EventPageJson | undefined): string | null {
  const count = newer?.events.length ?? 0;
  if (!newer || count === 0) return null;
  return newer.more ? `${count}+ new entries` : `${count} new ${count === 1 ? 'entry' : 'entries'}`;
}
