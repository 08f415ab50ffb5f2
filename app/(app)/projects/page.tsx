import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { ProjectsScreen } from '#/components/projects/projects-screen.tsx';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { projectListQuery } from '#/lib/client/projects/project-queries.ts';
import { projectsHref, readProjectView } from '#/lib/client/projects/project-view.ts';

const get = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Projects' };

export default async function ProjectsPage({ searchParams }: PageProps<'/projects'>) {
  const query = await searchParams;
  const view = readProjectView({ get: (name) => [query[name]].flat()[0] ?? null });
  await requireActor(projectsHref(view));
  const client = newQueryClient();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await client.prefetchInfiniteQuery(projectListQuery(get, view));
  return (
    <PageData state={dehydrate(client)}>
      <ProjectsScreen />
    </PageData>
  );
}
