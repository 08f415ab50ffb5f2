/** Alternative due-time fields: exactly one group must be used (`whenProblems`). */
export const SINGLE_WAYS = ['fire_at', 'due_at', 'delay', 'delay_ms'] as const;
/** They add up, and count from now. */
export const COUNTED_WAYS = ['hours', 'minutes', 'seconds'] as const;

/** Exactly one way to give the due time, as JSON Schema. */
export const ONE_DUE_TIME_FIELD = {
  oneOf: [
    ...SINGLE_WAYS.map((way) => ({ title: way, required: [way] })),
    { title: 'start_date and expiration_interval_ms', required: ['start_date', 'expiration_interval_ms'] },
    { title: COUNTED_WAYS.join(', '), anyOf: COUNTED_WAYS.map((way) => ({ required: [way] })) },
  ],
};
