/** The chain by which the server proves itself to clients that trust `rootKey`. */
import { proto } from '@whiskeysockets/baileys'
import { type KeyPair, keyPairFrom, sign } from './keys'
import type { Random } from './random'

export type Certificate = { rootKey: Buffer; server: KeyPair; chain: Uint8Array }

const { CertChain } = proto
const { Details } = CertChain.NoiseCertificate

export function createCertificate(random: Random): Certificate {
  const [root, intermediate, server] = [random.bytes(32), random.bytes(32), random.bytes(32)].map(keyPairFrom) as [
    KeyPair,
    KeyPair,
    KeyPair,
  ]
  // The client demands of the intermediate the issuer's serial 0 (WA_CERT_DETAILS.SERIAL).
  const middle = Details.encode({ serial: 1, issuerSerial: 0, key: intermediate.public }).finish()
  const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: server.public }).finish()
  const chain = CertChain.encode({
    intermediate: { details: middle, signature: sign(root.private, middle) },
    leaf: { details: leaf, signature: sign(intermediate.private, leaf) },
  }).finish()
  return { rootKey: root.public, server, chain }
}
