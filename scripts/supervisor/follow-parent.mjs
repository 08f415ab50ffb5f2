// Preloaded into web and worker (--import). They live in sessions of their own, so that Ctrl-C reaches them through
// the supervisor only. When the supervisor is killed outright, they end too: the closing channel tells them.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

// Under `node --watch` the channel leads to the watcher, which lives on; so the supervisor is looked for by its id.
const supervisor = Number(process.env.SUPERVISOR_PID);
if (process.env.WATCH_REPORT_DEPENDENCIES && supervisor) {
  const look = () => {
    try {
      process.kill(supervisor, 0);
    } catch {
      process.kill(process.ppid, 'SIGTERM');
    }
  };
  setInterval(look, 1_000).unref();
}
