import { expect, test } from 'vitest';
import { projectsHref, readProjectView } from '#/lib/client/projects/project-view.ts';

test.each([
  ['/projects', { search: '', state: 'open' }],
  ['/projects?search=public+api&state=archived', { search: 'public api', state: 'archived' }],
  ['/projects?state=all', { search: '', state: 'all' }],
] as const)('%s maps to its view and back', (href, view) => {
  expect(projectsHref(view)).toBe(href);
  expect(readProjectView(new URL(href, 'http://x').searchParams)).toEqual(view);
});

test('an invalid URL shows the open ones', () => {
  expect(readProjectView(new URLSearchParams('state=lost&search=+'))).toEqual({ search: '', state: 'open' });
});
