import { Notice } from '#/components/ui/notice.tsx';

/** What is wrong with a form as a whole, read out when it appears. */
export function FormProblem({ words }: { words: string | null }) {
  return words && <Notice tone="danger">{words}</Notice>;
}
