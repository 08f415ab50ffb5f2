import { enter } from './setup/enter.mjs';

// Installs nothing: an image can't install anything, and the folder may be read-only.
await enter('scripts/run-with-database.ts', ['scripts/engine.ts', ...process.argv.slice(2)], { install: false });
