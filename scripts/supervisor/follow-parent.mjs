// Preloaded into web and worker (--import). They live in sessions of their own, so that Ctrl-C reaches them through
// the supervisor only; when the supervisor is killed outright, the closing channel tells them to stop.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
