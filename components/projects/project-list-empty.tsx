import { Button } from '#/components/ui/button.tsx';
import type { ProjectView } from '#/lib/client/projects/project-view.ts';

type Props = { view: ProjectView; onShow: (change: Partial<ProjectView>) => void; onNew: (() => void) | null };

/** Without matches how to find more; without any projects how to create the first. */
export function ProjectListEmpty({ view, onShow, onNew }: Props) {
  const isFirst = view.search === '' && view.state !== 'archived';
  return (
    <div className="py-10">
      <p role="status" className="mb-4 text-text-2">
        {isFirst ? 'No projects yet. Create one, or name one on a ticket.' : formatNothing(view)}
      </p>
      {isFirst && onNew && (
        <Button icon="plus" onClick={onNew}>
          New project
        </Button>
      )}
      {!isFirst && (
        <Button variant="soft" onClick={() => onShow({ search: '', state: 'open' })}>
          Show all open projects
        </Button>
      )}
    </div>
  );
}

function formatNothing({ search }: ProjectView): string {
  return search ? `Nothing matches “${search}” here.` : 'No archived projects.';
}
