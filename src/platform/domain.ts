/** The address of an installation, as the operator types it. Browsers have it too. */

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
const LONGEST = 253

/**
 * A domain in lower case and ASCII, or an IP address as everybody writes it. Undefined for anything that no authority
 * certifies: a name without a dot, a wildcard, a port or a path.
 */
export function readDomain(typed: string): string | undefined {
  const name = typed.trim().replace(/\.$/, '')
  const isV6 = /^[\da-f.]*:[\da-f:.]*$/i.test(name)
  const url = URL.parse(`http://${isV6 ? `[${name}]` : name}/`)
  if (url?.port !== '' || url.pathname !== '/' || url.search !== '' || url.username !== '' || url.hash !== '')
    return undefined
  if (isV6) return url.hostname.slice(1, -1)
  // The parser takes other spellings of numbers for addresses too.
  if (/^[\d.]+$/.test(url.hostname)) return url.hostname === name ? name : undefined
  const labels = url.hostname.split('.')
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label)) && url.hostname.length <= LONGEST
  return isDomain ? url.hostname : undefined
}
