/** Links that people copy from a cloud's "share" lead to a page; beside it stands the file. Pure. */

/** The address of the file itself; any other address as it is. */
export function directAddress(url: string): string {
  const address = new URL(url)
  for (const { hosts, direct } of clouds) {
    const found = hosts.test(address.hostname) ? direct(address) : undefined
    if (found !== undefined) return found
  }
  return url
}

type Cloud = { readonly hosts: RegExp; direct(address: URL): string | undefined }

const ID = /^[\w-]{10,100}$/
const formats: Readonly<Record<string, string>> = { document: 'pdf', spreadsheets: 'xlsx', presentation: 'pdf' }

const clouds: readonly Cloud[] = [
  {
    hosts: /^drive\.google\.com$/,
    direct({ pathname, searchParams }) {
      const id =
        /^\/file\/(?:u\/\d+\/)?d\/([^/]+)/.exec(pathname)?.[1] ?? (pathname === '/open' ? searchParams.get('id') : null)
      if (!id || !ID.test(id)) return undefined
      const key = searchParams.get('resourcekey')
      return `https://drive.google.com/uc?export=download&id=${id}${key && ID.test(key) ? `&resourcekey=${key}` : ''}`
    },
  },
  {
    hosts: /^docs\.google\.com$/,
    direct({ pathname }) {
      const [, kind = '', id = ''] =
        /^\/(document|spreadsheets|presentation)\/(?:u\/\d+\/)?d\/([^/]+)\/(?:edit|view|preview)?$/.exec(pathname) ?? []
      return ID.test(id) ? `https://docs.google.com/${kind}/d/${id}/export?format=${formats[kind]}` : undefined
    },
  },
  {
    hosts: /^(?:www\.)?dropbox\.com$/,
    direct(address) {
      if (!/^\/(?:s|scl\/fi)\//.test(address.pathname)) return undefined
      const file = new URL(address)
      file.searchParams.set('dl', '1')
      return file.href
    },
  },
  {
    hosts: /^1drv\.ms$|^onedrive\.live\.com$|\.sharepoint\.com$/,
    direct(address) {
      if (address.hostname === '1drv.ms' || address.pathname === '/download') return undefined
      const file = new URL(address)
      file.searchParams.set('download', '1')
      return file.href
    },
  },
]
