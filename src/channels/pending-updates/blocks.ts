/** Blocked contacts: stored here at once, reported to the messenger when the connection is open. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { announceContact } from '../../contacts/announce'
import { findContact, findContactIdByAddress, findContactOrFail } from '../../contacts/queries'
import { type Contact, contacts } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { execute, getColumn, getRow } from '../../platform/sql'
import { can } from '../acts'
import type { Address, Channel, ConnectionRef } from '../channel'
import { listConnections } from '../connections/queries'
import { pendingUpdatesDue } from '../events'
import { addressOver } from '../reach'
import { notifyEach } from './notify-each'

/** Groups, and people on channels that cannot block, are only ignored here. */
export function setActive(cx: Cx, actor: Actor, contactId: number, active: boolean): Contact {
  return cx.transaction((cx) => {
    const before = findContactOrFail(cx.db, contactId)
    if (before.active === active) return before
    const after = writeActive(cx, contactId, active)
    recordAct(cx, actor, { kind: 'contact', act: active ? 'unblock' : 'block', subject: after })
    if (after.isGroup) return after
    for (const { id: connectionId } of listConnections(cx.db).filter(({ channel }) => can(channel, 'block'))) {
      if (addressOver(cx.db, connectionId, contactId) === undefined) continue
      execute(cx.db, 'INSERT OR IGNORE INTO block_wishes (connection_id, contact_id) VALUES (?, ?)', [
        connectionId,
        contactId,
      ])
      cx.happened(pendingUpdatesDue({ connectionId }))
    }
    return after
  })
}

/**
 * Called when a contact was blocked or unblocked on the company's own phone. A change made here that is not reported
 * yet is newer and wins.
 */
export function receiveBlock(cx: Cx, address: Address, isBlocked: boolean) {
  cx.transaction((cx) => {
    const id = findContactIdByAddress(cx.db, address)
    const contact = id === undefined ? undefined : findContact(cx.db, id)
    if (contact && contact.active === isBlocked && !isPending(cx, contact.id)) writeActive(cx, contact.id, !isBlocked)
  })
}

const isPending = (cx: Cx, contactId: number): boolean =>
  getRow(cx.db, 'SELECT 1 FROM block_wishes WHERE contact_id = ?', contactId) !== undefined

function writeActive(cx: Cx, contactId: number, active: boolean): Contact {
  cx.db.update(contacts).set({ active }).where(eq(contacts.id, contactId)).run()
  const contact = findContactOrFail(cx.db, contactId)
  announceContact(cx, contact)
  return contact
}

/** Failed ones are reported again when the connection opens. */
export async function sendBlocks(cx: Cx, channel: Channel, ref: ConnectionRef, log: Log): Promise<void> {
  const contactIds = getColumn<number>(
    cx.db,
    'SELECT contact_id FROM block_wishes WHERE connection_id = ? ORDER BY random()',
    ref.connectionId,
  )
  await notifyEach(
    contactIds,
    async (contactId) => {
      const contact = findContact(cx.db, contactId)
      const address = contact && addressOver(cx.db, ref.connectionId, contactId)
      const isKnown = contact && address ? await channel.block(ref, address, !contact.active) : false
      if (!isKnown) log.warn({ contact: contactId }, 'the messenger does not know the contact to block')
      // Changed in the meantime: reported again.
      if (findContact(cx.db, contactId)?.active === contact?.active) removePending(cx, ref.connectionId, contactId)
      else cx.happened(pendingUpdatesDue({ connectionId: ref.connectionId }))
    },
    (contactId, error) => log.debug({ err: error, contact: contactId }, 'a block could not be sent to the messenger'),
  )
}

const removePending = (cx: Cx, connectionId: number, contactId: number) =>
  void execute(cx.db, 'DELETE FROM block_wishes WHERE connection_id = ? AND contact_id = ?', [connectionId, contactId])
