/** The default and the maximum number of days after which a link expires. */
export const DEFAULT_LINK_DAYS = 30;
export const MAX_LINK_DAYS = 365;
