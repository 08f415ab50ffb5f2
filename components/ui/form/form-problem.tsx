import { Notice } from '#/components/ui/notice.tsx';

/** The error of a form as a whole, announced when it appears. */
export function FormProblem({ words }: { words: string | null }) {
  return words && <Notice tone="danger">{words}</Notice>;
}
