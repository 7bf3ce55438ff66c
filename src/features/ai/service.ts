/** Chooses the company's service, else the operator's. */
import type { OperatorAi } from '../../platform/config'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import type { OutsideAllow, Reach } from '../../platform/outside'
import { readSecret, readText } from '../../settings/settings'
import type { AiService } from './contract'

export type Service = OperatorAi & Reach

const USUAL_ADDRESS = 'https://api.openai.com/v1'
const USUAL_MODEL = 'gpt-4o-mini'

/** A company that set an address or a key never falls back to the operator's service. */
export function serviceOf(
  cx: Pick<Cx, 'db' | 'tenant' | 'wait'>,
  encryption: Encryption,
  { operators, allowed }: { readonly operators: OperatorAi | null; readonly allowed: OutsideAllow },
): Service | null {
  const url = readText(cx.db, 'aiUrl')
  const key = readSecret(cx, encryption, 'aiKey')
  if (url !== '' || key !== null) {
    const model = readText(cx.db, 'aiModel') || USUAL_MODEL
    return { url: url || USUAL_ADDRESS, key, model, wait: cx.wait, reach: 'public', allowed }
  }
  return operators && { ...operators, wait: cx.wait, reach: 'any' }
}

export const shownService = (service: Service | null): AiService => ({
  service: service && { host: hostOf(service.url), model: service.model },
})

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
