import { expect, test } from 'vitest';
import { firstCall } from '#/lib/api/openapi/call-samples.ts';

test('the sample of a first call goes to this service, does not contain the key, and is ready to paste', () => {
  expect(firstCall('https://timers.test', '/alarms', { name: 'it’s', payload: "don't" }).split('\n')).toEqual([
    'curl https://timers.test/api/v1/alarms \\',
    '  -H "Authorization: Bearer $API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    "  -d '{",
    '    "name": "it’s",',
    `    "payload": "don'\\''t"`,
    "  }'",
  ]);
});
