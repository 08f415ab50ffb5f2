import type { QueryClient } from '@tanstack/react-query';
import { PROJECTS_KEY, TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import { PROJECT_LISTS_KEY, type ProjectPages } from '#/lib/client/projects/project-queries.ts';
import type { ProjectState } from '#/lib/client/projects/project-view.ts';
import type { ChangeProjectJson, ProjectJson, ProjectResponseJson } from '#/lib/tracking/projects/project-schemas.ts';

/** Mutations of projects. They are optimistic and rolled back if rejected. All reject with ApiProblem or NoResponse. */
export class ProjectMutations {
  readonly #client: QueryClient;
  readonly #http: Http;

  constructor(client: QueryClient, http: Http) {
    this.#client = client;
    this.#http = http;
  }

  async create(name: string): Promise<ProjectJson> {
    const creation = { path: '/projects', body: { name } };
    const { project } = await createOnce<ProjectResponseJson>(this.#http, creation);
    await this.#askAgain();
    return project;
  }

  rename(project: ProjectJson, name: string): Promise<ProjectJson> {
    return this.#mutate({ ...project, name }, () =>
      this.#http.send<ChangeProjectJson>(`/projects/${project.id}`, { method: 'PATCH', body: { name } }),
    );
  }

  archive(project: ProjectJson, now: number): Promise<ProjectJson> {
    return this.#mutate({ ...project, archived_at: new Date(now).toISOString() }, () => this.#send(project, 'archive'));
  }

  restore(project: ProjectJson): Promise<ProjectJson> {
    return this.#mutate({ ...project, archived_at: null }, () => this.#send(project, 'restore'));
  }

  #send({ id }: ProjectJson, verb: 'archive' | 'restore'): Promise<ChangeProjectJson> {
    return this.#http.send(`/projects/${id}/${verb}`, { method: 'POST', body: {}, idempotencyKey: randomId() });
  }

  async #mutate(optimistic: ProjectJson, send: () => Promise<ChangeProjectJson>): Promise<ProjectJson> {
    // A response in flight is older than what is shown from here on.
    await this.#client.cancelQueries({ queryKey: PROJECTS_KEY });
    const before = this.#client.getQueriesData({ queryKey: PROJECT_LISTS_KEY });
    this.#show(optimistic);
    try {
      return (await send()).project;
    } catch (error) {
      for (const [key, data] of before) this.#client.setQueryData(key, data);
      throw error;
    } finally {
      void this.#askAgain();
    }
  }

  /** An archived one is removed from lists of open projects, and the other way around; the response sorts all. */
  #show(project: ProjectJson): void {
    const isArchived = project.archived_at !== null;
    for (const [key] of this.#client.getQueriesData({ queryKey: PROJECT_LISTS_KEY })) {
      const { state } = (key[1] as { list: { state: ProjectState } }).list;
      const belongs = state === 'all' || (state === 'archived') === isArchived;
      const put = (row: ProjectJson) => (row.id === project.id ? (belongs ? [project] : []) : [row]);
      this.#client.setQueryData<ProjectPages>(
        key,
        (list) =>
          list && { ...list, pages: list.pages.map((page) => ({ ...page, projects: page.projects.flatMap(put) })) },
      );
    }
  }

  /** Tickets contain the names of their projects. */
  async #askAgain(): Promise<void> {
    await Promise.all([
      this.#client.invalidateQueries({ queryKey: PROJECTS_KEY }),
      this.#client.invalidateQueries({ queryKey: TICKETS_KEY }),
    ]);
  }
}
