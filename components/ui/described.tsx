import { Fragment } from 'react';

/** Words of the API’s description: what is between backticks is code. */
export function Described({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
      <code key={index} className="font-mono">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
