import type { ChangedProject, Project } from '#/lib/tracking/projects/project.ts';
import type { ChangedProjectJson, ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';
import type { ProjectWork } from '#/lib/tracking/projects/project-work.ts';
import { workedTimeJson } from '#/lib/tracking/worked-time/worked-time-json.ts';

/** `work` is null unless it was requested. */
export function projectJson(project: Project, work: ProjectWork | null = null): ProjectJson {
  return {
    id: project.id,
    name: project.name,
    created_at: project.createdAt.toISOString(),
    archived_at: project.archivedAt?.toISOString() ?? null,
    ...(work && {
      ...(work.openTickets && { open_tickets: work.openTickets.get(project.id) ?? 0 }),
      time: workedTimeJson(work.times, project.id),
    }),
  };
}

export function changedProjectJson(project: ChangedProject): ChangedProjectJson {
  const { open_tickets: _open, time: _time, ...facts } = projectJson(project);
  return { ...facts, updated_at: project.updatedAt.toISOString() };
}

/** As events show it. */
export function projectFacts({ id, name, archivedAt }: Project) {
  return { id, name, archived_at: archivedAt?.toISOString() ?? null };
}
