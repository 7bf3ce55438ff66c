/** Asks an authority when it wants a certificate renewed (RFC 9773), which needs no account. */
import { Acme } from '../../platform/acme/client'
import { newKey } from '../../platform/acme/x509'

export async function askRenewalWindow(directory: string, id: string, userAgent: string, signal: AbortSignal) {
  const acme = new Acme({ directory, key: newKey(), userAgent, signal, wait: async () => undefined })
  const window = await acme.renewalWindow(id)
  return { window, skew: acme.skew }
}
