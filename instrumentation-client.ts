// Runs before any other code of ours in the browser, so that nothing asks for what the policy of our pages refuses
// (lib/core/security-headers.ts).

// zod would compile its checks by `new Function`. It reads this when a page that needs it brings it; asking zod itself
// would put it on every page.
(globalThis as { __zod_globalConfig?: { jitless?: boolean } }).__zod_globalConfig = { jitless: true };

// Dialogs and menus of Radix stop the page behind them from scrolling by a style element. The library that writes it
// (get-nonce) looks for the nonce under this name.
(globalThis as { __webpack_nonce__?: string | undefined }).__webpack_nonce__ =
  document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
