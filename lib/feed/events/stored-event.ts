import { renameMembers } from '#/lib/core/rename-members.ts';
import type { Facts } from '#/lib/feed/events/event.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';

// Rows of the feed, subscriptions of endpoints, and deliveries keep their names of before 1.0: processes of the previous
// version write and read the same rows. They are translated here, and nowhere else.

type Names = Readonly<Record<string, string>>;

/** Stored types by the current ones. */
const STORED_TYPES: Readonly<Partial<Record<EventType, string>>> = {
  'alarm.rescheduled': 'alarm.moved',
  'endpoint.resent': 'endpoint.replayed',
};
const CURRENT_TYPES = inverted(STORED_TYPES as Names);

/** Stored names of members of the data by the current ones, for each noun of a type. */
const STORED_NAMES: Readonly<Record<string, Names>> = {
  timer: { comment: 'words', acted_at: 'pressed_at' },
  // Created with a timer that was started offline.
  ticket: { acted_at: 'pressed_at' },
  project: { acted_at: 'pressed_at' },
  week: { comment: 'words' },
  notification: { comment: 'words' },
};
const CURRENT_NAMES: Readonly<Record<string, { names: Names; pattern: RegExp }>> = Object.fromEntries(
  Object.entries(STORED_NAMES).map(([noun, names]) => [noun, { names: inverted(names), pattern: memberOf(names) }]),
);

/** Types in JSON text of events about endpoints. */
const TYPES_MEMBER = /"event_types?"\s*:\s*(?:\[[^\]]*\]|"[^"]*")/g;

/** A type, or anything else that an endpoint subscribes to or is sent, as rows store it. */
export function storedType(type: string): string {
  return STORED_TYPES[type as EventType] ?? type;
}

/** A stored type by its current name. */
export function currentType<T extends string>(stored: T): T {
  return (CURRENT_TYPES[stored] as T | undefined) ?? stored;
}

/** The data of an event as its row stores it. */
export function storedData<D extends object>(type: string, data: D): D {
  const noun = nounOf(type);
  if (noun === 'endpoint') return withTypes(data, storedType);
  const names = STORED_NAMES[noun];
  return names ? renameMembers(data, names) : data;
}

/** The data of a stored event with its current names. */
export function currentData<D extends object>(type: string, data: D): D {
  const noun = nounOf(type);
  if (noun === 'endpoint') return withTypes(data, currentType);
  const current = CURRENT_NAMES[noun];
  return current ? renameMembers(data, current.names) : data;
}

/** As `currentData`, for the data of a delivery: JSON text, which keeps its spaces and numbers. */
export function currentJson(type: string, json: string): string {
  const noun = nounOf(type);
  if (noun === 'endpoint') {
    return json.replace(TYPES_MEMBER, (member) => member.replace(/[\w.]+/g, (name) => currentType(name)));
  }
  const current = CURRENT_NAMES[noun];
  if (!current) return json;
  return json.replace(current.pattern, (_match, name: string) => `"${current.names[name]}"`);
}

function nounOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}

/** With the types that an endpoint, before or after, subscribes to, or the type that was resent, called otherwise. */
function withTypes<D extends object>(data: D, translate: (type: string) => string): D {
  const translated = Object.entries(data).map(([name, member]) => {
    const { event_types, event_type } = (member ?? {}) as Facts;
    const types = {
      ...(Array.isArray(event_types) && { event_types: event_types.map(translate) }),
      ...(typeof event_type === 'string' && { event_type: translate(event_type) }),
    };
    return [name, Object.keys(types).length > 0 ? { ...(member as Facts), ...types } : member];
  });
  return Object.fromEntries(translated) as D;
}

function inverted(names: Names): Names {
  return Object.fromEntries(Object.entries(names).map(([current, stored]) => [stored, current]));
}

/** The name of a member in JSON text. Quotes within a string are escaped, so a text that contains it never matches. */
function memberOf(names: Names): RegExp {
  return new RegExp(`"(${Object.values(names).join('|')})"(?=\\s*:)`, 'g');
}
