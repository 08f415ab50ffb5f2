import { rgbOf, type Token } from '#/components/reference/token-color.ts';

const FONT = 'var(--font)';
const MONO = 'var(--mono)';

/** Redoc writes samples in its own light colors, so they have a dark background in both themes. */
const SAMPLES = { ground: '#101615', block: '#1a2220', text: '#e9eceb' };

/** Our tokens in Redoc's format. It calculates with colors, so they are in a form that it can parse. */
export function referenceTheme() {
  const color = (token: Token) => rgbOf(token);
  return {
    colors: {
      primary: { main: color('--accent') },
      success: { main: color('--accent') },
      warning: { main: color('--warn') },
      error: { main: color('--danger') },
      text: { primary: color('--text'), secondary: color('--text-2') },
      border: { dark: color('--line-control'), light: color('--line') },
      responses: {
        success: { color: color('--accent'), backgroundColor: color('--accent-wash') },
        error: { color: color('--danger'), backgroundColor: color('--danger-wash') },
        redirect: { color: color('--warn'), backgroundColor: color('--warn-wash') },
        info: { color: color('--text-2'), backgroundColor: color('--sunken') },
      },
      http: verbColors(),
    },
    typography: {
      fontSize: '14px',
      lineHeight: '1.55',
      fontFamily: FONT,
      headings: { fontFamily: FONT, fontWeight: '600' },
      code: { fontFamily: MONO, fontSize: '13px', color: color('--text'), backgroundColor: color('--sunken') },
      links: { color: color('--accent'), visited: color('--accent'), hover: color('--accent-hover') },
    },
    // The contents are next to it.
    sidebar: { width: '0px' },
    rightPanel: { backgroundColor: SAMPLES.ground, textColor: SAMPLES.text },
    codeBlock: { backgroundColor: SAMPLES.block },
    schema: {
      nestedBackground: color('--sunken'),
      linesColor: color('--line-control'),
      typeNameColor: color('--text-2'),
      typeTitleColor: color('--text-2'),
      requireLabelColor: color('--danger'),
    },
  };
}

/** Gray, like everything normal; destructive verbs are red. */
function verbColors() {
  const gray = rgbOf('--text-3');
  return {
    get: gray,
    head: gray,
    options: gray,
    post: rgbOf('--accent'),
    put: gray,
    patch: gray,
    delete: rgbOf('--danger'),
  };
}
