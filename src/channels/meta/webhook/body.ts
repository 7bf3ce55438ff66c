/** Reads the bodies of webhooks within bounds: together they hold little memory until their signature is proven. */
import { fail } from '../../../errors'
import { getOrMake } from '../../../platform/maps'

/** Meta sends no larger ones. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024
const MAX_BYTES_PER_NETWORK = 24 * 1024 * 1024

/** Undefined if the body comes in pieces and says nothing about its size. */
export function sizeOf({ headers }: Request): number | undefined {
  const declared = headers.get('content-length')
  return declared === null || headers.has('transfer-encoding') ? undefined : Number(declared)
}

export function createBodyReader() {
  const held = new Map<string, number>()
  let total = 0

  function hold(network: string, bytes: number): void {
    total += bytes
    const now = getOrMake(held, network, () => 0) + bytes
    if (now > 0) held.set(network, now)
    else held.delete(network)
  }

  /** Calls `use` with the bytes. Refuses with ERR_TENANT_BUSY while too many are held. */
  return async function withBytes<T>(
    request: Request,
    network: string,
    use: (bytes: Uint8Array) => Promise<T>,
  ): Promise<T> {
    const size = sizeOf(request) ?? MAX_BODY_BYTES
    if (total + size > MAX_BYTES || (held.get(network) ?? 0) + size > MAX_BYTES_PER_NETWORK) fail('ERR_TENANT_BUSY')
    hold(network, size)
    try {
      return await use(await readBytes(request))
    } finally {
      hold(network, -size)
    }
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (sizeOf(request) !== undefined) return new Uint8Array(await request.arrayBuffer())
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request.body ?? []) {
    size += piece.length
    if (size > MAX_BODY_BYTES) fail('ERR_PAYLOAD_TOO_LARGE')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
