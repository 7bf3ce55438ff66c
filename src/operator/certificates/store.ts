/** Keys and certificates. A certificate lies in one file with its key, so that a crash leaves the pair before or the new one. */
import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { newKey, pemOfKey } from '../../platform/acme/x509'
import type { TlsFiles } from './tls-files'

/** Certificate chain and private key, in PEM. */
export type KeyPair = { readonly cert: string; readonly key: string }

/** A pair that belongs together, and what it says. */
export type ServerCertificate = KeyPair & {
  readonly names: readonly string[]
  readonly issuer: string
  readonly from: number
  readonly to: number
  readonly serial: string
}

const Account = v.object({ key: v.string(), url: v.nullable(v.string()) })
const StoredOrder = v.object({ directory: v.string(), name: v.string(), url: v.string(), key: v.string() })
/** An order under way: its address, and the key of the certificate that it leads to. */
export type StoredOrder = v.InferOutput<typeof StoredOrder>

const ORDER = 'order.json'
const CERTIFICATE = 'certificate.pem'
const CERTIFICATE_LENGTH = 200_000

export class TlsStore {
  readonly #files: TlsFiles

  constructor(files: TlsFiles) {
    this.#files = files
  }

  /** The account with an authority. Its key is made and stored first, so that no crash registers a second one. */
  account(directory: string): { readonly key: KeyObject; readonly url: string | null } {
    const found = this.#read(accountFile(directory), Account)
    const key = found ? keyIn(found.key) : undefined
    if (found && key) return { key, url: found.url }
    const made = newKey()
    this.#files.write(accountFile(directory), JSON.stringify({ key: pemOfKey(made), url: null }))
    return { key: made, url: null }
  }

  saveAccount(directory: string, key: KeyObject, url: string | null): void {
    this.#files.write(accountFile(directory), JSON.stringify({ key: pemOfKey(key), url }))
  }

  order(): StoredOrder | undefined {
    const found = this.#read(ORDER, StoredOrder)
    return found && keyIn(found.key) ? found : undefined
  }

  saveOrder(order: StoredOrder): void {
    this.#files.write(ORDER, JSON.stringify(order))
  }

  forgetOrder(): void {
    this.#files.remove(ORDER)
  }

  certificate(): ServerCertificate | undefined {
    const text = this.#files.read(CERTIFICATE)
    if (text === undefined) return undefined
    const at = text.indexOf('-----BEGIN CERTIFICATE-----')
    return at < 0 ? undefined : readPair({ key: text.slice(0, at), cert: text.slice(at) })
  }

  saveCertificate({ key, cert }: KeyPair): void {
    this.#files.write(CERTIFICATE, `${key.trim()}\n${cert.trim()}\n`)
  }

  #read<S extends v.GenericSchema>(name: string, schema: S): v.InferOutput<S> | undefined {
    const text = this.#files.read(name)
    if (text === undefined) return undefined
    try {
      const read = v.safeParse(schema, JSON.parse(text))
      return read.success ? read.output : undefined
    } catch {
      return undefined // not ours: it is made anew
    }
  }
}

const accountFile = (directory: string) =>
  `account-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}.json`

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

/** Undefined unless it is a certificate, and the key is its key. */
export function readPair({ key, cert }: KeyPair): ServerCertificate | undefined {
  const privateKey = keyIn(key)
  try {
    const leaf = new X509Certificate(cert)
    if (!privateKey || !leaf.checkPrivateKey(privateKey)) return undefined
    return {
      key,
      cert,
      names: namesIn(leaf),
      issuer: issuerOf(leaf),
      from: Date.parse(leaf.validFrom),
      to: Date.parse(leaf.validTo),
      serial: leaf.serialNumber,
    }
  } catch {
    return undefined
  }
}

const namesIn = (leaf: X509Certificate): string[] =>
  (leaf.subjectAltName ?? '').split(', ').flatMap((entry) => {
    const [kind, ...rest] = entry.split(':')
    return kind === 'DNS' || kind === 'IP Address' ? [rest.join(':')] : []
  })

/** The organisation, else the common name. */
function issuerOf({ issuer }: X509Certificate): string {
  const parts = new Map(
    issuer.split('\n').map((line): [string, string] => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
  return parts.get('O') ?? parts.get('CN') ?? ''
}

/** Own files of the operator; `changed` tells versions apart without reading them. */
export function readFiles(
  certPath: string,
  keyPath: string,
): { readonly pair: ServerCertificate | undefined; readonly changed: string } {
  try {
    const changed = [certPath, keyPath]
      .map((path) => {
        const { mtimeMs, size, ino } = statSync(path)
        return `${mtimeMs} ${size} ${ino}`
      })
      .join(' ')
    const [cert, key] = [certPath, keyPath].map((path) => {
      if (statSync(path).size > CERTIFICATE_LENGTH) throw new RangeError(path)
      return readFileSync(path, 'utf8')
    })
    return { pair: readPair({ cert: cert ?? '', key: key ?? '' }), changed }
  } catch {
    return { pair: undefined, changed: '' }
  }
}
