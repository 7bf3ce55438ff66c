/** How people reach the installation, as the operator has set it. */
import { isIP } from 'node:net'
import type { OperatorSettings } from '../../settings/operator/settings'

export type Address =
  | { readonly kind: 'proxy' }
  | { readonly kind: 'domain' | 'ip'; readonly name: string; readonly email: string; readonly directory: string }
  /** `name` may be empty: the certificate's first one counts. */
  | { readonly kind: 'files'; readonly name: string; readonly cert: string; readonly key: string }

export function addressIn({ read }: Pick<OperatorSettings, 'read'>): Address {
  const [name, cert, key] = [read('domain'), read('tlsCert'), read('tlsKey')]
  if (cert !== '' && key !== '') return { kind: 'files', name, cert, key }
  if (name === '') return { kind: 'proxy' }
  return { kind: isIP(name) ? 'ip' : 'domain', name, email: read('acmeEmail'), directory: read('acmeUrl') }
}

export const isSameAddress = (one: Address, other: Address): boolean => JSON.stringify(one) === JSON.stringify(other)
