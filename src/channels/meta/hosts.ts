/** Where Meta keeps the files of messages. Pure. */

/** Including their subdomains. */
const domains = ['fbcdn.net', 'fbsbx.com', 'cdninstagram.com'] as const

/** Whether it is an address of Meta's file servers. Other addresses that people share are links. */
export function isFileAddress(url: string): boolean {
  const address = URL.parse(url)
  if (address?.protocol !== 'https:' || address.port !== '' || address.username !== '' || address.password !== '')
    return false
  return domains.some((domain) => address.hostname === domain || address.hostname.endsWith(`.${domain}`))
}

/** How far to reach for a file; null: it may not be fetched. `graphUrl` is where the operator says that Graph is. */
export function reachOf(url: string, graphUrl: string): 'public' | 'any' | null {
  if (isFileAddress(url)) return 'public'
  return (URL.parse(url)?.origin ?? 'none') === URL.parse(graphUrl)?.origin ? 'any' : null
}
