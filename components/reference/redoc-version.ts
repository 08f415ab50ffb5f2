import redoc from 'redoc/package.json' with { type: 'json' };

/** Part of the script's URL, which browsers cache forever. */
export const REDOC_VERSION: string = redoc.version;
