import { ALL_PAGES, openTo } from '#/components/layout/pages.ts';

export type ShortcutGroup = { title: string; keys: (readonly [keys: string, does: string])[] };

/** Every key of the product, as shown in the sheet. Add a new key here. */
const GROUPS: ShortcutGroup[] = [
  {
    title: 'Anywhere',
    keys: [
      ['⌘ K', 'Search or run'],
      ['⌘ Z', 'Undo the last change'],
      ['G I', 'Notifications'],
      ['?', 'Show this list'],
      ['Esc', 'Close'],
    ],
  },
  {
    title: 'Timer',
    keys: [
      ['N', 'New timer'],
      ['W', 'Switch to something else'],
      ['P', 'Pause or resume'],
      ['S', 'Stop'],
      ['B', 'Skip to the break, or back to work'],
      ['R', 'Restart the phase'],
      ['Q', 'Answer a question about it'],
      ['E', 'Edit the title'],
      ['1 – 4', 'Start from Start next'],
      ['A', 'Add time by hand'],
    ],
  },
  {
    title: 'Still working? Was it work?',
    keys: [
      ['T C', 'Trim and stop, trim and continue'],
      ['K', 'Keep all of it'],
      ['O X', 'Another time, another ticket'],
      ['S Esc', 'Stop now, ask later'],
    ],
  },
  {
    title: 'Entries on Today',
    keys: [
      ['E', 'Edit its title and times'],
      ['X M', 'Split it, merge it with the previous one'],
      ['D ⌫', 'Duplicate, delete it'],
      ['I', 'Pin its ticket'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      ['J K', 'Next, previous row'],
      ['↵', 'Continue or open'],
      ['→ ←', 'Show, hide its spans'],
      ['/', 'Find in the list'],
      ['E', 'Edit the row'],
      ['I', 'Pin or unpin a ticket'],
      ['C', 'Create on this page'],
    ],
  },
  {
    title: 'Calendar and timesheet',
    keys: [
      ['[ ]', 'Previous, next day, week or month'],
      ['T', 'Today'],
      ['A', 'Add time at the focused slot or day'],
      ['↵', 'Edit the focused entry'],
      ['⌥ ↑ ↓ ← →', 'Move it by a step, by a day'],
      ['⇧ ↑ ↓', 'Make it shorter, longer'],
      ['⌫', 'Delete it'],
      ['↵', 'Open the focused day of a month'],
      ['⇞ ⇟', 'Previous, next month, on a day of one'],
    ],
  },
  {
    title: 'Reports',
    keys: [
      ['F', 'Add a filter'],
      ['X', 'Export what the report shows'],
    ],
  },
  {
    title: 'Charts',
    keys: [
      ['← →', 'Previous, next point'],
      ['⌥ T', 'Show as a table, as a chart'],
    ],
  },
  {
    title: 'Alarms',
    keys: [
      ['R', 'Try now, redrive, or duplicate'],
      ['⌫', 'Abort'],
      ['X', 'Select a dead letter'],
      ['D', 'Dead letters, on Operations; R redrives them all'],
    ],
  },
  {
    title: 'Weeks',
    keys: [
      ['↵', 'Show its time'],
      ['⌘ ↵', 'Approve it'],
      ['R', 'Return it'],
    ],
  },
  {
    title: 'Audit log',
    keys: [
      ['F', 'Filter'],
      ['↵', 'Show the whole entry'],
    ],
  },
  {
    title: 'Corrections',
    keys: [
      ['F', 'Find a member’s day'],
      ['J K', 'Next, previous timer; ↵ opens'],
      ['X', 'Select several; in the editor, split the span'],
      ['⇧ ↑ ↓', 'Extend the selection'],
      ['M', 'Move to another ticket'],
      ['← →', 'Move an end or a span by 1 min'],
      ['⇧ ← →', 'Move it by 15 min; Page Up and Down by 1 h'],
      ['⌘ ↵', 'Save the correction'],
    ],
  },
];

/** Groups of keys that only work with a scope. */
const SCOPES: Record<string, string> = {
  Reports: 'timers:read',
  Alarms: 'alarms:read',
  Weeks: 'weeks:approve',
  'Audit log': 'events:read_all',
  Corrections: 'admin:corrections',
};

/** The keys that work with these scopes. */
export function shortcutGroups(scopes: readonly string[]): ShortcutGroup[] {
  const pages = openTo(scopes, ALL_PAGES).map(({ keys, name }) => [keys, name] as const);
  const own = GROUPS.filter(({ title }) => !SCOPES[title] || scopes.includes(SCOPES[title]));
  return [...own, { title: 'Go to', keys: pages }];
}
