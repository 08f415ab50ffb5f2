import { enter } from './setup/enter.mjs';

await enter('bench/main.ts');
