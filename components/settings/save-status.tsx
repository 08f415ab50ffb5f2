import { FormProblem } from '#/components/ui/form/form-problem.tsx';

/** Status of saving, below settings that are saved as they change. */
export function SaveStatus({ saving }: { saving: { text: string; message: string | null } }) {
  return (
    <>
      <FormProblem text={saving.message} />
      <p role="status" className="-mt-3 -mb-5 h-5 text-text-2">
        {saving.text}
      </p>
    </>
  );
}
