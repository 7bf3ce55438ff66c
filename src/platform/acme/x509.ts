/** Certificate requests, the certificate of a TLS-ALPN-01 challenge, and what is read of certificates. */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { DAY } from '../time'
import {
  bitString,
  boolean,
  explicit,
  findAfter,
  implicit,
  integer,
  octetString,
  oid,
  readAll,
  sequence,
  set,
  time,
  utf8,
} from './der'

export const ids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  extensionRequest: '1.2.840.113549.1.9.14',
  subjectAltName: '2.5.29.17',
  authorityKey: '2.5.29.35',
  commonName: '2.5.4.3',
  /** RFC 8737. */
  acmeIdentifier: '1.3.6.1.5.5.7.1.31',
} as const

const [DNS_NAME, IP_ADDRESS] = [2, 7]

export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
export const pemOfKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string
export const publicKeyOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' })

/** Domains or addresses, as alternative names. */
export const alternativeNames = (...names: readonly string[]): Buffer =>
  sequence(
    ...names.map((name) =>
      isIP(name) ? implicit(IP_ADDRESS, addressBytes(name)) : implicit(DNS_NAME, Buffer.from(name)),
    ),
  )

export const extension = (id: string, value: Uint8Array, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octetString(value))

const signature = sequence(oid(ids.ecdsaWithSha256))

/** Signs what it is given: a certificate or a request. */
export const signed = (content: Buffer, key: KeyObject): Buffer =>
  sequence(content, signature, bitString(sign('sha256', content, key)))

/** A request for a certificate of one name. */
export function certificateRequest(key: KeyObject, name: string): Buffer {
  const extensions = sequence(extension(ids.subjectAltName, alternativeNames(name)))
  const wishes = sequence(oid(ids.extensionRequest), set(extensions))
  return signed(sequence(integer(Buffer.from([0])), sequence(), publicKeyOf(key), explicit(0, wishes)), key)
}

export type CertificateParts = {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: Buffer
  readonly from: number
  readonly to: number
  readonly extensions: readonly Buffer[]
}

const named = (name: string) => (name === '' ? sequence() : sequence(set(sequence(oid(ids.commonName), utf8(name)))))

export function certificate(parts: CertificateParts, key: KeyObject): Buffer {
  const serial = randomBytes(16)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f) // positive and of full length
  return signed(
    sequence(
      explicit(0, integer(Buffer.from([2]))),
      integer(serial),
      signature,
      named(parts.issuer),
      sequence(time(parts.from), time(parts.to)),
      named(parts.subject),
      parts.publicKey,
      explicit(3, sequence(...parts.extensions)),
    ),
    key,
  )
}

/** The certificate that answers a TLS-ALPN-01 challenge. */
export function challengeCertificate(name: string, keyAuthorization: string, now: number) {
  const key = newKey()
  const digest = createHash('sha256').update(keyAuthorization).digest()
  const extensions = [
    extension(ids.subjectAltName, alternativeNames(name)),
    extension(ids.acmeIdentifier, octetString(digest), true),
  ]
  const of = {
    subject: 'acme',
    issuer: 'acme',
    publicKey: publicKeyOf(key),
    from: now - DAY,
    to: now + DAY,
    extensions,
  }
  return { key: pemOfKey(key), cert: pemOf(certificate(of, key), 'CERTIFICATE') }
}

export const pemOf = (der: Buffer, label: string): string =>
  `-----BEGIN ${label}-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`

/** Names that a request or a certificate is for. */
export function alternativeNamesOf(der: Uint8Array): string[] {
  const value = findAfter(der, ids.subjectAltName)
  const [names] = value ? readAll(value.body) : []
  return (names ? readAll(names.body) : []).flatMap(({ tag, body }) => {
    if (tag === (0x80 | DNS_NAME)) return [body.toString('latin1')]
    return tag === (0x80 | IP_ADDRESS) ? [addressOf(body)] : []
  })
}

/** Of ARI (RFC 9773): the issuer's key and the serial number. Undefined if the certificate does not name the key. */
export function renewalIdOf(pem: string): string | undefined {
  const { raw, serialNumber } = new X509Certificate(pem)
  const value = findAfter(raw, ids.authorityKey)
  const [sequenceOf] = value ? readAll(value.body) : []
  const keyId = sequenceOf && readAll(sequenceOf.body).find(({ tag }) => tag === 0x80)
  if (!keyId) return undefined
  const bytes = Buffer.from(serialNumber.length % 2 === 0 ? serialNumber : `0${serialNumber}`, 'hex')
  const serial = (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
  return `${keyId.body.toString('base64url')}.${serial.toString('base64url')}`
}

export function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [before = '', behind] = address.split('::')
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':').flatMap(groupsIn))
  const [start, end] = [groupsOf(before), groupsOf(behind ?? '')]
  const zeros = behind === undefined ? [] : Array.from({ length: 8 - start.length - end.length }, () => 0)
  return Buffer.from([...start, ...zeros, ...end].flatMap((group) => [group >> 8, group & 0xff]))
}

/** One group, or two if it is written as an IPv4 address. */
const groupsIn = (group: string): number[] => {
  if (!group.includes('.')) return [Number.parseInt(group, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d]
}

function addressOf(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16))
  return shortest(groups.join(':'))
}

/** As everybody writes an IPv6 address. */
export const shortest = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address

/** The name that a client asks for when it validates an address by TLS-ALPN-01 (RFC 8738). */
export function reverseName(address: string): string {
  const bytes = addressBytes(address)
  if (bytes.length === 4) return `${[...bytes].reverse().join('.')}.in-addr.arpa`
  return `${[...bytes.toString('hex')].reverse().join('.')}.ip6.arpa`
}
