/**
 * Serves the screens in the encoding the browser prefers. The build packs them into one embedded file, of which only the
 * parts that are asked for are read.
 */
import { AppError } from '../errors'
import { addressOf } from './address'

/**
 * Answers every path that is neither API nor socket. `hosts` are the names under which the page may be open; `frame` is a
 * page that the monitor embeds.
 */
export type Screens = (
  request: Request,
  hosts: readonly string[],
  frame?: string | undefined,
) => Response | Promise<Response>

type Encoding = 'br' | 'gzip' | 'identity'
/**
 * Location of each variant in the pack: start and length in bytes, after the header. Compressed files have no
 * `identity` variant.
 */
type PackedAsset = {
  readonly type: string
  readonly etag: string
  readonly immutable: boolean
  readonly variants: Partial<Record<Encoding, readonly [number, number]>>
}
export type PackHeader = Readonly<Record<string, PackedAsset>>

const preference: readonly Encoding[] = ['br', 'gzip', 'identity']

const security = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' }

/** The only foreign pages that a page of ours may hold. */
const FRAMES = 'https://www.youtube-nocookie.com'

/** The hosts are named for browsers to which 'self' means no sockets. */
const policyOf = (hosts: readonly string[], frame = '') =>
  [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    ["connect-src 'self'", ...hosts.filter(isPlain).flatMap((host) => [`ws://${host}`, `wss://${host}`])].join(' '),
    "worker-src 'self' blob:",
    // The player of help videos, from the host that keeps no cookies.
    `frame-src 'self' ${FRAMES} ${originOf(frame)}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * Whether a browser can open it as a page. Scripts, styles and fonts are governed by the policy of the page that loads
 * them.
 */
const isDocument = ({ type }: PackedAsset) => !/^(text\/(javascript|css)|font\/)/.test(type)

/** Of a page's address; empty if it has none that fits into the policy. */
function originOf(address: string): string {
  const { protocol, host, origin } = URL.parse(address) ?? { protocol: '', host: '', origin: '' }
  return /^https?:$/.test(protocol) && isPlain(host) ? origin : ''
}

/** A request may name any host: leave out names that could end the directive. */
const isPlain = (host: string) => /^([a-z0-9._-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(host)

/**
 * `pack`: header length in 4 bytes (big-endian), the header as JSON, then the variants back to back. Opened by the first
 * request, because its size makes the runtime collect garbage during the start.
 */
export function packedScreens(pack: () => Blob): Screens {
  let opening: ReturnType<typeof openPack> | undefined

  return async (request, hosts, frame) => {
    opening ??= openPack(pack())
    const { header, body } = await opening
    const found = find(header, request)
    const headers = new Headers({
      ...security,
      ...(isDocument(found) && { 'content-security-policy': policyOf(hosts, frame) }),
      'content-type': found.type,
      etag: found.etag,
      vary: 'accept-encoding',
      'cache-control': found.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    if (request.headers.get('if-none-match') === found.etag) return new Response(null, { status: 304, headers })
    const variant = (encoding: Encoding) => {
      const [start, length] = found.variants[encoding] ?? [0, 0]
      return body.slice(start, start + length).bytes()
    }
    const accepted = request.headers.get('accept-encoding') ?? ''
    const encoding = preference.find((name) => found.variants[name] && (name === 'identity' || accepted.includes(name)))
    if (encoding && encoding !== 'identity') headers.set('content-encoding', encoding)
    // Every browser accepts compression. Other clients wait a few milliseconds for decompression.
    const content = encoding ? await variant(encoding) : Bun.gunzipSync(await variant('gzip'))
    return new Response(content, { headers })
  }
}

async function openPack(pack: Blob): Promise<{ readonly header: PackHeader; readonly body: Blob }> {
  const size = new DataView(await pack.slice(0, 4).arrayBuffer()).getUint32(0)
  const header = JSON.parse(await pack.slice(4, 4 + size).text()) as PackHeader // written by our own build
  return { header, body: pack.slice(4 + size) }
}

/** For processes without screens: development (Vite serves them) and API tests. */
export const noScreens: Screens = () => {
  throw new AppError('ERR_NOT_FOUND')
}

/** Application paths have no file and get the shell; missing files and API paths get 404. */
function find(header: PackHeader, request: Request): PackedAsset {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('ERR_METHOD_NOT_ALLOWED')
  const { pathname } = addressOf(request)
  const file = header[pathname]
  if (file) return file
  const shell = header['/index.html']
  if (!shell || pathname.startsWith('/api') || pathname.startsWith('/ws/') || /\.[a-z0-9]{2,5}$/i.test(pathname))
    throw new AppError('ERR_NOT_FOUND')
  return shell
}
