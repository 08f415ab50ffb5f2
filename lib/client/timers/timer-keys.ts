/** Keys of the cache. Mutations of timers carry the first one. */
export const TIMERS_KEY = ['timers'] as const;
export const CURRENT_KEY = ['timers', 'current'] as const;
export const WEEKS_KEY = ['timers', 'week'] as const;
