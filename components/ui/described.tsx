import { Fragment } from 'react';

/** Text of the API’s description: backticks enclose code. */
export function Described({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their positions.
      <code key={index} className="font-mono">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their positions.
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
