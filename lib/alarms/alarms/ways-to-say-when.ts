/** Fields that say when, one way each: exactly one must be used (`whenProblems`). */
export const SINGLE_WAYS = ['fire_at', 'due_at', 'delay', 'delay_ms'] as const;
/** They count from now together. */
export const COUNTED_WAYS = ['hours', 'minutes', 'seconds'] as const;

/** Exactly one way to say when, as JSON Schema. */
export const ONE_WAY_TO_SAY_WHEN = {
  oneOf: [
    ...SINGLE_WAYS.map((way) => ({ required: [way] })),
    { required: ['start_date', 'expiration_interval_ms'] },
    { anyOf: COUNTED_WAYS.map((way) => ({ required: [way] })) },
  ],
};
