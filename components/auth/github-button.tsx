'use client';

import { signInWithProvider } from '#/components/auth/auth-requests.ts';
import { BranchIcon } from '#/components/ui/branch-icon.tsx';
import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';

export function GithubButton({ path }: { path: string }) {
  const { form, isBusy, message } = useForm(() => signInWithProvider('github', path));
  return (
    <>
      <p className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 text-xs text-text-3 before:border-t before:border-line after:border-t after:border-line">
        or
      </p>
      <form {...form} className="grid gap-3">
        <Button type="submit" size="lg" busy={isBusy} busyLabel="Going to GitHub…">
          <BranchIcon />
          Continue with GitHub
        </Button>
        <FormProblem text={message} />
      </form>
    </>
  );
}
