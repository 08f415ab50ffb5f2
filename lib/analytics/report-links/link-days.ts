/** After so many days a link expires, unless somebody chooses otherwise, and at the latest. */
export const DEFAULT_LINK_DAYS = 30;
export const MAX_LINK_DAYS = 365;
