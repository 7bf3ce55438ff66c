/**
 * Mends: after each message to a person Baileys asks for a trust token, and notes it in a transaction that has already
 * ended: the note is lost, the question is asked again with every message, and WhatsApp may refuse with 463. Tokens
 * therefore go to and come from the store itself, past any transaction.
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
