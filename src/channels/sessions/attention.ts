/** Tracks which conversations are open on a screen, so that their connections subscribe to typing. In memory only. */
import { addressKey } from '../../contacts/address'
import { getOrMake } from '../../platform/maps'
import { type Address, type Channel, type ConnectionRef, keyOf } from '../channel'

type Look = { readonly ref: ConnectionRef; readonly chat: Address; readonly userId: number; readonly ticketId: number }

/** Changes within this time are reported together, which bounds the traffic while somebody browses conversations. */
const SETTLE_MS = 300

declare module '../../platform/module' {
  interface Services {
    readonly attention: Attention
  }
}

export type Attention = ReturnType<typeof createAttention>

export function createAttention(channel: Pick<Channel, 'watch'>) {
  /** By page; each has at most one conversation open. */
  const looks = new Map<object, Look>()
  const settling = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; readonly opened: Address[] }>()

  function chatsOf(ref: ConnectionRef): readonly Address[] {
    const chats = new Map<string, Address>()
    for (const look of looks.values()) if (keyOf(look.ref) === keyOf(ref)) chats.set(addressKey(look.chat), look.chat)
    return [...chats.values()]
  }

  /** Changes that are not reported yet. */
  function reportSoon(ref: ConnectionRef) {
    const key = keyOf(ref)
    return getOrMake(settling, key, () => {
      const opened: Address[] = []
      const settled = () => {
        settling.delete(key)
        channel.watch(ref, chatsOf(ref), opened)
      }
      return { opened, timer: setTimeout(settled, SETTLE_MS) }
    })
  }

  return {
    /** Undefined: the page shows no conversation. */
    look(who: object, look: Look | undefined) {
      const before = looks.get(who)
      looks.delete(who)
      if (look) looks.set(who, look)
      if (before) reportSoon(before.ref)
      if (look) reportSoon(look.ref).opened.push(look.chat)
    },
    /** Whether a page of this person shows the conversation. A page counts for a minute after it was hidden. */
    isOnScreen: (tenantUuid: string, userId: number, ticketId: number): boolean =>
      [...looks.values()].some(
        (look) => look.ticketId === ticketId && look.userId === userId && look.ref.tenantUuid === tenantUuid,
      ),
    /** After a reconnect: the new socket does not have what was reported before. */
    opened(ref: ConnectionRef) {
      const chats = chatsOf(ref)
      if (chats.length > 0) channel.watch(ref, chats, chats)
    },
    stop() {
      for (const { timer } of settling.values()) clearTimeout(timer)
    },
  }
}
