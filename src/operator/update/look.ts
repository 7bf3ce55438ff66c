/** Asks an address for the newest release. Its answer counts only with the signature that the running program knows. */
import type { KeyObject } from 'node:crypto'
import { noWait } from '../../platform/gate'
import { OutsideFailed, openOutside } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import { addressIn } from './download'
import {
  type ManifestFault,
  RELEASE_BYTES,
  RELEASE_FILE,
  SIGNATURE_BYTES,
  SIGNATURE_FILE,
  type VerifiedRelease,
  verifyRelease,
} from './manifest'

export type LookFault = ManifestFault | 'unreachable' | 'timeout' | 'notFound' | 'status' | 'redirects'

export class LookFailed extends Error {
  readonly fault: LookFault
  /** A status, or the system's word for why nobody answered. */
  readonly detail: string | null
  constructor(fault: LookFault, detail: string | null = null, cause?: unknown) {
    super(`no release was found: ${fault}${detail === null ? '' : ` (${detail})`}`, { cause })
    this.name = 'LookFailed'
    this.fault = fault
    this.detail = detail
  }
}

const REDIRECTS = 5
const ANSWER_WITHIN = 20 * SECOND

export type Look = {
  /** The folder on the web. */
  readonly address: string
  readonly key: KeyObject
  readonly userAgent: string
  readonly signal: AbortSignal
  /** Milliseconds for each of the two files. */
  readonly within?: number
}

/** What was found, as it was sent: it is verified again whenever it is read. */
export type FoundRelease = {
  readonly release: VerifiedRelease
  readonly bytes: Uint8Array
  readonly signature: string
}

/** Throws a `LookFailed`, a `ReleaseRefused`, and the signal's reason. */
export async function lookForRelease(look: Look): Promise<FoundRelease> {
  const bytes = await ask(look, RELEASE_FILE, RELEASE_BYTES)
  if (!bytes) throw new LookFailed('notFound')
  const signature = ((await ask(look, SIGNATURE_FILE, SIGNATURE_BYTES)) ?? '').toString()
  return { release: verifyRelease(bytes, signature, look.key), bytes, signature }
}

/** Undefined if there is no such file, or a longer one than any of its kind. */
async function ask({ address, userAgent, signal, within = ANSWER_WITHIN }: Look, name: string, most: number) {
  try {
    const { status, parts, close } = await openOutside({
      reach: 'any',
      wait: noWait, // it shows the version of this program
      url: addressIn(address, name),
      method: 'GET',
      headers: { accept: '*/*', 'user-agent': userAgent, 'cache-control': 'no-cache' },
      limit: within,
      most,
      redirects: REDIRECTS,
      decompress: true,
      left: signal,
    })
    if (status !== 200) {
      close()
      if (status === 404 || status === 410) return undefined
      throw new LookFailed('status', String(status))
    }
    const pieces: Buffer[] = []
    for await (const piece of parts) pieces.push(piece)
    return Buffer.concat(pieces)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof OutsideFailed)) throw error
    if (error.fault === 'tooLong') return Buffer.alloc(0) // a page of a website, for example
    if (error.fault === 'timeout' || error.fault === 'redirects') throw new LookFailed(error.fault, null, error)
    throw new LookFailed('unreachable', codeOf(error.cause), error)
  }
}

function codeOf(cause: unknown): string | null {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code.slice(0, 60) : null
}
