import { z } from 'zod';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { EVENT_TYPES } from '#/lib/feed/events/event-types.ts';
import { findTopic, TOPIC_DESCRIPTION, type Topic } from '#/lib/feed/topics/topic.ts';

/** The most topics of one socket or stream. */
export const MAX_TOPICS = 100;

/** The data of `reset`. */
export const RESET_DETAIL =
  'The cursor is unknown or too old: something was missed. Read the state again, then continue from here.';

const topicInput = z
  .string()
  .max(220)
  .transform((name, check): Topic => {
    const topic = findTopic(name);
    if (topic) return topic;
    check.addIssue({ code: 'custom', message: `must be ${TOPIC_DESCRIPTION}` });
    return z.NEVER;
  })
  .describe(`What to follow: ${TOPIC_DESCRIPTION}.`);

/** A comma in a name is written `%2C`, percent-encoded once more as every query is. */
const topicsInList = z
  .string()
  .max(8_000)
  .transform((text) => text.split(',').filter(Boolean).map(decodePart))
  .pipe(z.array(topicInput).min(1, `must be some of ${TOPIC_DESCRIPTION}`).max(MAX_TOPICS));

const lastEventId = z.string().max(8_000);

export const streamQuery = z.strictObject({
  topics: topicsInList
    .optional()
    .describe(
      `What to follow, with commas between: ${TOPIC_DESCRIPTION}. Without it, \`timers\` and \`alarms\`, for a session \`members\`, \`tickets\`, \`projects\`, \`imports\` and \`notifications\` too, as far as you may.`,
    ),
  last_event_id: lastEventId
    .optional()
    .describe(
      'The cursor to resume from, for clients that can’t set the header Last-Event-ID. The header takes precedence.',
    ),
});

const actorOut = z.object({ kind: z.string(), id: z.string(), user_id: z.string().optional() });
const ofEvent = {
  id: z.string().describe('Of the event, as `GET /events` has it.'),
  type: z.enum(EVENT_TYPES),
  actor: actorOut.describe('Who did it: a session, an API key, or the worker.'),
  request_id: z.string().nullable(),
  server_time: instantOut.describe('Time of the event.'),
};

/** Data of the stream's messages by the name of their event. Each but `alarms`, `events` and `elsewhere` may carry an `id`: the cursor. */
export const STREAM_MESSAGES = {
  hello: z.object({ server_time: serverTimeOut }).describe('The stream is open.'),
  reset: z
    .object({ server_time: serverTimeOut, detail: z.string() })
    .describe('The cursor is unknown or too old, so something was missed: read the state again. Live from here.'),
  timer: z
    .looseObject({ ...ofEvent, timer: z.looseObject({ id: z.string() }) })
    .describe('A timer has changed; `timer` is what it is now.'),
  alarm: z
    .looseObject({ ...ofEvent })
    .describe('An alarm was created, published its event, died, or was aborted, rescheduled or redriven.'),
  ticket: z
    .looseObject({ ...ofEvent, ticket: z.looseObject({ id: z.string() }) })
    .describe('A ticket was created or changed, or you pinned or unpinned it; `ticket` is what it is now.'),
  project: z
    .looseObject({ ...ofEvent, project: z.looseObject({ id: z.string() }) })
    .describe('A project was created or changed; `project` is what it is now.'),
  import: z
    .looseObject({ ...ofEvent })
    .describe(
      'Time of yours, or with `timers:read_all` of anyone, was imported or removed again. Read timers and imports again.',
    ),
  notification: z
    .looseObject({ ...ofEvent })
    .describe('You have a new notification, read one, or changed your preferences.'),
  member: z.looseObject({ ...ofEvent }).describe('Someone joined or left, was disabled, or has a new role.'),
  workspace: z.looseObject({ ...ofEvent }).describe('Ownership of the workspace was transferred.'),
  invitation: z.looseObject({ ...ofEvent }).describe('An invitation was created or revoked; for those who may invite.'),
  members: z
    .object({ server_time: serverTimeOut })
    .describe(
      'Members have changed or, with `timers:read_all`, the running timer of one of them; at most once a second.',
    ),
  elsewhere: z
    .object({ server_time: serverTimeOut })
    .describe('A timer of yours has changed in another of your workspaces; for a session that follows `timers`.'),
  events: z
    .object({ server_time: instantOut.describe('When the last of them happened.') })
    .describe(
      'There are new entries that `GET /events` has for you; for a session that names no topics, once a second at most.',
    ),
  alarms: z.object({ server_time: serverTimeOut }).describe('Alarms have changed; once a second at most.'),
  ping: z.object({ server_time: serverTimeOut }).describe('Every 15 seconds.'),
};

const ref = z
  .union([z.string().max(200), z.int()])
  .optional()
  .describe('Returned in the response.');

/** What a client may send over the WebSocket. */
export const socketInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('authenticate'), token: z.string().max(500), ref }),
  z.strictObject({
    type: z.literal('subscribe'),
    topics: z.array(topicInput).min(1).max(MAX_TOPICS),
    last_event_id: lastEventId.optional().describe('The last `cursor` of the messages that were handled.'),
    ref,
  }),
  z.strictObject({ type: z.literal('unsubscribe'), topics: z.array(topicInput).min(1).max(MAX_TOPICS), ref }),
  z.strictObject({ type: z.literal('ping'), ref }),
]);
export type SocketInput = z.output<typeof socketInput>;

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
