/** The fleet's own authority, and the certificates that it issues for servers and nodes. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { boolean, sequence } from '../../platform/acme/der'
import {
  alternativeNames,
  certificate,
  extension,
  ids,
  newKey,
  pemOf,
  pemOfKey,
  publicKeyOf,
} from '../../platform/acme/x509'
import { DAY } from '../../platform/time'
import { certificatesIn } from '../forwarding/identity'

/** PEM texts of a certificate and its key. */
export type Pair = { readonly cert: string; readonly key: string }

const BASIC_CONSTRAINTS = '2.5.29.19'
const YEAR = 365 * DAY
const [AUTHORITY_YEARS, MEMBER_YEARS] = [30, 10]
/** Clocks of the machines may differ. */
const BEFORE = DAY
/** What ends sooner is replaced when `fleet init` is repeated, and the doctor reports it. */
export const RENEW_WITHIN = 90 * DAY

/** What the servers know certificates by: the user that they belong to. */
export const NODE_USER = 'node'
export const INIT_USER = 'init'
export const SERVER_USER = 'server'

export function newAuthority(installation: string, now: number): Pair {
  const key = newKey()
  const name = authorityName(installation)
  const parts = {
    subject: name,
    issuer: name,
    publicKey: publicKeyOf(key),
    from: now - BEFORE,
    to: now + AUTHORITY_YEARS * YEAR,
    extensions: [extension(BASIC_CONSTRAINTS, sequence(boolean(true)), true)],
  }
  return { cert: pemOf(certificate(parts, key), 'CERTIFICATE'), key: pemOfKey(key) }
}

const authorityName = (installation: string) => `Balcao fleet ${installation}`

export type CertificateSubject = {
  readonly user: typeof NODE_USER | typeof INIT_USER | typeof SERVER_USER
  /** Domains and addresses. */
  readonly names: readonly string[]
}

export function issue(authority: Pair, { user, names }: CertificateSubject, now: number): Pair {
  const key = newKey()
  const issuer = new X509Certificate(authority.cert)
  const parts = {
    subject: user,
    issuer: issuer.subject.replace(/^CN=/, ''),
    publicKey: publicKeyOf(key),
    from: now - BEFORE,
    to: Math.min(now + MEMBER_YEARS * YEAR, Date.parse(issuer.validTo)),
    extensions: names.length === 0 ? [] : [extension(ids.subjectAltName, alternativeNames(...names))],
  }
  return { cert: pemOf(certificate(parts, createPrivateKey(authority.key)), 'CERTIFICATE'), key: pemOfKey(key) }
}

/** Whether a certificate serves for these names for some time yet. */
export function stillServes({ cert, key }: Pair, authority: string, names: readonly string[], now: number): boolean {
  const faults = certificateFaults({ cert, key, ca: authority }, now)
  const one = new X509Certificate(cert)
  const covers = names.every((name) => (isIP(name) ? one.checkIP(name) : one.checkHost(name)) !== undefined)
  return faults.length === 0 && covers && Date.parse(one.validTo) - now > RENEW_WITHIN
}

/** What is wrong with a certificate, its key and its authorities; sentences that go on after a name. */
export function certificateFaults({ cert, key, ca }: Pair & { readonly ca: string }, now: number): string[] {
  const own = readCertificate(cert)
  if (!own) return ['is no certificate in PEM']
  const authorities = readAuthorities(ca)
  if (authorities.length === 0) return ['has an authority that is no certificate in PEM']
  const faults: string[] = []
  if (!isKeyOf(own, key)) faults.push('does not belong to its key')
  const issuers = authorities.filter((one) => isIssuedBy(own, one))
  if (issuers.length === 0) faults.push('was not issued by an authority beside it')
  if (Date.parse(own.validFrom) > now)
    faults.push(`is valid from ${own.validFrom} only: is the clock of this machine right?`)
  if (Date.parse(own.validTo) <= now) faults.push(`expired on ${own.validTo}`)
  const ends = lastEndOf(issuers)
  if (ends && Date.parse(ends) <= now) faults.push(`has an authority that expired on ${ends}`)
  return faults
}

/** Until when an authority in `ca` vouches for a certificate; undefined if none does. */
export function authorityEnd({ cert, ca }: { readonly cert: string; readonly ca: string }): number | undefined {
  const own = readCertificate(cert)
  const ends = own && lastEndOf(readAuthorities(ca).filter((one) => isIssuedBy(own, one)))
  return ends ? Date.parse(ends) : undefined
}

/** An authority may be there twice, renewed under the same key. */
const lastEndOf = (authorities: readonly X509Certificate[]): string | undefined =>
  authorities.map(({ validTo }) => validTo).toSorted((one, other) => Date.parse(other) - Date.parse(one))[0]

const isIssuedBy = (own: X509Certificate, authority: X509Certificate): boolean =>
  own.checkIssued(authority) && own.verify(authority.publicKey)

/** While an authority is replaced, the old one and the new one are in the file. Empty if one cannot be read. */
function readAuthorities(pem: string): X509Certificate[] {
  try {
    return certificatesIn(pem)
  } catch {
    return []
  }
}

export function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

function isKeyOf(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
