/** Deletes a contact with its closed conversations. */
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { contactAudience } from '../../contacts/announce'
import { contactDeleted, type DeletedContacts } from '../../contacts/contract'
import { contactErrors } from '../../contacts/errors'
import { contactDeleting } from '../../contacts/events'
import type { Contact } from '../../contacts/tables'
import { AppError, fail } from '../../errors'
import { createBudget } from '../../platform/budget'
import type { Cx } from '../../platform/cx'
import { execute, getColumn, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { announceGone } from '../../tickets/announce'
import type { ContactDeletion } from '../../tickets/contract'
import { ticketDeleted } from '../../tickets/events'
import { holderOf } from '../../tickets/moves/attending'
import { findContactKnownTo, findTicket, listActiveTickets } from '../../tickets/queries'

/** Messages or tickets per transaction; yields to the event loop in between. */
const ROWS_PER_TRANSACTION = 200
const COUNTED = 10_000

/** What a deletion would remove, and who is talking to the contact. */
export function describeDeletion(db: Db, actor: Actor, id: number): ContactDeletion {
  findContactKnownTo(db, actor, id)
  const [active] = listActiveTickets(db, id)
  const count = (table: 'tickets' | 'messages') =>
    Number(getValue(db, `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE contact_id = ? LIMIT ${COUNTED})`, id))
  return { tickets: count('tickets'), messages: count('messages'), holder: active ? holderOf(db, active) : null }
}

/**
 * Deletes the oldest messages first, in batches: if the process dies meanwhile, the contact remains with the newer ones and
 * can be deleted again. A contact that writes in between has an active ticket, which stops the deletion.
 */
export async function deleteContact(cx: Cx, actor: Actor, id: number, { erases = false } = {}) {
  const budget = createBudget()
  do await budget.rest()
  while (!deleteSome(cx, actor, id, erases))
}

/** Deletes each contact on its own: one that cannot be deleted does not stop the others. */
export async function deleteContacts(cx: Cx, actor: Actor, ids: readonly number[]): Promise<DeletedContacts> {
  const results: DeletedContacts = []
  for (const contactId of new Set(ids)) {
    try {
      await deleteContact(cx, actor, contactId)
      results.push({ contactId, deleted: true, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ contactId, deleted: false, error: error.code })
    }
  }
  return results
}

/** Returns whether the contact is gone. */
const deleteSome = (cx: Cx, actor: Actor, id: number, erases: boolean): boolean =>
  cx.transaction((cx) => {
    const contact = findContactKnownTo(cx.db, actor, id)
    requireNoTicket(cx.db, id)
    if (deleteMessages(cx.db, id) === ROWS_PER_TRANSACTION || deleteTickets(cx, id) === ROWS_PER_TRANSACTION)
      return false
    removeContact(cx, actor, contact, erases)
    return true
  })

export function requireNoTicket(db: Db, contactId: number) {
  const [active] = listActiveTickets(db, contactId)
  if (active) fail(contactErrors.ERR_CONTACT_HAS_TICKET, holderOf(db, active))
}

/** Returns the number of messages deleted. */
const deleteMessages = (db: Db, contactId: number): number =>
  execute(
    db,
    `DELETE FROM messages WHERE id IN
       (SELECT id FROM messages INDEXED BY messages_page WHERE contact_id = ? ORDER BY created_at, id LIMIT ${ROWS_PER_TRANSACTION})`,
    contactId,
  ).changes

function deleteTickets(cx: Cx, contactId: number): number {
  const ids = getColumn<number>(
    cx.db,
    `SELECT id FROM tickets WHERE contact_id = ? LIMIT ${ROWS_PER_TRANSACTION}`,
    contactId,
  )
  for (const ticket of ids.flatMap((id) => findTicket(cx.db, id) ?? [])) {
    execute(cx.db, 'DELETE FROM tickets WHERE id = ?', ticket.id)
    announceGone(cx, ticket)
    cx.happened(ticketDeleted({ ticket }))
  }
  return ids.length
}

function removeContact(cx: Cx, actor: Actor, contact: Contact, erases: boolean) {
  const { id } = contact
  const name = erases ? '' : contact.name
  const audience = contactAudience(cx.db, contact)
  for (const table of ['outbox', 'chat_expiry', 'phone_texts'])
    execute(cx.db, `DELETE FROM ${table} WHERE contact_id = ?`, id)
  cx.happened(contactDeleting({ contactId: id, erases }))
  // Merges into this contact can no longer be undone, and their rows contain names.
  execute(cx.db, 'DELETE FROM contact_merges WHERE kept_id = ?', id)
  execute(cx.db, 'DELETE FROM contacts WHERE id = ?', id)
  recordAct(cx, actor, { kind: 'contact', act: 'delete', subject: { id, name } })
  cx.emit(contactDeleted({ contactId: id, mergedInto: null }), audience)
}
