/**
 * The account's own name, without which WhatsApp does not show us as online. It is in one of the collections that a
 * phone shares with its linked devices; those with contacts and archived chats are read only on request
 * (phone-book.ts). Baileys would read all of them (disabled in socket-settings.ts): a thousand contacts block the event
 * loop for 0.2 s, all data is kept and trusted, and customers' messages wait until the last collection has arrived.
 */
import { setTimeout } from 'node:timers/promises'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { personName } from '../../../platform/text'
import { briefly, type Log } from '../baileys/log'
import { childrenOf } from '../groups/group-stanzas'
import type { Limits } from '../limits'
import { readCollection } from './collection'
import type { OpenSocket } from './live-socket'

const COLLECTION = 'critical_block'
/** Usually it has a dozen entries. */
const BYTES = 1024 * 1024
const MOST_ENTRIES = 200

/** `home`: origin of a private WhatsApp. */
type Where = OpenSocket & {
  readonly home: string | null
  readonly limits: Pick<Limits, 'query' | 'ownName'>
  readonly log: Log
  readonly logFields: object
}

/** Reads it when the phone shares its key or reports a change, and after a failed attempt. */
export function followOwnName({ live, baileys, home, limits, log, logFields }: Where): void {
  const { sock, gone } = live
  const { creds } = sock.authState
  const bounds = { ms: limits.query, bytes: BYTES, entries: MOST_ENTRIES }
  let isDue = false
  let isAtIt = false

  async function read(): Promise<void> {
    isDue = true
    if (isAtIt) return
    isAtIt = true
    while (isDue && !gone.aborted) {
      isDue = false
      const name = await nameNow().catch((error: unknown) => {
        log.info({ ...logFields, ...briefly(error) }, 'whatsapp: the account’s name could not be read')
        return ''
      })
      if (name && creds.me && name !== creds.me.name) sock.ev.emit('creds.update', { me: { ...creds.me, name } })
      await setTimeout(limits.ownName, undefined, { ref: false, signal: gone }).catch(() => {}) // the socket is closed
    }
    isAtIt = false
  }

  async function nameNow(): Promise<string> {
    const entries = await readCollection(COLLECTION, { live, baileys, home, bounds })
    const names = entries.map(({ value }) => personName(value.pushNameSetting?.name ?? ''))
    return names.findLast((name) => name !== '') ?? ''
  }

  sock.ev.on('creds.update', ({ myAppStateKeyId }) => {
    if (myAppStateKeyId) void read()
  })
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === 'open' && creds.myAppStateKeyId && !creds.me?.name) void read()
  })
  sock.ws.on('CB:notification,type:server_sync', (news: BinaryNode) => {
    if (childrenOf(news, 'collection').some(({ attrs }) => attrs.name === COLLECTION)) void read()
  })
}
