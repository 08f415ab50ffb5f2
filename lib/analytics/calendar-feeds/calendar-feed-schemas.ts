import { z } from 'zod';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

const feedOut = z.object({
  created_at: instantOut,
  last_read_at: instantOut.nullable().describe('When a calendar last fetched it.'),
});

export const calendarFeedResponse = z
  .object({ feed: feedOut.nullable().describe('Null if there is none.'), server_time: serverTimeOut })
  .meta({ id: 'CalendarFeed' });

export const newCalendarFeedResponse = z
  .object({
    feed: feedOut,
    url: z.url().describe('The address, shown only once. Anyone who has it can read the calendar.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'ReplaceCalendarFeedResponse' });

export type CalendarFeedJson = z.input<typeof calendarFeedResponse>;
export type NewCalendarFeedJson = z.input<typeof newCalendarFeedResponse>;
