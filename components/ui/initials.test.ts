import { expect, test } from 'vitest';
import { initials } from '#/components/ui/initials.ts';

test.each([
  ['Maya Lindqvist', 'ML'],
  ['  Lea  Martin-Duval ', 'LM'],
  ['Jean Paul van Dam', 'JD'],
  ['acme', 'A'],
  ['𝒜da', '𝒜'],
  ['', ''],
])('%j is %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
