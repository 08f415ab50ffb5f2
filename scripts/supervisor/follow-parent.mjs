// Preloaded into web and worker (--import). They live in sessions of their own, so that Ctrl-C reaches them through the
// supervisor only. When the supervisor is killed outright, they end too: the closing channel signals it.
const isWatched = Boolean(process.env.WATCH_REPORT_DEPENDENCIES);

// What they start themselves inherits this preload, and its channel is its own: Next renders paths in such children,
// and an unreferenced channel would let them end before they respond. The worker that `node --watch` starts follows it.
if (process.channel && (isWatched || !process.env.FOLLOWS_PARENT)) {
  process.env.FOLLOWS_PARENT = 'yes';
  // SIGINT, since there is no one left to wait for.
  process.once('disconnect', () => process.kill(process.pid, 'SIGINT'));
  process.channel.unref();
}

const supervisor = Number(process.env.SUPERVISOR_PID);

// Under `node --watch` the channel leads to the watcher, which stays alive, so the supervisor is checked by its process
// id.
if (isWatched && supervisor) {
  const look = () => {
    try {
      process.kill(supervisor, 0);
    } catch {
      process.kill(process.ppid, 'SIGTERM');
    }
  };
  setInterval(look, 1_000).unref();
}
