import { enter } from './setup/enter.mjs';

// Installs nothing: it reports what is wrong with the current state.
await enter('scripts/doctor/main.ts', process.argv.slice(2), { install: false });
