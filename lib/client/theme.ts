export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const STORAGE_KEY = 'theme';
const DARK_QUERY = '(prefers-color-scheme: dark)';

/** Runs in the head before the first paint. Private windows may refuse storage: then the system decides. */
export const THEME_SCRIPT = `(function(){var t=null;try{t=localStorage.getItem("${STORAGE_KEY}")}catch(e){}
document.documentElement.dataset.theme=t==="light"||t==="dark"?t:matchMedia("${DARK_QUERY}").matches?"dark":"light"})()`;

export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Refused storage: the choice holds for this page.
  }
  applyTheme(choice);
}

/** Keeps this tab in step with the system's theme and with choices made in other tabs. Returns what stops it. */
export function followTheme(): () => void {
  const follow = () => applyTheme(readThemeChoice());
  const system = matchMedia(DARK_QUERY);
  system.addEventListener('change', follow);
  window.addEventListener('storage', follow);
  return () => {
    system.removeEventListener('change', follow);
    window.removeEventListener('storage', follow);
  };
}

function applyTheme(choice: ThemeChoice): void {
  const isDark = choice === 'dark' || (choice === 'system' && matchMedia(DARK_QUERY).matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
