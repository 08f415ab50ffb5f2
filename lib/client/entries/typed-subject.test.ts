import { describe, expect, it } from 'vitest';
import { readSubject, type TypedSubject, typedSubject } from '#/lib/client/entries/typed-subject.ts';
import { stoppedTimer } from '#/test/timer-json.ts';

const timer = stoppedTimer([['09:00', '10:00']], {
  title: 'Rate limiter #2',
  ticket: { id: 'id', key: 'acme/api#34', title: '', url: null },
  tags: ['bug', 'late'],
});
const read = (typed: Partial<TypedSubject>) => readSubject({ ...typedSubject(timer), ...typed }, timer);

describe('the edited subject of an entry', () => {
  it('is unchanged as it stands, even if its words could be read otherwise', () => {
    expect(read({})).toEqual({ change: {} });
    expect(read({ ticket: ' ACME/API#34 ', title: ' Rate limiter #2 ', tags: ' bug late ' })).toEqual({ change: {} });
  });

  it.each([
    ['', null],
    ['api-412', 'API-412'],
    ['#35', '#35'],
    ['feature/OPS-81-lease', 'OPS-81'],
    ['https://github.com/acme/web/issues/7', 'acme/web#7'],
  ])('ticket "%s" is %s', (ticket, key) => {
    const change = read({ ticket });
    expect('change' in change && (change.change.ticket?.key ?? null)).toBe(key);
    expect('change' in change && change.change).toHaveProperty('ticket');
  });

  it.each(['lunch', 'API-412 rate limiter', '412'])('ticket "%s" is not valid', (ticket) => {
    expect(read({ ticket })).toMatchObject({ field: 'ticket' });
  });

  it('reads tags word by word, each once, with or without their sign', () => {
    expect(read({ tags: '#bug, backend  bug' })).toEqual({ change: { tags: ['bug', 'backend'] } });
    expect(read({ tags: '' })).toEqual({ change: { tags: [] } });
    expect(read({ tags: 'x'.repeat(61) })).toMatchObject({ field: 'tags' });
    expect(read({ tags: Array.from({ length: 51 }, (_, index) => `t${index}`).join(' ') })).toMatchObject({
      field: 'tags',
    });
  });
});
