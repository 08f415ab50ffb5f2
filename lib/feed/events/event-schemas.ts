import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { EVENT_TYPES, type EventType } from '#/lib/feed/events/event-types.ts';

/** `after` for the whole feed. */
export const FROM_THE_START = 'start';

const GROUPS = new Set(EVENT_TYPES.map((type) => type.split('.')[0]));

/** The types that `timer.started` or `timer.*` names. */
const typesInput = z
  .string()
  .max(100)
  .transform((text, check): readonly EventType[] => {
    const group = /^(\w+)\.\*$/.exec(text)?.[1];
    const types = EVENT_TYPES.filter((type) => (group ? type.startsWith(`${group}.`) : type === text));
    if (types.length === 0) {
      const groups = [...GROUPS].map((name) => `${name}.*`).join(', ');
      check.addIssue({ code: 'custom', message: `must be a type such as timer.started, or one of ${groups}` });
    }
    return types;
  })
  .meta({ example: 'timer.*' });

const filter = {
  type: typesInput.optional().describe('One type, or all types of a group: `timer.stopped`, `timer.*`.'),
  subject_id: z.uuid().optional().describe('What it is about: a timer, an alarm, a member, …'),
  user_id: z.uuid().optional().describe('The user whose data changed.'),
  actor_id: z.uuid().optional().describe('Who did it: a person, an API key or a session.'),
  from: instantInput.optional(),
  to: instantInput.optional().describe('Before this instant.'),
};

export const listEventsQuery = z
  .strictObject({
    ...filter,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: cursorInput.optional(),
    after: z
      .string()
      .min(1)
      .max(8_000)
      .optional()
      .describe(
        'Reads forward instead: everything after this position, in the order of changes, however late it was committed. `start` (the oldest event that is kept in full), a `next_after` of this list, or an `id` of the stream.',
      ),
  })
  .refine(({ cursor, after }) => !cursor || !after, {
    path: ['after'],
    error: 'reads forward, cursor reads back; send one of them',
  });

export const exportEventsQuery = z.strictObject({
  ...filter,
  format: z
    .enum(['csv', 'jsonl'])
    .default('jsonl')
    .describe(
      '`jsonl`: one event per line, as `GET /events` returns it. `csv`: one line per event, with the names of people.',
    ),
});

const facts = z.record(z.string(), z.unknown());

export const eventOut = z
  .object({
    id: z.string().meta({ example: '48211' }),
    type: z.enum(EVENT_TYPES),
    subject_id: z.uuid().describe('What it is about.'),
    user_id: z.uuid().nullable().describe('The user whose data changed; null if it concerns the workspace.'),
    actor: z
      .object({
        kind: z.string().describe('`session`, `api_key`, or `worker` for what the service did automatically.'),
        id: z.string(),
        user_id: z.uuid().optional().describe('The person behind it.'),
      })
      .describe('Who did it.'),
    request_id: z.string().nullable(),
    created_at: instantOut,
    data: facts.describe(
      '`before` and `after` are its states before and after the change; `before` is null if it was created, `after` if it is gone.',
    ),
  })
  .meta({ id: 'Event' });

export const eventListResponse = z
  .object({
    events: z.array(eventOut),
    next_cursor: z
      .string()
      .nullable()
      .describe('The cursor of the next, older page; null at the end, and when reading forward.'),
    next_after: z
      .string()
      .describe(
        'Send it as `after` to read what comes next, or to the stream as `last_event_id`: nothing is missed in between.',
      ),
    more: z.boolean().describe('There is more in this direction.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'EventList' });

export type ListEventsQuery = z.output<typeof listEventsQuery>;
/** The filter of events, for pages and exports. */
export type EventQuery = Omit<z.output<typeof exportEventsQuery>, 'format'>;
export type EventJson = z.input<typeof eventOut>;
