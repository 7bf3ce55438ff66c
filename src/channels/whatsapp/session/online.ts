/**
 * Keeps the account online while one of its conversations is open on a screen, and a little longer. WhatsApp sends
 * presence and typing only to online accounts, but while online the owner's phone does not ring. The same switch makes
 * Baileys send active or "inactive" receipts.
 */
import type { Address } from '../../channel'
import { jidOf } from '../address'
import type { Socket } from '../baileys/baileys'

export type Online = ReturnType<typeof createOnline>

/** One instance per socket. `linger`: milliseconds online after the last conversation was closed. */
export function createOnline(sock: Socket, linger: number) {
  let watched: readonly Address[] = []
  let subscribed = new Set<string>()
  let isOnline = false
  let leaving: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    if (watched.length === 0) {
      if (isOnline) leaving ??= setTimeout(() => announce('unavailable'), linger)
      return
    }
    clearTimeout(leaving)
    leaving = undefined
    if (!isOnline) announce('available')
    if (!isOnline) return
    const people = [...watched].filter(({ kind }) => kind !== 'group').map(jidOf)
    for (const jid of people) if (!subscribed.has(jid)) sock.presenceSubscribe(jid).catch(gone)
    subscribed = new Set(people)
  }

  /** Until WhatsApp has sent the account's name, Baileys sends no presence. */
  function announce(presence: 'available' | 'unavailable'): void {
    if (!sock.authState.creds.me?.name) return
    isOnline = presence === 'available'
    leaving = undefined
    subscribed = new Set()
    sock.sendPresenceUpdate(presence).catch(gone)
  }

  sock.ev.on('creds.update', ({ me }) => {
    if (me?.name && !isOnline) follow()
  })

  return {
    /**
     * Sets the open conversations. WhatsApp reports only changes, so the presence of those just `opened` is requested
     * again.
     */
    watch(chats: readonly Address[], opened: readonly Address[]): void {
      watched = chats
      for (const chat of opened) subscribed.delete(jidOf(chat))
      follow()
    },
    stop: () => clearTimeout(leaving),
  }
}

/** Called when the connection is closed; the current state is sent again when it opens. */
const gone = () => {}
