import { THEMES, type UserSettings } from '#/lib/accounts/users/user.ts';

export type ThemeChoice = UserSettings['theme'];
export const THEME_CHOICES = THEMES;
export const THEME_LABELS: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Applies a choice at once. Without the attribute the style sheet follows the system. */
export function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

/** The attribute of the document's element, as the server writes it into the page. */
export function themeAttribute(choice: ThemeChoice | undefined): 'light' | 'dark' | undefined {
  return choice === 'system' ? undefined : choice;
}
