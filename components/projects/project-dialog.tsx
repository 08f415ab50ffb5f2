'use client';

import { type SubmitEvent, useState } from 'react';
import { useProjectActions } from '#/components/projects/use-project-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';

const NAME_LENGTH = 200;

type Props = {
  /** The one to rename; null for a new one. */
  project: ProjectJson | null;
  onClose: () => void;
};

/** The name of a project. A rejected one stays as typed. */
export function ProjectDialog({ project, onClose }: Props) {
  const { mutations } = useProjectActions();
  const [name, setName] = useState(project?.name ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const typed = name.trim();
    if (typed === '') return setProblem('Enter a name.');
    setBusy(true);
    try {
      await (project ? mutations.rename(project, typed) : mutations.create(typed));
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error.detail : 'No response from the server. Try again.');
      setBusy(false);
    }
  };
  return (
    <Modal title={project ? `Rename ${project.name}` : 'New project'} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          data-autofocus=""
          autoComplete="off"
          maxLength={NAME_LENGTH}
          value={name}
          error={problem}
          onChange={(event) => {
            setProblem(null);
            setName(event.target.value);
          }}
        />
        <div className="flex justify-end gap-2">
          <CancelButton />
          <Button type="submit" variant="ink" busy={isBusy} busyLabel="Saving…">
            {project ? 'Save' : 'Create project'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
