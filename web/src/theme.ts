// The theme: the user's choice, or that of the system. The colors are in themes.css, made from themes/*.toml.

export const THEMES = ['auto', 'light', 'dark', 'high-contrast'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'pprepl-theme';

export function chosenTheme(): Theme {
  try {
    const saved = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === saved) ?? 'auto';
  } catch {
    return 'auto';
  }
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts until the page closes.
  }
  applyTheme(theme);
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const hasContrast = matchMedia('(prefers-contrast: more)').matches;
  const automatic = hasContrast ? 'high-contrast' : isDark ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = theme === 'auto' ? automatic : theme;
}

export function followSystem(): void {
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
    matchMedia(query).addEventListener('change', () => applyTheme());
  }
}
