import { Icon } from '#/components/ui/icon.tsx';

/** A branch of a repository, for the few places that mention one. */
export function BranchIcon({ className }: { className?: string }) {
  return (
    <Icon
      drawing="M4.5 2.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 1 1 0-3.2M4.5 10.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 1 1 0-3.2M11.5 3.9a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 1 1 0-3.2M4.5 5.6v4.8M11.5 7.1c0 2.4-3 2.2-5.6 3.6"
      className={className}
    />
  );
}
