/** How people reach the installation: what the page shows, and what the operator changes. */

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { operatorsOnly } from '../../platform/events'
import { instant } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { privateNetworks, within } from '../../platform/networks'
import { getValue } from '../../platform/sql'
import { changeOperatorSettings } from '../../settings/operator/actions'
import { operatorSettingsUpdated } from '../../settings/operator/contract'
import { version } from '../../version'
import { type ChangeAddress, type InstallationAddress, MOST_SHOWN } from './contract'
import { readFiles } from './store'

const isPrivate = within(privateNetworks)

export function showAddress(services: Services): InstallationAddress {
  const { certificates, operatorSettings, databases, vitals } = services
  const { kind, name, state, certificate, failures, next, attempts, checked } = certificates.report()
  return {
    version,
    startedAt: instant(vitals.startedAt),
    kind,
    name,
    email: operatorSettings.read('acmeEmail'),
    tlsCert: operatorSettings.read('tlsCert'),
    tlsKey: operatorSettings.read('tlsKey'),
    isFixed: operatorSettings.isFixed('domain'),
    state,
    certificate: certificate
      ? { name, issuer: certificate.issuer, from: instant(certificate.from), to: instant(certificate.to) }
      : null,
    failures,
    next: next === null ? null : instant(next),
    attempts: attempts.slice(0, MOST_SHOWN).map((one) => ({
      state: one.state,
      name: one.name,
      startedAt: instant(one.startedAt),
      endedAt: one.endedAt === null ? null : instant(one.endedAt),
      cause: one.cause,
      detail: one.detail,
    })),
    checkedAt: checked ? instant(checked.at) : null,
    checks: [...(checked?.checks ?? [])],
    addresses: listPublicAddresses(),
    port: certificates.plainPort(),
    companies: getValue<number>(databases.control, 'SELECT count(*) FROM companies') ?? 0,
  }
}

const listPublicAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, address }) => !internal && !isPrivate(address) && !address.startsWith('fe80:'))
    .map(({ address }) => address)

/** Stores the new address, and begins to get its certificate. */
export function changeAddress(
  cx: Cx,
  actor: Actor,
  services: Services,
  input: v.InferOutput<typeof ChangeAddress>,
): void {
  const { operatorSettings, hub, certificates } = services
  const { kind } = input
  const isByAuthority = kind === 'domain' || kind === 'ip'
  if (isByAuthority) requireName(kind, input.domain)
  if (kind === 'files' && !readFiles(input.tlsCert, input.tlsKey).pair)
    fail('ERR_INVALID_INPUT', [{ field: 'tlsCert', message: 'form.invalid' }])
  const records = changeOperatorSettings(cx, actor, operatorSettings, {
    domain: kind === 'proxy' ? null : input.domain || null,
    tlsCert: kind === 'files' ? input.tlsCert : null,
    tlsKey: kind === 'files' ? input.tlsKey : null,
    ...(isByAuthority && { acmeEmail: input.acmeEmail || null }),
  })
  hub.emitByOperator(operatorSettingsUpdated({ records }), operatorsOnly)
  void certificates.look()
}

function requireName(kind: 'domain' | 'ip', name: string): void {
  const isAddress = isIP(name) !== 0
  if (name === '' || isAddress !== (kind === 'ip'))
    fail('ERR_INVALID_INPUT', [{ field: 'domain', message: 'form.invalid' }])
  if (isAddress && isPrivate(name)) fail('ERR_INVALID_INPUT', [{ field: 'domain', message: 'form.invalid' }])
}
