/** Local payment providers that stop with the test, and the operator's settings for them. */
import { hosts } from '../../src/features/billing/providers/provider'
import type { OperatorEnvironment } from '../../src/settings/operator/settings'
import { type AsaasOptions, startAsaas } from '../../src/simulator/pix/asaas'
import { type EfiOptions, startEfi } from '../../src/simulator/pix/efi'
import { afterEachTest } from './after-each'
import { authority, clientCertificate, standInTls } from './pix-certificates'
import { NOON } from './world'

const running: { stop(): unknown }[] = []
const usual = structuredClone(hosts)

afterEachTest(async () => {
  for (const one of running.splice(0)) await one.stop()
  Object.assign(hosts, structuredClone(usual))
})

export function asaas(options: AsaasOptions = {}) {
  const standIn = startAsaas({ now: () => NOON, ...options })
  running.push(standIn)
  hosts.asaas.sandbox = standIn.url
  return standIn
}

export function efi(options: Partial<EfiOptions> = {}) {
  const standIn = startEfi({ tls: standInTls, authority, now: () => NOON, ...options })
  running.push(standIn)
  Object.assign(hosts.efi, { sandbox: standIn.url, ca: authority })
  return standIn
}

export const manualSettings: OperatorEnvironment = {
  pixProvider: 'manual',
  pixKey: 'pix@balcao.example',
  pixName: 'BALCAO SISTEMAS',
  pixCity: 'SAO PAULO',
}

export const asaasSettings = ({ key }: { readonly key: string }): OperatorEnvironment => ({
  pixProvider: 'asaas',
  asaasKey: key,
  asaasSandbox: true,
})

export const efiSettings = (
  { clientId, clientSecret, key }: { readonly clientId: string; readonly clientSecret: string; readonly key: string },
  certificate = clientCertificate,
): OperatorEnvironment => ({
  pixProvider: 'efi',
  pixKey: key,
  efiClientId: clientId,
  efiClientSecret: clientSecret,
  efiCertificate: certificate,
  efiSandbox: true,
})
