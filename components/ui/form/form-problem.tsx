import { Notice } from '#/components/ui/notice.tsx';

/** The error of a form as a whole, announced when it appears. */
export function FormProblem({ text }: { text: string | null }) {
  return text && <Notice tone="danger">{text}</Notice>;
}
