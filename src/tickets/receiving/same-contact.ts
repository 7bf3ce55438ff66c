/** The messenger reports that several addresses belong to one person. */
import type { Address } from '../../channels/channel'
import { findContactIds, recogniseContact } from '../../contacts/actions'
import { joinMembers } from '../../contacts/groups/actions'
import { findHolder } from '../../contacts/queries'
import type { Cx } from '../../platform/cx'
import { getColumn } from '../../platform/sql'
import { announceTicket } from '../announce'
import { mergeAll } from '../merging/merge'
import { applyWaitingActionsOf } from '../message-actions/receive-actions'
import { findTicket } from '../queries'

/** What the messenger answered about a number: whether its contact has these addresses is news. */
export function learnAnswer(cx: Cx, addresses: readonly Address[]) {
  const holders = addresses.map((address) => findHolder(cx.db, address))
  const [first] = holders
  const isKnown = holders.every((one) => one !== undefined && one.contactId === first?.contactId && !one.isTyped)
  if (!isKnown && findContactIds(cx.db, addresses).length > 0) receiveSameContact(cx, addresses)
}

/** Merges the records and everything that refers to them. */
export function receiveSameContact(cx: Cx, addresses: readonly Address[]) {
  cx.transaction((cx) => {
    joinMembers(cx.db, addresses, cx.now())
    const known = findContactIds(cx.db, addresses)
    if (known.length === 0) return
    mergeAll(cx, known)
    const { id: kept } = recogniseContact(cx, { addresses, name: null, isGroup: false })
    applyWaitingActionsOf(cx, kept)
    for (const id of getColumn(cx.db, `SELECT id FROM tickets WHERE contact_id = ? AND status <> 'closed'`, kept)) {
      const ticket = findTicket(cx.db, Number(id))
      if (ticket) announceTicket(cx, null, ticket)
    }
  })
}
