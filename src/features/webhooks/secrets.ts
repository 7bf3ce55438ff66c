/** Signing secrets at rest. */
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import type { StoredWebhook } from './tables'

const nameOf = ({ tenant }: Pick<Cx, 'tenant'>) => `${tenant.uuid} webhook`

export const encryptSecret = (cx: Pick<Cx, 'tenant'>, encryption: Encryption, secret: string): string =>
  encryption.encrypt(secret, nameOf(cx))

/** The secrets to sign with, the current one first; empty if it cannot be read. */
export function secretsOf(cx: Pick<Cx, 'tenant' | 'now'>, encryption: Encryption, hook: StoredWebhook): string[] {
  const isOldValid = hook.oldSecret !== null && (hook.oldUntil ?? 0) > cx.now()
  try {
    return [hook.secret, ...(isOldValid ? [hook.oldSecret ?? ''] : [])].map((one) =>
      encryption.decrypt(one, nameOf(cx)),
    )
  } catch (error) {
    if (error instanceof DecryptionFailed) return []
    throw error
  }
}
