import { enter } from './setup/enter.mjs';

await enter('scripts/build/main.ts');
