import { enter } from './setup/enter.mjs';

// Installs nothing: it tells what is wrong with what is there.
await enter('scripts/doctor/main.ts', process.argv.slice(2), { install: false });
