import { enter } from './setup/enter.mjs';

await enter('scripts/generate/main.ts');
