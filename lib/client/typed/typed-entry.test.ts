import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectSearchOf, readTypedEntry, type TypedEntry } from '#/lib/client/typed/typed-entry.ts';
import { partKey, splitTags } from '#/lib/client/typed/typed-tags.ts';

const NOW = Date.parse('2026-11-19T13:32:00.000Z');
const rules = { now: NOW, reading: 'Europe/Stockholm' };
const read = (text: string): TypedEntry => readTypedEntry(text, rules);

describe('text typed into the composer', () => {
  it.each([
    ['', null, '', []],
    ['  stand-up ', null, 'stand-up', []],
    ['API-412', 'API-412', '', []],
    ['api-412 rate   limiter', 'API-412', 'rate limiter', []],
    ['fix #backend the limiter #bug', null, 'fix the limiter', ['backend', 'bug']],
    ['#bug', null, '', ['bug']],
    ['API-412 #bug #bug', 'API-412', '', ['bug']],
    ['#bug API-412 fix', 'API-412', 'fix', ['bug']],
    ['issue#12 stays', null, 'issue#12 stays', []],
    ['call +46-8 number', null, 'call +46-8 number', []],
    ['Handle UTF-8 names', null, 'Handle UTF-8 names', []],
    ['#34', '#34', '', []],
    ['fix #34 now #35', '#34', 'fix now #35', []],
    ['34-fix-login', '#34', 'fix login', []],
    ['3-way-merge of branches', null, '3-way-merge of branches', []],
    ['feature/API-412-rate-limit', 'API-412', 'rate limit', []],
    ['feature/API-412-rate-limit write tests', 'API-412', 'write tests', []],
    ['look at https://github.com/acme/api/issues/34 #bug', 'acme/api#34', 'look at', ['bug']],
    ['read https://example.com/a', null, 'read https://example.com/a', []],
    ['API-412: rate limiter', 'API-412', 'rate limiter', []],
    ['[API-412] rate limiter', 'API-412', 'rate limiter', []],
    ['API-412, rate limiter', 'API-412', 'rate limiter', []],
    ['Fix login (#34)', '#34', 'Fix login', []],
    ['Fix login [#34]', '#34', 'Fix login', []],
    ['Fix login <#34>.', '#34', 'Fix login', []],
    ['fix #34, then rest', '#34', 'fix then rest', []],
    ['[API-412]: rate limiter', 'API-412', 'rate limiter', []],
    // Brackets around more than the number.
    ['Fix login (attempt #2)', null, 'Fix login (attempt #2)', []],
    ['[WIP] fix (#2 try)', null, '[WIP] fix (#2 try)', []],
    ['Fix login (#2]', null, 'Fix login (#2]', []],
    ['(API-412 and others) fail', null, '(API-412 and others) fail', []],
    ['look (https://github.com/acme/api/issues/34)', 'acme/api#34', 'look', []],
    ['#34: Login fails', '#34', 'Login fails', []],
    ['see <https://github.com/acme/api/issues/34>, please', 'acme/api#34', 'see please', []],
    ['https://github.com/acme/api/issues/34. Login', 'acme/api#34', 'Login', []],
  ])('"%s" is ticket %s, title "%s", tags %j', (text, key, title, tags) => {
    const typed = read(text);
    expect({ key: typed.ticket?.key ?? null, title: typed.title, tags: typed.tags }).toEqual({ key, title, tags });
  });

  it.each([
    ['@api fix', 'api', 'fix'],
    ['fix @"Public API" now', 'Public API', 'fix now'],
    ['fix @"Public', null, 'fix @"Public'],
    ['@ fix', null, '@ fix'],
    ['@"" fix', null, '@"" fix'],
    ['mail bob@example.com', null, 'mail bob@example.com'],
    ['@one @two', 'one', '@two'],
  ])('"%s" is for project %s, title "%s"', (text, project, title) => {
    expect(read(text)).toMatchObject({ project, title });
  });

  const projects = ['Public', 'Public API', 'Public API docs', 'C++ (core)', 'Ops', 'OPS', 'Two  spaces'];
  it.each([
    ['@Public API', 'Public API', ''],
    ['@public api fix', 'Public API', 'fix'],
    ['fix @Public API docs now', 'Public API docs', 'fix now'],
    ['fix @Public   API now', 'Public API', 'fix now'],
    ['@Public', 'Public', ''],
    ['@public fix', 'Public', 'fix'],
    ['@Public APIs fix', 'Public', 'APIs fix'],
    ['@Public API, fix', 'Public', 'API, fix'],
    ['@"Public API" docs', 'Public API', 'docs'],
    ['@c++ (CORE) fix', 'C++ (core)', 'fix'],
    ['@Two spaces', 'Two  spaces', ''],
    // Neither of the two, unless it is written as one of them.
    ['@ops fix', 'ops', 'fix'],
    ['@OPS fix', 'OPS', 'fix'],
    ['@Private API', 'Private', 'API'],
    ['mail@Public API', null, 'mail@Public API'],
    ['@one @Public API', 'Public API', '@one'],
  ])('"%s" is for project %s, title "%s", with known projects', (text, project, title) => {
    expect(readTypedEntry(text, { ...rules, projects })).toMatchObject({ project, title });
  });

  it('matches a shorter project name if the longer one is marked as words', () => {
    const text = 'fix @Public API';
    const [longest] = readTypedEntry(text, { ...rules, projects }).parts;
    const asText = new Set(longest ? [partKey(longest)] : []);
    expect(readTypedEntry(text, { ...rules, projects, asText })).toMatchObject({
      project: 'Public',
      title: 'fix API',
    });
  });

  it.each([
    ['@Public', null],
    ['@Public ', null],
    ['fix @Public API', 'Public'],
    ['fix @"Public API" now', null],
    ['mail bob@example.com now', null],
  ])('"%s" makes the server search for %s', (text, word) => {
    expect(projectSearchOf(text)).toBe(word);
  });

  it('reads everything at once, in any order', () => {
    const parts = { ticket: { key: 'API-412' }, project: 'api', tags: ['bug'], startedAt: NOW - 90 * 60_000 };
    expect(read('API-412 rate limiter @api #bug 90m ago')).toMatchObject({ ...parts, title: 'rate limiter' });
    expect(read('90m ago').startedAgoMs).toBe(90 * 60_000);
    expect(read('90m ago #bug @api API-412 rate limiter')).toMatchObject({ ...parts, title: 'rate limiter' });
  });

  it('is searched and tracked with the words of the ticket, and without the rest', () => {
    expect(read('API-412 rate #backend 5m ago').query).toBe('API-412 rate');
  });

  it('leaves a part in the title that is marked as words', () => {
    const text = 'meet at 14:00 #bug';
    const [start] = read(text).parts;
    const asText = new Set(start ? [partKey(start)] : []);
    expect(readTypedEntry(text, { ...rules, asText })).toMatchObject({
      title: 'meet at 14:00',
      tags: ['bug'],
      startedAt: null,
    });
  });

  it('recognizes only the requested kinds', () => {
    expect(readTypedEntry('API-1 @api #bug 5m ago', { ...rules, kinds: ['ticket', 'tag'] })).toMatchObject({
      title: '@api 5m ago',
      project: null,
      startedAt: null,
    });
    expect(splitTags('API-1 #34 fix #bug 5m')).toMatchObject({ title: 'API-1 #34 fix 5m', tags: ['bug'] });
  });
});

