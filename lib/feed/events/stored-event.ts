import { renameMembers } from '#/lib/core/rename-members.ts';
import type { EventData } from '#/lib/feed/events/event.ts';

// Rows of the feed, and deliveries made from them, keep their names of before 1.0: processes of the previous version
// write and read the same rows. They are translated here, and nowhere else.

type Names = Readonly<Record<string, string>>;

/** Stored names of members of the data by their current ones, for each noun of a type. */
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

/** The data of an event as its row stores it. */
export function storedData(type: string, data: EventData): EventData {
  const names = STORED_NAMES[nounOf(type)];
  return names ? renameMembers(data, names) : data;
}

/** The data of a stored event with its current names. */
export function currentData(type: string, data: EventData): EventData {
  const current = CURRENT_NAMES[nounOf(type)];
  return current ? renameMembers(data, current.names) : data;
}

/** As `currentData`, for the data of a delivery: JSON text, which keeps its spaces and numbers. */
export function currentJson(type: string, json: string): string {
  const current = CURRENT_NAMES[nounOf(type)];
  if (!current) return json;
  return json.replace(current.pattern, (_match, name: string) => `"${current.names[name]}"`);
}

function nounOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}

function inverted(names: Names): Names {
  return Object.fromEntries(Object.entries(names).map(([current, stored]) => [stored, current]));
}

/** The name of a member in JSON text. Quotes within a string are escaped, so a text that contains it never matches. */
function memberOf(names: Names): RegExp {
  return new RegExp(`"(${Object.values(names).join('|')})"(?=\\s*:)`, 'g');
}
