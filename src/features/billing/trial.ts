/** A test charge at the payment provider, with the operator's current settings. */
import type { Trial } from '../../settings/operator/contract'
import type { SettingTrial } from '../../settings/operator/trial'
import { findCompanyOrFail } from '../../tenancy/companies'
import { referenceFor } from './charges'
import { type Payer, ProviderFailed } from './providers/provider'
import { chosenProvider } from './providers/providers'

/** Cents. Providers refuse smaller charges. */
const AMOUNT = 500

export const pixTrial: SettingTrial = {
  name: 'pix',
  async run({ databases, clock, operatorSettings }, { tenant, now }, { tenantId }, left): Promise<Trial> {
    const provider = chosenProvider(operatorSettings, clock)
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
      return { ok: false, fault: 'unknown', answer: error instanceof ProviderFailed ? error.reason : null }
    }
  },
}
