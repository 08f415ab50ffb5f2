// Starts one process of the service alone, for systemd, containers and other supervisors: web, worker, bridge or
// migrate. Passwords are hashed, files read, and names looked up on these threads: Node's four are quickly used up. The
// number can be changed only before the first of them starts, so it is set before anything is loaded.
process.env.UV_THREADPOOL_SIZE ??= '64';

const { enter } = await import('./setup/enter.mjs');
// Installs nothing: the folder may be read-only.
await enter('scripts/role/main.ts', process.argv.slice(2), { install: false });
