/** Where a visitor goes after sign-in: the page they came from, and never another site. */

/** Parsed the way browsers do: they treat a backslash as a slash and ignore tabs and line ends. */
export function isOwnAddress(href: string, origin = location.origin): boolean {
  if (!href.startsWith('/')) return false
  try {
    return new URL(href, origin).origin === origin
  } catch {
    return false
  }
}

/** For the sign-in page's address; the front page needs no mention. */
export const comingBack = (href: string): { to?: string } =>
  href === '/' || href.startsWith('/login') ? {} : { to: href }
