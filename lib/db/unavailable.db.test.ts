import { expect, test } from 'vitest';
import { connect } from '#/lib/db/client.ts';
import { isUnavailable } from '#/lib/db/unavailable.ts';
import { testDatabase } from '#/test/database.ts';

test('a rejected password counts as an unavailable database, as during its rotation', async () => {
  const { url, onClose } = await testDatabase();
  const db = connect(Object.assign(new URL(url), { password: 'the-one-before' }).href, 1);
  onClose(() => db.$disconnect());
  const error = await db.$queryRaw`select 1`.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(isUnavailable(error)).toBe(true);
});
