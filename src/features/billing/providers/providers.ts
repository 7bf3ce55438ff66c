/** The payment providers by name, configured by the operator's settings. */
import { readPixKey, readPixText } from '../../../platform/pix-key'
import type { OperatorSettings } from '../../../settings/operator/settings'
import { asaasProvider } from './asaas'
import { type EfiDeps, efiProvider } from './efi'
import { manualProvider } from './manual'
import { hosts, type Provider } from './provider'

export function providerNamed(
  name: string,
  { read }: Pick<OperatorSettings, 'read'>,
  efi: EfiDeps,
): Provider | undefined {
  // An earlier version stored whatever was typed.
  const key = readPixKey(read('pixKey'))
  if (name === 'manual') {
    const [owner, city] = [read('pixName'), read('pixCity')]
    const isUsable = [owner, city].every((text) => readPixText(text, text.length) !== undefined)
    return key && isUsable ? manualProvider({ key, name: owner, city }) : undefined
  }
  if (name === 'efi') {
    const [clientId, clientSecret, certificate] = [read('efiClientId'), read('efiClientSecret'), read('efiCertificate')]
    if (!key || !clientId || !clientSecret || !certificate) return undefined
    const { production, sandbox, ca } = hosts.efi
    const url = read('efiSandbox') ? sandbox : production
    return efiProvider({ url, ca, clientId, clientSecret, certificate, key }, efi)
  }
  if (name === 'asaas') {
    const accessKey = read('asaasKey')
    const { production, sandbox } = hosts.asaas
    return accessKey
      ? asaasProvider({ url: read('asaasSandbox') ? sandbox : production, key: accessKey }, efi.wait)
      : undefined
  }
  return undefined
}
