import { expect, it } from 'vitest';
import { correctionsHref, findText, openIdIn, readFind } from '#/lib/client/corrections/correction-view.ts';

it('a URL contains the search and the open timer, and nothing else', () => {
  const find = readFind(new URLSearchParams('date=2026-11-17&ticket=OPS 81&other=x'));
  expect(find).toEqual({
    user_id: '',
    date: '2026-11-17',
    ticket: 'OPS 81',
    project_id: '',
    tag: '',
    status: '',
    flag: '',
  });
  expect(findText(find)).toBe('date=2026-11-17&ticket=OPS+81');
  expect(correctionsHref(find, 'a')).toBe('/team/corrections/a?date=2026-11-17&ticket=OPS+81');
  expect(correctionsHref(null, null)).toBe('/team/corrections');
  expect(readFind(new URLSearchParams('other=x'))).toBeNull();
});

it('a link from before 1.0 finds the same', () => {
  expect(findText(readFind(new URLSearchParams('flag=needs_look')))).toBe('flag=needs_attention');
});

it('the open timer is in the path', () => {
  expect(openIdIn('/team/corrections/a')).toBe('a');
  expect(openIdIn('/team/corrections')).toBeNull();
});
