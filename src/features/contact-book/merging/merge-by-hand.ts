/** Merges two contacts as the actor decided, with the name, number and details they picked. */
import type { Actor } from '../../../actor'
import { recordAct } from '../../../audit/record'
import { identityOf } from '../../../contacts/contract'
import { findContactOrFail } from '../../../contacts/queries'
import type { Contact } from '../../../contacts/tables'
import { usernameOf } from '../../../contacts/usernames'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { getRow } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import { mergeContacts } from '../../../tickets/merging/merge'
import type { MergeContacts } from './contract'
import { mergeErrors } from './errors'

export function mergeByHand(
  cx: Cx,
  actor: Actor,
  { sourceContactId: goneId, targetContactId: keptId, mergedData }: MergeContacts,
): { readonly contact: Contact; readonly mergeId: number } {
  return cx.transaction((cx) => {
    const [kept, gone] = [findContactOrFail(cx.db, keptId), findContactOrFail(cx.db, goneId)]
    if (keptId === goneId) fail('ERR_INVALID_INPUT', [{ field: 'sourceContactId', message: 'form.invalid' }])
    if (kept.isGroup || gone.isGroup) fail(mergeErrors.ERR_MERGE_KIND)
    if (haveTwoAttendants(cx.db, keptId, goneId)) fail(mergeErrors.ERR_MERGE_ATTENDED)
    const identity = identityOf({ number: gone.number, username: usernameOf(cx.db, goneId) }, (number) => number) ?? ''
    const mergeId = mergeContacts(cx, keptId, goneId, { actor, picks: mergedData })
    const contact = findContactOrFail(cx.db, keptId)
    recordAct(cx, actor, {
      kind: 'contact',
      act: 'merge',
      subject: { id: keptId, name: contact.name },
      changes: [{ field: 'merged', from: `${gone.name} ${identity}`.trim(), to: contact.name }],
    })
    return { contact, mergeId }
  })
}

/** A contact has one active ticket per connection, so a merge would take a conversation from one of the attendants. */
const haveTwoAttendants = (db: Db, a: number, b: number): boolean =>
  getRow(
    db,
    `SELECT 1 FROM tickets t JOIN tickets o ON o.connection_id = t.connection_id
     WHERE t.contact_id = ? AND o.contact_id = ? AND t.status = 'open' AND o.status = 'open' AND t.user_id <> o.user_id`,
    [a, b],
  ) !== undefined
