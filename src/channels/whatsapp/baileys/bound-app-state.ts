/**
 * Works around Baileys: it asks for a collection of settings until WhatsApp's answer names that collection and promises no
 * more of it; where that never happens, without end. Of a newly linked phone it asks again with each part of the history, and
 * messages wait until it is answered or gives up. Before each question it reads which version it has: with the same version
 * it may ask only so often, and after a question without an answer not for a while. Only the account's own name is used.
 */
import type { EventEmitter } from 'node:events'
import type { BinaryNode, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'
import { MINUTE, SECOND } from '../../../platform/time'
import { childOf } from '../groups/group-stanzas'

const VERSION = 'app-state-sync-version'
/** More than a phone's owner causes who archives many chats at once. */
const MOST = 20
/** An answer that takes longer is taken when it comes, but nothing more is asked before. */
const PATIENCE = 5 * SECOND
const SILENCE = 10 * MINUTE

type Bounded = { readonly keys: SignalKeyStore; readonly ws: EventEmitter; readonly now?: () => number }

export function boundAppState({ keys, ws, now = () => performance.now() }: Bounded): void {
  const { get } = keys
  const asked = new Map<string, { readonly version: number; readonly since: number; readonly times: number }>()
  let unanswered: number | null = null

  ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (!(frame instanceof Uint8Array) && childOf(frame, 'sync')) unanswered = null
  })

  function count(name: string, version: number): void {
    const before = asked.get(name)
    const isSame = before?.version === version && now() - before.since < MINUTE
    const times = isSame ? before.times + 1 : 1
    asked.set(name, { version, since: isSame ? before.since : now(), times })
    if (times > MOST) throw new Error('WhatsApp has no end of a collection')
  }

  function awaitAnswer(): void {
    const waited = unanswered === null ? 0 : now() - unanswered
    if (waited > PATIENCE && waited < SILENCE) throw new Error('WhatsApp does not answer about collections')
    if (unanswered === null || waited >= SILENCE) unanswered = now()
  }

  keys.get = async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
    const found = await get(type, ids)
    if (type !== VERSION) return found
    awaitAnswer()
    for (const name of ids) count(name, (found as VersionsFound)[name]?.version ?? 0)
    return found
  }
}

type VersionsFound = Readonly<Record<string, SignalDataTypeMap[typeof VERSION] | undefined>>
