import type { ChangedProject, Project } from '#/lib/tracking/projects/project.ts';
import type { ChangedProjectJson, ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';

export function projectJson(project: Project): ProjectJson {
  return { id: project.id, name: project.name, created_at: project.createdAt.toISOString() };
}

export function changedProjectJson(project: ChangedProject): ChangedProjectJson {
  return {
    ...projectJson(project),
    updated_at: project.updatedAt.toISOString(),
    archived_at: project.archivedAt?.toISOString() ?? null,
  };
}
