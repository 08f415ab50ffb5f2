import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type AlarmPages, alarmKey, LISTS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import { showAlarm } from '#/lib/client/alarms/show-alarm.ts';

const alarm = (version: number, status = 'scheduled') => ({ id: 'a', version, status }) as AlarmJson;

describe('an alarm from a response', () => {
  it('is shown on its own page and in the lists', () => {
    const client = new QueryClient();
    client.setQueryData(LISTS_KEY, {
      pages: [{ alarms: [alarm(1)], next_cursor: null, server_time: '' }],
      pageParams: [null],
    });
    showAlarm(client, alarm(2, 'aborted'));
    expect(client.getQueryData<AlarmJson>(alarmKey('a'))?.status).toBe('aborted');
    expect(client.getQueryData<AlarmPages>(LISTS_KEY)?.pages[0]?.alarms[0]?.status).toBe('aborted');
  });

  it('does not replace a newer one', () => {
    const client = new QueryClient();
    showAlarm(client, alarm(3, 'delivered'));
    showAlarm(client, alarm(2));
    expect(client.getQueryData<AlarmJson>(alarmKey('a'))?.status).toBe('delivered');
  });
});
