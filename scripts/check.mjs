import { enter } from './setup/enter.mjs';

await enter('scripts/check/main.ts');
