'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps, MouseEvent } from 'react';
import { useFetchPage } from '#/components/layout/use-fetch-page.ts';

type EarlyLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { href: string };

/**
 * A link whose page, including data, is fetched when it is about to be clicked, so that no request is between click and
 * page. It is on every page, so it does not use Next's own, which does a lot more (4 kB).
 */
export function PrefetchLink({ href, ...rest }: EarlyLinkProps) {
  const router = useRouter();
  const fetchPage = useFetchPage();
  const prefetch = () => fetchPage(href);
  const handleClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    router.push(href);
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={handleClick}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
    />
  );
}

/** Other clicks open a new tab, a new window or a download, which browsers handle. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);
}
