import type { Project } from '#/lib/tracking/projects/project.ts';
import type { ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';

export function projectJson(project: Project): ProjectJson {
  return { id: project.id, name: project.name, created_at: project.createdAt.toISOString() };
}
