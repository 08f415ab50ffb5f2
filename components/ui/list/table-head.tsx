import { classNames } from '#/components/ui/class-names.ts';

export type TableColumn = {
  name: string;
  /** Its width, its alignment, and when it is dropped. */
  className?: string;
  /** Named only for screen readers. */
  isSilent?: boolean;
};

const look = 'sticky top-12 z-[1] h-8 border-b border-line bg-bg p-0 pr-3 text-left text-xs font-medium text-text-3';

/** Column headers of a list. They stay visible while its rows scroll; on a phone rows need none. */
export function TableHead({ columns }: { columns: readonly TableColumn[] }) {
  return (
    <thead className="max-md:sr-only">
      <tr>
        {columns.map(({ name, className, isSilent }, index) => (
          <th key={name} scope="col" className={classNames(look, index === 0 && 'md:pl-2', className)}>
            {isSilent ? <span className="sr-only">{name}</span> : name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
