import { enter } from './setup/enter.mjs';

// Installs nothing: in an image there is nothing to install with, and the folder may be read-only.
await enter('scripts/run-with-database.ts', ['scripts/engine.ts', ...process.argv.slice(2)], { install: false });
