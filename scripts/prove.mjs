import { enter } from './setup/enter.mjs';

await enter('scripts/test/prove.ts');
