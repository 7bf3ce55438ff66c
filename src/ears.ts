/** What the messengers tell, handed to the chapter whose matter it is, in that company's name. */
import { receiveBlock } from './channels/blocks'
import { type ChannelListener, type ConnectionRef, keyOf, type Receipt, type SessionNews } from './channels/channel'
import { findContactIdByAddress } from './contacts/queries'
import type { Cx } from './platform/cx'
import type { Log } from './platform/log'
import { willPass } from './platform/sqlite'
import { receiveGroups } from './tickets/groups/receive'
import { createPast } from './tickets/history/past'
import { receiveCall } from './tickets/messages/calls'
import { receiveReceipts } from './tickets/messages/receipts'
import { receiveMessages, receiveSameContact } from './tickets/messages/receive'
import { receiveActs } from './tickets/messages/receive-acts'
import { receivePresence } from './tickets/messages/typing'

export type EarsPorts = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  /** Damage met in between sets the company aside. */
  working<T>(tenantUuid: string, work: (cx: Cx) => T): T
  /** So many messages were stored. */
  received(count: number): void
  session(ref: ConnectionRef, news: SessionNews): void
  pictureChanged(ref: ConnectionRef, contactId: number): void
  connectionChanged(cx: Cx, connectionId: number): void
}

export function createEars(ports: EarsPorts): { readonly listener: ChannelListener; close(): void } {
  const { log, cxOf, working } = ports
  const receipts = gather<Receipt>(
    (ref, all) => working(ref.tenantUuid, (cx) => receiveReceipts(cx, ref.connectionId, all)),
    log,
  )
  const past = createPast({ log, working, announce: ports.connectionChanged })
  const listener: ChannelListener = {
    incoming(ref, messages) {
      working(ref.tenantUuid, (cx) => receiveMessages(cx, ref.connectionId, messages))
      ports.received(messages.length)
    },
    acted: (ref, acts) => working(ref.tenantUuid, (cx) => receiveActs(cx, ref.connectionId, acts)),
    receipt: receipts.add,
    call: (ref, call) => working(ref.tenantUuid, (cx) => receiveCall(cx, ref.connectionId, call)),
    presence: (ref, chat, state) => receivePresence(cxOf(ref.tenantUuid), ref.connectionId, chat, state),
    pictureChanged(ref, address) {
      const contactId = findContactIdByAddress(cxOf(ref.tenantUuid).db, address)
      if (contactId !== undefined) ports.pictureChanged(ref, contactId)
    },
    blocked: (ref, address, isBlocked) => working(ref.tenantUuid, (cx) => receiveBlock(cx, address, isBlocked)),
    sameContact: (ref, addresses) => receiveSameContact(cxOf(ref.tenantUuid), addresses),
    groups: (ref, news) => working(ref.tenantUuid, (cx) => receiveGroups(cx, ref.connectionId, news)),
    session: ports.session,
    past,
  }
  return {
    listener,
    close() {
      past.close()
      receipts.close()
    },
  }
}

/** What waits while a file is busy or the disk full; older receipts are told again by newer ones. */
const MOST_WAITING = 10_000
const TRY_AGAIN = 1000

/** Collects what comes in one turn of the loop per connection, so that it is written in one transaction. */
function gather<T>(write: (ref: ConnectionRef, all: readonly T[]) => void, log: Log) {
  const waiting = new Map<string, { ref: ConnectionRef; all: T[] }>()
  let planned = false
  let later: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    planned = false
    clearTimeout(later)
    const batches = [...waiting.values()]
    waiting.clear()
    for (const { ref, all } of batches) {
      try {
        write(ref, all)
      } catch (error) {
        if (willPass(error)) keep(ref, all)
        else
          log.error(
            { err: error, tenant: ref.tenantUuid, connection: ref.connectionId },
            'receipts could not be stored',
          )
      }
    }
  }
  const keep = (ref: ConnectionRef, all: readonly T[]) => {
    waiting.set(keyOf(ref), { ref, all: all.slice(-MOST_WAITING) })
    later = setTimeout(flush, TRY_AGAIN)
    later.unref?.()
  }
  return {
    add(ref: ConnectionRef, one: T) {
      const key = keyOf(ref)
      const batch = waiting.get(key)
      if (batch) batch.all.push(one)
      else waiting.set(key, { ref, all: [one] })
      if (planned) return
      planned = true
      setImmediate(flush)
    },
    close() {
      flush()
      clearTimeout(later)
    },
  }
}
