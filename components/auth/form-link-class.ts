/** A single link under a form: as tall as a button for touch, without moving. */
export const formLinkClass = 'underline pointer-coarse:-my-3.5 pointer-coarse:inline-block pointer-coarse:py-3.5';