describe('any text at all', () => {
  const word = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'API-412',
      '#34',
      '#bug',
      '@api',
      '@"Public API"',
      '90m ago',
      'since 9:30',
      'at 2pm',
      '1h30',
      'https://github.com/acme/api/issues/34',
      'feature/API-1-x',
      '34-fix-login',
      '\u00a0',
      '"',
    ),
  );
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

  it('is read without failing, within the limits of the API', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 4e12 }), (typed, now) => {
        const entry = readTypedEntry(typed, { now, reading: 'America/New_York' });
        expect(entry.startedAt === null || (entry.startedAt <= now && entry.startedAt >= now - 86_400_000)).toBe(true);
        expect(entry.ticket === null || (entry.ticket.key.length <= 64 && !/\s/.test(entry.ticket.key))).toBe(true);
        expect(entry.tags.every((tag) => tag.length > 0 && tag.length <= 60)).toBe(true);
      }),
    );
  });

  it('keeps every word: it is in a part or in the title, and no parts overlap', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const { parts, title } = read(typed);
        const joined = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
        const rest = parts.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, typed);
        if (joined(rest)) expect(title).toBe(joined(rest));
        expect(parts.every((part, index) => part.from >= (parts[index - 1]?.to ?? 0))).toBe(true);
        expect(parts.every((part) => typed.slice(part.from, part.to).trim() === part.text)).toBe(true);
      }),
    );
  });

  it('is all title once every part is marked as words', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const asText = new Set<string>();
        for (let rounds = 0; rounds < 60; rounds++) {
          const { parts } = readTypedEntry(typed, { ...rules, asText });
          if (parts.length === 0) break;
          for (const part of parts) asText.add(partKey(part));
        }
        expect(readTypedEntry(typed, { ...rules, asText }).title).toBe(typed.replaceAll(/\s+/g, ' ').trim());
      }),
    );
  });
});
