/** Secrets of integrations at rest. */
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import type { Integration } from './runner'
import type { StoredIntegration } from './tables'

type Secret = 'jsonContent' | 'urlToken' | 'secret'
const nameOf = ({ tenant }: Pick<Cx, 'tenant'>, which: Secret) => `${tenant.uuid} integration ${which}`

export const encryptSecret = (cx: Pick<Cx, 'tenant'>, encryption: Encryption, which: Secret, plain: string): string =>
  encryption.encrypt(plain, nameOf(cx, which))

/** With its secrets in plain text. Throws `DecryptionFailed`. */
export function openIntegration(
  cx: Pick<Cx, 'tenant' | 'now'>,
  encryption: Encryption,
  { createdAt: _, pausedAt: __, oldSecret, oldUntil, ...stored }: StoredIntegration,
): Integration {
  const plain = (which: Secret, kept = stored[which]) =>
    kept === null ? null : encryption.decrypt(kept, nameOf(cx, which))
  const old = (oldUntil ?? 0) > cx.now() ? plain('secret', oldSecret) : null
  return {
    ...stored,
    jsonContent: plain('jsonContent'),
    urlToken: plain('urlToken'),
    secret: plain('secret'),
    ...(old !== null && { oldSecret: old }),
  }
}
