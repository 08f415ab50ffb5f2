/**
 * TCP keep-alive from the server's end, in seconds, and its limit in milliseconds for what it sent: so it releases what
 * a silent process held. Apart from the client, so that a migration needs no settings of the log.
 */
export const SERVER_SETTINGS =
  '-c tcp_user_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=5';
