import { enter } from './setup/enter.mjs';

await enter('scripts/supervisor/main.ts');
