/** A large button in the style of `Button`, for pages whose code is loaded with every other. */
export const plainButtonClass =
  'inline-flex h-10 items-center justify-center rounded-md border border-line-control bg-surface px-4 text-base font-medium whitespace-nowrap text-text transition-colors select-none hover:bg-hover';
