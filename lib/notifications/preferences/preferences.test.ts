import { describe, expect, test } from 'vitest';
import { NOTIFICATION_KINDS } from '#/lib/jobs/notification-kind-schemas.ts';
import { CHANNELS, deliveryTime, withDefaults } from '#/lib/notifications/preferences/preferences.ts';

const DAY = new Date('2026-06-10T10:00:00Z');
const NIGHT = new Date('2026-06-10T22:30:00Z');
const MORNING = new Date('2026-06-11T05:00:00Z');
const QUIET = { fromMinute: 22 * 60, toMinute: 7 * 60 };
const timeZone = 'Europe/Berlin';

test('every kind has its defaults, and a choice overrides them', () => {
  expect(Object.keys(withDefaults({}, null).channels)).toEqual(NOTIFICATION_KINDS);
  const { channels } = withDefaults({ long_run: { mail: false } }, null);
  expect(channels.long_run).toEqual({ push: true, mail: false });
});

describe.each(NOTIFICATION_KINDS)('%s', (kind) => {
  test.each(CHANNELS)(
    'by %s: never when it is off, at once by day, and at the end of the quiet hours by night',
    (channel) => {
      const off = withDefaults({ [kind]: { [channel]: false } }, QUIET);
      const on = withDefaults({ [kind]: { [channel]: true } }, QUIET);
      expect(deliveryTime(kind, channel, off, { now: DAY, timeZone })).toBeNull();
      expect(deliveryTime(kind, channel, on, { now: DAY, timeZone })).toEqual(DAY);
      expect(deliveryTime(kind, channel, { ...on, quiet: null }, { now: NIGHT, timeZone })).toEqual(NIGHT);
      const byNight = deliveryTime(kind, channel, on, { now: NIGHT, timeZone });
      expect(byNight).toEqual(kind === 'phase_ended' ? null : MORNING);
    },
  );
});
