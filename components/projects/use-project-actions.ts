'use client';

import { useMemo } from 'react';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { ProjectMutations } from '#/lib/client/projects/project-mutations.ts';
import type { ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';

/** Actions on projects, with toasts of their results. */
export function useProjectActions() {
  const live = useLive();
  return useMemo(() => projectActions(live), [live]);
}

function projectActions(live: Live) {
  const { client, http, toasts, clock } = live;
  const mutations = new ProjectMutations(client, http);

  function archive(project: ProjectJson): void {
    mutations.archive(project, clock.now()).then(
      (archived) => {
        toasts.show({
          icon: 'check',
          lead: `${project.name} archived.`,
          text: 'Its time and tickets stay.',
          action: { undo: () => restore(archived) },
        });
      },
      (error: unknown) => toastRejected(live, error),
    );
  }

  function restore(project: ProjectJson): void {
    mutations.restore(project).then(
      () => toasts.show({ icon: 'check', lead: `${project.name} is open again.` }),
      (error: unknown) => toastRejected(live, error),
    );
  }

  return { archive, restore, mutations };
}

function toastRejected({ toasts }: Live, error: unknown): void {
  if (error instanceof ApiProblem) toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: error.detail });
  else
    toasts.show({ icon: 'warning', lead: 'No response from the server.', text: 'The list shows the current state.' });
}
