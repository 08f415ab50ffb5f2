import { queryOptions } from '@tanstack/react-query';
import { PROJECTS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { projectSearchOf, readTypedEntry, type TypedKind } from '#/lib/client/typed/typed-entry.ts';
import type { ProjectListJson } from '#/lib/tracking/projects/project-schemas.ts';

// Everything needed to parse typed text: not part of the first load of a page.

export const readEntry = readTypedEntry;

/** Names of the projects that the words after an `@` may mean; null with only one word. */
export function namedProjectsQuery(http: Http, text: string, kinds: readonly TypedKind[]) {
  const word = kinds.includes('project') ? projectSearchOf(text) : null;
  if (word === null) return null;
  return queryOptions({
    queryKey: [...PROJECTS_KEY, 'named', word],
    queryFn: async ({ signal }) => {
      const path = `/projects?limit=100&search=${encodeURIComponent(word)}` as const;
      return (await http.send<ProjectListJson>(path, { signal })).projects.map(({ name }) => name);
    },
  });
}
