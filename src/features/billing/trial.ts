/** A test charge with the payment provider, and the registration of our webhook there, as the operator's settings are now. */
import { randomBytes } from 'node:crypto'
import { recordAct } from '../../audit/record'
import { AppError } from '../../errors'
import { changeOperatorSettings } from '../../settings/operator/actions'
import type { Trial } from '../../settings/operator/contract'
import type { SettingTrial } from '../../settings/operator/trial'
import { findCompanyOrFail } from '../../tenancy/companies'
import { referenceFor } from './charges'
import { type Payer, ProviderFailed } from './providers/provider'

/** Cents. Providers refuse smaller charges. */
const AMOUNT = 500

export const pixTrial: SettingTrial = {
  name: 'pix',
  async run({ databases, billing }, { tenant, now }, { tenantId }, left): Promise<Trial> {
    const provider = billing.chosenProvider()
    if (!provider) return { ok: false, fault: 'pixNotConfigured', answer: null }
    const { name, email, document } = findCompanyOrFail(databases.control, tenantId)
    const payer: Payer = { companyId: tenantId, name, email, document }
    const reference = referenceFor(provider.name, 0)
    const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(tenant.timeZone).toPlainDate()
    const charge = { reference, amount: AMOUNT, externalId: null }
    try {
      const details = { description: 'Balcão', payer, now: now(), today: today.toString() }
      const { code, externalId } = await provider.create({ ...charge, ...details }, left)
      await provider.cancel({ ...charge, externalId }, left)
      return { ok: true, fault: null, answer: reference, code }
    } catch (error) {
      return refused(error)
    }
  },
}

/** What is missing here is told as such: the operator's CPF or CNPJ. */
function refused(error: unknown): Trial {
  if (error instanceof AppError) throw error
  return { ok: false, fault: 'unknown', answer: error instanceof ProviderFailed ? error.reason : null }
}

/** Providers call it when something happens to a charge. The manual one has nothing to tell. */
export const webhookTrial: SettingTrial = {
  name: 'webhook',
  async run({ billing, operatorSettings }, cx, actor, left, origin): Promise<Trial> {
    const provider = billing.chosenProvider()
    if (!provider) return { ok: false, fault: 'pixNotConfigured', answer: null }
    if (!provider.register) return { ok: false, fault: 'noWebhook', answer: null }
    const known = operatorSettings.read('asaasWebhookToken')
    const token = known || randomBytes(24).toString('base64url')
    const address = `${origin}/api/subscription/webhook/${provider.name}`
    try {
      await provider.register(address, token, left)
    } catch (error) {
      return refused(error)
    }
    if (!known && provider.name === 'asaas')
      changeOperatorSettings(cx, actor, operatorSettings, { asaasWebhookToken: token })
    const subject = { id: null, name: `${provider.name}: ${address}` }
    cx.transaction((cx) => recordAct(cx, actor, { kind: 'webhook', act: 'create', subject }))
    return { ok: true, fault: null, answer: address }
  },
}
