import type { Role } from '#/lib/context/context.ts';

export type Member = {
  name: string;
  email: string;
  role: Role;
  timeZone: string;
  /** In their own time zone. */
  startsAtHour: number;
  projects: readonly string[];
};

/** Who works in the demo. The first one owns the workspace. */
export const TEAM: readonly [Member, ...Member[]] = [
  {
    name: 'Maya Lindqvist',
    email: 'maya@demo.example',
    role: 'owner',
    timeZone: 'Europe/Stockholm',
    startsAtHour: 8,
    projects: ['Public API', 'Operations'],
  },
  {
    name: 'Tomás Ferreira',
    email: 'tomas@demo.example',
    role: 'admin',
    timeZone: 'Europe/Lisbon',
    startsAtHour: 9,
    projects: ['Web app', 'Public API'],
  },
  {
    name: 'Aiko Mori',
    email: 'aiko@demo.example',
    role: 'member',
    timeZone: 'Asia/Tokyo',
    startsAtHour: 9,
    projects: ['Web app'],
  },
  {
    name: 'Devon Clarke',
    email: 'devon@demo.example',
    role: 'member',
    timeZone: 'America/Toronto',
    startsAtHour: 10,
    projects: ['Operations', 'Public API'],
  },
];

export const TICKETS: readonly { key: string; title: string; project: string }[] = [
  { key: 'API-377', title: 'Document the rate limit headers', project: 'Public API' },
  { key: 'API-398', title: 'Idempotency keys for timer start', project: 'Public API' },
  { key: 'API-405', title: 'Cursor pagination skips a row on equal times', project: 'Public API' },
  { key: 'API-412', title: 'Rate limiter returns 429 too early', project: 'Public API' },
  { key: 'API-420', title: 'Problem details for webhook errors', project: 'Public API' },
  { key: 'WEB-193', title: 'Keyboard path through the ticket picker', project: 'Web app' },
  { key: 'WEB-208', title: 'Calendar drops the last span on DST change', project: 'Web app' },
  { key: 'WEB-211', title: 'Report export times out', project: 'Web app' },
  { key: 'WEB-219', title: 'Dark theme flashes on first load', project: 'Web app' },
  { key: 'OPS-77', title: 'Rotate the webhook signing secret', project: 'Operations' },
  { key: 'OPS-81', title: 'Alarm worker lease renewal', project: 'Operations' },
  { key: 'OPS-84', title: 'Alert when the oldest overdue alarm passes 30 s', project: 'Operations' },
];

export const STAND_UP = { key: 'TEAM-14', title: 'Stand-up', project: 'Team' };

export const TAGS = ['bug', 'deep-work', 'review', 'support', 'pairing'] as const;
