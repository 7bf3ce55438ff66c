const NEVER_IN_AN_ADDRESS = /[\s\p{Cc}\p{Cf}]/u

/** Only http(s), because text from a stranger becomes a link on a screen. */
export function webAddressOf(matched: string | null | undefined): string | null {
  if (!matched || matched.length > 2000 || NEVER_IN_AN_ADDRESS.test(matched)) return null
  const address = /^[a-z][a-z0-9+.-]*:/i.test(matched) ? matched : `https://${matched}`
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : null
}
