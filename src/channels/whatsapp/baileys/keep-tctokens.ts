/**
 * Works around Baileys: after each message to a person it requests a trust token and stores it in a transaction that
 * has already ended. So the token is lost and requested again with every message, and WhatsApp may refuse messages with
 * 463. Here tokens are written and read directly, outside any transaction.
 */
import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'

export function keepTrustTokens(inUse: SignalKeyStore, store: SignalKeyStore): void {
  const { get, set } = inUse
  inUse.get = <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) =>
    type === 'tctoken' ? store.get(type, ids) : get(type, ids)
  inUse.set = async ({ tctoken, ...rest }: SignalDataSet) => {
    if (tctoken) await store.set({ tctoken })
    if (Object.keys(rest).length > 0) await set(rest)
  }
}
