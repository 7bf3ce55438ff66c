/** Where a visitor goes once signed in: the page they were sent away from, and never another site's. */

/** What a browser makes of an address decides: it takes a backslash for a slash and leaves out tabs and line ends. */
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
