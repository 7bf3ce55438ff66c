/** Reads the bodies of webhooks within bounds: together they hold little memory until their signature is proven. */
import { fail } from '../../../errors'
import { getOrMake } from '../../../platform/maps'
import { SECOND } from '../../../platform/time'
import { metaErrors } from '../errors'

/** Meta sends no larger ones. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024
const MAX_BYTES_PER_NETWORK = 24 * 1024 * 1024
/** Nearly all are smaller, and are read in one go. */
const SMALL_BYTES = 64 * 1024
/** For a body that comes in pieces. */
const READING_MS = 10 * SECOND

/** Undefined if the body comes in pieces and says nothing about its size. */
export function sizeOf({ headers }: Request): number | undefined {
  const declared = headers.get('content-length')
  return declared === null || headers.has('transfer-encoding') ? undefined : Number(declared)
}

/** Counts bytes that have come, not those that were announced: a body that never comes takes nothing from the others. */
export function createBodyReader() {
  const held = new Map<string, number>()
  let total = 0

  function hold(network: string, bytes: number): void {
    const ofNetwork = getOrMake(held, network, () => 0) + bytes
    if (bytes > 0 && (total + bytes > MAX_BYTES || ofNetwork > MAX_BYTES_PER_NETWORK)) fail('ERR_TENANT_BUSY')
    total += bytes
    if (ofNetwork > 0) held.set(network, ofNetwork)
    else held.delete(network)
  }

  /** Calls `use` with the bytes. Refuses with ERR_TENANT_BUSY while too many are held. */
  return async function withBytes<T>(
    request: Request,
    network: string,
    use: (bytes: Uint8Array) => Promise<T>,
  ): Promise<T> {
    let own = 0
    const holdMore = (bytes: number) => {
      hold(network, bytes)
      own += bytes
    }
    try {
      return await use(await readBytes(request, holdMore))
    } finally {
      hold(network, -own)
    }
  }
}

/** The sender has gone, and what it did not send nobody signed. */
const incomplete = () => fail(metaErrors.ERR_META_SIGNATURE)

async function readBytes(request: Request, holdMore: (bytes: number) => void): Promise<Uint8Array> {
  if ((sizeOf(request) ?? Infinity) > SMALL_BYTES) return readInPieces(request, holdMore)
  const bytes = new Uint8Array(await request.arrayBuffer().catch(incomplete))
  holdMore(bytes.length)
  return bytes
}

async function readInPieces({ body }: Request, holdMore: (bytes: number) => void): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const bound = setTimeout(() => void reader.cancel(), READING_MS)
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const piece = await reader.read().catch(incomplete)
      if (piece.done) break
      size += piece.value.length
      if (size > MAX_BODY_BYTES) fail('ERR_PAYLOAD_TOO_LARGE')
      holdMore(piece.value.length)
      pieces.push(piece.value)
    }
  } finally {
    clearTimeout(bound)
  }
  return Buffer.concat(pieces)
}
