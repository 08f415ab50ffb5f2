import { expect, test } from 'vitest';
import { addressChanged, nextSearch, type TypedSearch, withoutRequest } from '#/lib/client/typed/typed-search.ts';

const typing = (typed: TypedSearch, text: string): TypedSearch => ({ ...typed, text });
const sending = (typed: TypedSearch): TypedSearch => ({ ...typed, sent: [...typed.sent, nextSearch(typed) ?? ''] });

test('typed text is searched once', () => {
  const typed = typing(withoutRequest(''), 'api ');
  expect(nextSearch(typed)).toBe('api');
  expect(nextSearch(sending(typed))).toBeNull();
  expect(addressChanged(sending(typed), 'api')).toEqual({ text: 'api ', search: 'api', sent: [] });
});

test('a URL that arrives late keeps text typed since', () => {
  const requested = sending(typing(withoutRequest(''), 'api'));
  const cleared = typing(requested, '');
  expect(addressChanged(cleared, 'api')).toEqual({ text: '', search: 'api', sent: [] });
  expect(nextSearch(cleared)).toBe('');
  expect(nextSearch(addressChanged(cleared, 'api'))).toBe('');
});

test('URLs arrive one by one, or only the last of them', () => {
  const both = sending(typing(sending(typing(withoutRequest(''), 'a')), 'api'));
  expect(addressChanged(both, 'a')).toEqual({ text: 'api', search: 'a', sent: ['api'] });
  expect(nextSearch(addressChanged(both, 'a'))).toBeNull();
  expect(addressChanged(both, 'api')).toEqual({ text: 'api', search: 'api', sent: [] });
});

test('Back and links bring their own text, whatever was searched before', () => {
  const requested = addressChanged(sending(typing(withoutRequest(''), 'api')), 'api');
  expect(addressChanged(requested, '')).toEqual({ text: '', search: '', sent: [] });
  expect(addressChanged(addressChanged(requested, ''), 'api').text).toBe('api');
  expect(addressChanged(sending(typing(withoutRequest(''), 'web')), 'api')).toEqual({
    text: 'api',
    search: 'api',
    sent: [],
  });
});
