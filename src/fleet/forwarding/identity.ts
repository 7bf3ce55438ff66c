/**
 * Who a node is to the others. Its certificate is of the fleet's authority and names it; TLS asks both sides for one. The
 * runtime's HTTP server does not show a client's certificate, so each request also carries a pass: signed with the
 * certificate's key, made for one node.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { type Clock, HOUR, SECOND } from '../../platform/time'

/** PEM texts. `ca` may hold several authorities, while one replaces another. */
export type NodeCertificate = { readonly cert: string; readonly key: string; readonly ca: string }

const DOMAIN = '.node.balcao.internal'
const NODE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

export const isNodeName = (text: string): boolean => NODE_NAME.test(text)
/** The name by which TLS knows a node, wherever it is reached. */
export const tlsNameOf = (node: string): string => `${node}${DOMAIN}`

/** The node that a certificate names; undefined if it is another program's, such as the log server's. */
export function nodeNamedIn(certificate: X509Certificate): string | undefined {
  const names = [...(certificate.subjectAltName ?? '').matchAll(/DNS:([^,\s]+)/g)].map(([, name = '']) => name)
  const nodes = names.filter((name) => name.endsWith(DOMAIN)).map((name) => name.slice(0, -DOMAIN.length))
  return nodes.length === 1 ? nodes.find(isNodeName) : undefined
}

/** Clocks of nodes may be an hour apart. A pass is of use only to somebody who also has a certificate. */
const [PASS_LIFE, RENEW_AFTER, CLOCK_DIFFERENCE] = [24 * HOUR, 2 * HOUR, 2 * HOUR]
const PASSES_KEPT = 1_000

const ALGORITHMS: Readonly<Record<string, string>> = { ec: 'ES256', ed25519: 'EdDSA', rsa: 'RS256' }
const algorithmOf = (key: KeyObject): string => ALGORITHMS[key.asymmetricKeyType ?? ''] ?? 'ES256'

/** Makes the passes of this node. */
export function createPasses({ cert, key }: NodeCertificate, clock: Clock) {
  const privateKey = createPrivateKey(key)
  const x5c = [new X509Certificate(cert).raw.toString('base64')]
  const passes = new Map<string, { readonly pass: Promise<string>; readonly madeAt: number }>()
  const sign = (to: string, now: number) =>
    new SignJWT({})
      .setProtectedHeader({ alg: algorithmOf(privateKey), x5c })
      .setAudience(to)
      .setExpirationTime(Math.floor((now + PASS_LIFE) / SECOND))
      .sign(privateKey)
  return (to: string): Promise<string> => {
    const now = clock()
    const known = passes.get(to)
    if (known && Math.abs(now - known.madeAt) < RENEW_AFTER) return known.pass
    const pass = sign(to, now)
    passes.set(to, { pass, madeAt: now })
    return pass
  }
}

/** Reads passes made for `node`. The name of the node that made it; undefined if it is not valid. */
export function createPassReader(node: string, ca: string, clock: Clock) {
  const authorities = certificatesIn(ca)
  const known = new Map<string, { readonly from: string; readonly until: number }>()
  const read = async (pass: string): Promise<string | undefined> => {
    try {
      const [encoded] = decodeProtectedHeader(pass).x5c ?? []
      const certificate = new X509Certificate(Buffer.from(encoded ?? '', 'base64'))
      const from = nodeNamedIn(certificate)
      const until = Date.parse(certificate.validTo)
      const isOurs = authorities.some((one) => certificate.checkIssued(one) && certificate.verify(one.publicKey))
      const isCurrent = Date.parse(certificate.validFrom) <= clock() && clock() < until
      if (from === undefined || !isOurs || !isCurrent) return undefined
      const { payload } = await jwtVerify(pass, certificate.publicKey, {
        audience: node,
        algorithms: [algorithmOf(certificate.publicKey)],
        currentDate: new Date(clock()),
        clockTolerance: CLOCK_DIFFERENCE / SECOND,
        requiredClaims: ['exp'],
      })
      keep(pass, { from, until: Math.min(until, (payload.exp ?? 0) * SECOND + CLOCK_DIFFERENCE) })
      return from
    } catch {
      return undefined // whatever is wrong with it, it is no pass
    }
  }
  const keep = (pass: string, entry: { from: string; until: number }) => {
    if (known.size >= PASSES_KEPT) known.delete(known.keys().next().value ?? '')
    known.set(pass, entry)
  }
  /** No promise if the pass is known. */
  return (pass: string): string | undefined | Promise<string | undefined> => {
    const entry = known.get(pass)
    return entry && clock() < entry.until ? entry.from : read(pass)
  }
}

/** Throws if one of them cannot be read. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  )
