import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The log of a separate process: the logger writes to the real output, which a test can't read in its own process. */
function logged(entry: object): Record<string, unknown> {
  const code = `import('#/lib/core/log.ts').then(({ log }) => log.info(${JSON.stringify(entry)}, 'hello'))`;
  const env = { ...process.env, LOG_LEVEL: 'info', LOG_FORMAT: 'json' };
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { env, encoding: 'utf8' }));
}

test('secrets never reach the log, at the top or inside headers and bodies', () => {
  const line = logged({
    password: 'hush',
    headers: { authorization: 'Bearer hush', cookie: 'hush', 'set-cookie': 'hush', accept: 'text/html' },
    request: { body: { password: 'hush', secret: 'hush', title: 'kept' } },
  });
  expect(JSON.stringify(line)).not.toContain('hush');
  expect(line).toMatchObject({ headers: { accept: 'text/html' }, request: { body: { title: 'kept' } } });
});

test('a line has time, level and service', () => {
  expect(logged({ timerId: 't' })).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    service: 'timer-service',
    msg: 'hello',
    timerId: 't',
  });
});
