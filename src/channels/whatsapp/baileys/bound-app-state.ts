/**
 * Works around Baileys: it asks for a collection of settings until WhatsApp's answer names that collection and promises no
 * more of it. Where that never happens it asks without end, and messages to a newly linked phone wait meanwhile. Before each
 * question it reads which version it has: with the same version it may ask only so often.
 */
import type { SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'
import { MINUTE } from '../../../platform/time'

const VERSION = 'app-state-sync-version'
/** More than a phone's owner causes who archives many chats at once. */
const MOST = 20

export function boundAppState(inUse: SignalKeyStore, now: () => number = performance.now): void {
  const { get } = inUse
  const asked = new Map<string, { version: number; since: number; times: number }>()

  function count(name: string, version: number): void {
    const before = asked.get(name)
    const isSame = before?.version === version && now() - before.since < MINUTE
    const times = isSame ? before.times + 1 : 1
    asked.set(name, { version, since: isSame ? before.since : now(), times })
    if (times > MOST) throw new Error('WhatsApp has no end of a collection')
  }

  inUse.get = async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
    const found = await get(type, ids)
    if (type === VERSION) for (const name of ids) count(name, (found as VersionsFound)[name]?.version ?? 0)
    return found
  }
}

type VersionsFound = Readonly<Record<string, SignalDataTypeMap[typeof VERSION] | undefined>>
