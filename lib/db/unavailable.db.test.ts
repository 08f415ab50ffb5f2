import { expect, test } from 'vitest';
import { connect } from '#/lib/db/client.ts';
import { isUnavailable } from '#/lib/db/unavailable.ts';
import { testDatabase } from '#/test/database.ts';

test('a rejected password counts as an unavailable database, as during its rotation', async () => {
  const { url, onClose } = await testDatabase();
  const db = connect(Object.assign(new URL(url), { password: 'the-one-before' }).href, 1);
  onClose(() => db.$disconnect());
  expect(isUnavailable(await rejection(db.$queryRaw`select 1`))).toBe(true);
});

test('an error of PgBouncer, such as a rejected password, counts as an unavailable database', () => {
  const fields = { code: '08P01', severity: 'FATAL' };
  const error = Object.assign(new Error('authentication failed'), fields);
  expect(isUnavailable(error)).toBe(true);
  expect(isUnavailable(Object.assign(new Error(), { meta: { driverAdapterError: { cause: fields } } }))).toBe(true);
});

test('a malformed message, which has the same code, does not count as an unavailable database', async () => {
  const { url, onClose } = await testDatabase();
  const db = connect(url, 1);
  onClose(() => db.$disconnect());
  const raise = db.$executeRaw`do $$ begin raise exception 'malformed' using errcode = '08P01'; end $$`;
  const error = await rejection(raise);
  expect(error).toMatchObject({ meta: { driverAdapterError: { cause: { code: '08P01' } } } });
  expect(isUnavailable(error)).toBe(false);
});

async function rejection(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}
