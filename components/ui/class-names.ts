import { extendTailwindMerge } from 'tailwind-merge';

/** Joins class lists; of two that set the same thing, the later one wins. */
export const classNames = extendTailwindMerge({});
