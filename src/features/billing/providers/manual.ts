/** Without a payment provider: a static code of the operator's own key. The operator confirms payments. */
import { brCode, type PixKey } from './br-code'
import type { Provider } from './provider'

export const manualProvider = (key: PixKey): Provider => ({
  name: 'manual',
  needsDocument: false,
  create: async ({ amount, reference }) => ({
    code: brCode(key, amount, reference),
    externalId: null,
    expiresAt: null,
  }),
  read: async () => null,
  cancel: async () => undefined,
})
