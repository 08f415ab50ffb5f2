import redoc from 'redoc/package.json' with { type: 'json' };

/** Part of the script's address, which browsers keep for good. */
export const REDOC_VERSION: string = redoc.version;
