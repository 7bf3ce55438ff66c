/** What a push service checks of a sender (RFC 8292): the signature by the key that the browser subscribed with. */
import { createPublicKey, verify } from 'node:crypto'

/** The longest life of a token. */
const DAY = 86_400

/** Undefined if the header is in order; otherwise why not. `now` in milliseconds. */
export function faultOfVapid(header: string, expected: { audience: string; publicKey: string; now: number }) {
  const [, token = '', key = ''] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (token === '') return 'no vapid header'
  if (key !== expected.publicKey) return 'another key than that of the subscription'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { alg } = read<{ alg?: string }>(head)
  if (alg !== 'ES256') return 'not ES256'
  const point = Buffer.from(key, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33, 65)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'a wrong signature'
  const { aud, exp = 0, sub = '' } = read<{ aud?: string; exp?: number; sub?: string }>(claims)
  if (aud !== expected.audience) return 'another audience'
  const seconds = expected.now / 1000
  if (exp <= seconds || exp > seconds + DAY) return 'expired, or valid for too long'
  return /^(https:\/\/|mailto:)\S+$/.test(sub) ? undefined : 'no subject'
}

const read = <Claims>(part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims // checked by the caller
