/**
 * What a release says about itself: `release.json`, whose exact bytes are signed in `release.json.sig` (Ed25519, base64). Only
 * the key inside the running program decides; how the files came here does not matter.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as v from 'valibot'
import { list, text } from '../../platform/formats'
import { readJson } from '../../platform/json'
import { isNewer } from './programs'

export const RELEASE_FILE = 'release.json'
export const SIGNATURE_FILE = 'release.json.sig'

export const RELEASE_BYTES = 512 * 1024
export const SIGNATURE_BYTES = 1024
export const PROGRAM_BYTES = 1024 * 1024 * 1024

const LINE_LENGTH = 2000
const LINE_COUNT = 500
const FILE_COUNT = 20
const VALUE_COUNT = 2000

const Lines = list(v.pipe(text(LINE_LENGTH), v.minLength(1)), { most: LINE_COUNT })
const Step = v.pipe(v.number(), v.integer(), v.minValue(0))

const ReleaseFile = v.object({
  platform: v.pipe(text(40), v.regex(/^[a-z\d]+-[a-z\d]+$/)),
  /** Lies beside the manifest. */
  name: v.pipe(text(100), v.regex(/^[A-Za-z\d][\w.-]*$/)),
  size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PROGRAM_BYTES)),
  sha256: v.pipe(text(64), v.regex(/^[\da-f]{64}$/)),
})
export type ReleaseFile = v.InferOutput<typeof ReleaseFile>

const FORMAT = 1
const VERSION_LENGTH = 40
/** Such as 1.4.0 or 1.4.0-rc.1. It names folders, so it contains nothing else. */
const Version = v.pipe(
  text(VERSION_LENGTH),
  v.regex(/^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}(-[\da-z]+(\.[\da-z]+)*)?$/),
)

export const Release = v.object({
  format: v.literal(FORMAT),
  version: Version,
  at: v.pipe(text(40), v.isoTimestamp()),
  /** Lines of the changelog by language; English is always there. */
  changes: v.object({ en: Lines, 'pt-BR': v.optional(Lines) }),
  /** Where people read all of it. */
  page: v.optional(v.pipe(text(500), v.url(), v.regex(/^https?:/))),
  /** The last migration of each kind of database, so that the running program knows whether they change. */
  databases: v.optional(v.object({ control: Step, tenant: Step, session: Step })),
  /** From what it was built, so that anybody can build it again and compare. */
  built: v.optional(v.object({ commit: v.pipe(text(64), v.regex(/^[\da-f]{40,64}$/)), bun: text(40) })),
  files: v.pipe(
    list(ReleaseFile, { least: 1, most: FILE_COUNT }),
    v.check((files) => new Set(files.map(({ platform }) => platform)).size === files.length, 'a platform twice'),
  ),
})
export type Release = v.InferOutput<typeof Release>

declare const verified: unique symbol
/** A release that the owner of the key has signed. Only `verifyRelease` makes one. */
export type VerifiedRelease = Release & { readonly [verified]: true }

/** `format`: of a kind that this program does not know yet. */
export type ManifestFault = 'notRelease' | 'noSignature' | 'signature' | 'format' | 'fields'

export class ReleaseRefused extends Error {
  readonly fault: ManifestFault
  /** The field that is wrong. */
  readonly detail: string | null
  constructor(fault: ManifestFault, detail: string | null = null) {
    super(`the release is refused: ${fault}${detail === null ? '' : ` (${detail})`}`)
    this.name = 'ReleaseRefused'
    this.fault = fault
    this.detail = detail
  }
}

/** `signature` is the content of `release.json.sig`. Throws a `ReleaseRefused`. */
export function verifyRelease(bytes: Uint8Array, signature: string, key: KeyObject): VerifiedRelease {
  const looksLikeJson = /^\s*\{/.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'))
  if (!looksLikeJson || bytes.length > RELEASE_BYTES) throw new ReleaseRefused('notRelease')
  const signed = readSignature(signature)
  if (!signed) throw new ReleaseRefused('noSignature')
  if (!verify(null, bytes, key, signed)) throw new ReleaseRefused('signature')
  return readRelease(bytes) as VerifiedRelease // what has just been verified
}

const SIGNATURE_LENGTH = 64

function readSignature(written: string): Buffer | undefined {
  const base64 = written.trim()
  if (!/^[\d+/A-Za-z]{86}==$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length === SIGNATURE_LENGTH ? bytes : undefined
}

function readRelease(bytes: Uint8Array): Release {
  let content: unknown
  try {
    content = readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), VALUE_COUNT)
  } catch {
    throw new ReleaseRefused('notRelease')
  }
  const known = v.safeParse(v.object({ format: v.number() }), content)
  if (!known.success) throw new ReleaseRefused('notRelease')
  if (known.output.format !== FORMAT) throw new ReleaseRefused('format', String(known.output.format))
  const parsed = v.safeParse(Release, content, { abortEarly: true })
  if (!parsed.success) throw new ReleaseRefused('fields', v.getDotPath(parsed.issues[0]) ?? '')
  return parsed.output
}

/** A public Ed25519 key in PEM; undefined if it is none. */
export function readReleaseKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' && !/PRIVATE/.test(pem) ? key : undefined
  } catch {
    return undefined
  }
}

/** SHA-256 of the key as `openssl pkey -pubin -outform DER` writes it. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

export const platformHere = (): string => `${process.platform}-${process.arch}`

/** The program for this machine; undefined if the release has none. */
export const fileFor = (release: Release, platform: string): ReleaseFile | undefined =>
  release.files.find((file) => file.platform === platform)

/** Whether a release replaces the program of this version. */
export function relationTo(version: string, release: Release): 'newer' | 'same' | 'older' {
  if (release.version === version) return 'same'
  return isNewer(release.version, version) ? 'newer' : 'older'
}
