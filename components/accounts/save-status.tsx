import { FormProblem } from '#/components/accounts/form-problem.tsx';

/** How saving went, below what is saved as it is changed. */
export function SaveStatus({ saving }: { saving: { words: string; message: string | null } }) {
  return (
    <>
      <FormProblem words={saving.message} />
      <p role="status" className="-mt-3 -mb-5 h-5 text-text-2">
        {saving.words}
      </p>
    </>
  );
}
