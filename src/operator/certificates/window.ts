/** Asks an authority when it wants a certificate renewed (RFC 9773), which needs no account. */
import { Acme, type AcmeOptions } from '../../platform/acme/client'
import { newKey } from '../../platform/acme/x509'

type Asker = Pick<AcmeOptions, 'directory' | 'userAgent' | 'clock' | 'signal' | 'acknowledged'>

export async function askRenewalWindow(id: string, asker: Asker) {
  const acme = new Acme({ ...asker, key: newKey(), wait: async () => undefined })
  const window = await acme.renewalWindow(id)
  return { window, skew: acme.skew }
}
