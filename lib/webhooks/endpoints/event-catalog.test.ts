import { expect, test } from 'vitest';
import { newSecret, prefixOf } from '#/lib/accounts/api-keys/api-key.ts';
import { EVENT_CATALOG } from '#/lib/webhooks/endpoints/event-catalog.ts';

test('The example of a created API key has a prefix as real keys have', () => {
  const shown = JSON.stringify(EVENT_CATALOG.find(({ type }) => type === 'api_key.created')?.example);
  const { length } = prefixOf(newSecret());
  expect(shown).toMatch(new RegExp(`"prefix":"tsk_[\\w-]{${length - 'tsk_'.length}}"`));
});
