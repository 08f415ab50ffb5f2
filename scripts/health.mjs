// The health check of the image (Dockerfile): exits with 0 when the process of this container is alive. Node alone,
// since it runs every ten seconds. `node scripts/health.mjs worker` checks a role that is not the container's.
import { readFileSync } from 'node:fs';
import { healthUrl, isHealthy, roleOfCommand } from './role/health.ts';

/** Less than the image's `--timeout`. */
const TIMEOUT_MS = 4_000;

const role = process.argv[2] ?? roleOfCommand(readFileSync('/proc/1/cmdline', 'utf8'));
const url = healthUrl(role, process.env);
process.exit(url === null || (await isHealthy(url, TIMEOUT_MS)) ? 0 : 1);
