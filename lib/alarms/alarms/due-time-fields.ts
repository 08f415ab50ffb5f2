/** Alternative due-time fields: exactly one group must be used (`whenProblems`). */
export const DUE_TIME_FIELDS = ['fire_at', 'due_at', 'delay', 'delay_ms'] as const;
/** They add up, and count from now. */
export const DURATION_FIELDS = ['hours', 'minutes', 'seconds'] as const;

/** Exactly one field to give the due time, as JSON Schema. */
export const ONE_DUE_TIME_FIELD = {
  oneOf: [
    ...DUE_TIME_FIELDS.map((field) => ({ title: field, required: [field] })),
    { title: 'start_date and expiration_interval_ms', required: ['start_date', 'expiration_interval_ms'] },
    { title: DURATION_FIELDS.join(', '), anyOf: DURATION_FIELDS.map((field) => ({ required: [field] })) },
  ],
};
