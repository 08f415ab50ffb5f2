import { enter } from './setup/enter.mjs';

await enter('scripts/run-with-database.ts');
