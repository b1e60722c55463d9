/** Light or dark: as the system says, until somebody chooses otherwise. The choice is kept for this browser. */
const storageKey = "planwright.theme";

export function startTheme(): void {
  const kept = read();
  if (kept !== null) document.documentElement.dataset.theme = kept;
}

export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = (dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem(storageKey, dataset.theme);
  } catch {
    // Kept for this page alone then.
  }
}

function read(): "light" | "dark" | null {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === "light" || kept === "dark" ? kept : null;
  } catch {
    return null;
  }
}
