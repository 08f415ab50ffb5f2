import { notFound } from 'next/navigation';

/**
 * A parameter of a page's path, which Next passes percent-encoded. Responds with not found if the encoding is
 * malformed.
 */
export function decodeRouteParameter(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return notFound();
  }
}
