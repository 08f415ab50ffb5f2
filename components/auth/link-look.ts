/** A link that is by itself under a form: for a finger as tall as a button, in the same place. */
export const formLinkLook = 'underline pointer-coarse:-my-3.5 pointer-coarse:inline-block pointer-coarse:py-3.5';
