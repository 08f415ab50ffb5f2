import { config } from 'zod';

// Runs before any other code of ours in the browser, so that nothing asks for what the policy of our pages refuses
// (lib/core/security-headers.ts).

// zod would compile its checks by `new Function`.
config({ jitless: true });

// Dialogs and menus of Radix stop the page behind them from scrolling by a style element. The library that writes it
// (get-nonce) looks for the nonce under this name.
(globalThis as { __webpack_nonce__?: string | undefined }).__webpack_nonce__ =
  document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
