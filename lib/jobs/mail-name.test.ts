import { describe, expect, test } from 'vitest';
import { mailName } from '#/lib/jobs/mail-name.ts';

describe('a name in a mail', () => {
  test.each(['Maya Lindqvist', "Zoë O'Brien-Núñez", '日本 タロウ', 'Acme & Söhne', 'Dr. Ana'])(
    'stays unchanged: %s',
    (name) => {
      expect(mailName(name)).toBe(name);
    },
  );

  test.each([
    ['Win at https://evil.example/x now', 'Win at https evil. example/x now'],
    ['www.evil.example', 'www. evil. example'],
    ['me@evil.example', 'me@evil. example'],
    ['mailto:me', 'mailto: me'],
    ['<a href="https://evil.example">Pay</a>', 'a href=https evil. examplePay/a'],
    ['[Pay](https://evil.example)', 'Payhttps evil. example'],
    ['Maya\r\nBcc: all@evil.example', 'Maya Bcc: all@evil. example'],
    ['Ma\u202Eya\u2028x', 'Ma ya x'],
  ])('produces neither a link nor a new line: %j', (name, shown) => {
    expect(mailName(name)).toBe(shown);
  });

  test('has at most 60 characters', () => {
    expect(mailName('x'.repeat(200))).toBe(`${'x'.repeat(59)}…`);
    expect([...mailName('👩'.repeat(200))]).toHaveLength(60);
  });
});
