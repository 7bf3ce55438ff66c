/** What says who a contact is: where they write, their conversations, and who else they may be. */
import type { Actor } from '../../../actor'
import type { ChannelKind } from '../../../channels/contract'
import type { AddressKind } from '../../../contacts/address'
import { addressesOf, findContactOrFail, summarizeContact } from '../../../contacts/queries'
import type { Cx } from '../../../platform/cx'
import { getOnlyValue, getRows } from '../../../platform/sql'
import { namesIn } from '../../../tickets/lists/names'
import { seesContact } from '../../../tickets/queries'
import { visibleTo } from '../../../tickets/visibility'
import type { Duplicate, Identity } from './contract'

const MOST_LIKELY = 3

const messengers: Record<AddressKind, ChannelKind> = {
  group: 'whatsapp',
  phone: 'whatsapp',
  lid: 'whatsapp',
  bsuid: 'whatsapp_cloud',
  psid: 'facebook',
  igsid: 'instagram',
}

export function identify({ db }: Cx, actor: Actor, contactId: number): Identity {
  const { sql, params } = visibleTo(actor)
  const open = getRows<{ readonly userId: number | null; readonly channel: ChannelKind }>(
    db,
    `SELECT t.user_id AS userId, t.channel FROM tickets t WHERE t.contact_id = ? AND t.status <> 'closed' AND ${sql} ORDER BY t.id`,
    [contactId, ...params],
  )
  const names = namesIn(db)
  return {
    channels: [...new Set(addressesOf(db, contactId).map(({ kind }) => messengers[kind]))],
    tickets: getOnlyValue<number>(db, `SELECT count(*) FROM tickets t WHERE t.contact_id = ? AND ${sql}`, [
      contactId,
      ...params,
    ]),
    open: open.map(({ userId, channel }) => ({ channel, user: userId === null ? null : names.user(userId).name })),
    likely: likelyOthers(db, actor, contactId),
  }
}

type Row = { readonly id: number; readonly reason: Duplicate['reason'] }

const likelyOthers = (db: Cx['db'], actor: Actor, contactId: number): Identity['likely'] =>
  getRows<Row>(
    db,
    `SELECT newer_id AS id, reason FROM contact_duplicates WHERE older_id = ? AND apart_at IS NULL
     UNION ALL SELECT older_id, reason FROM contact_duplicates WHERE newer_id = ? AND apart_at IS NULL LIMIT ${MOST_LIKELY}`,
    [contactId, contactId],
  )
    .filter(({ id }) => seesContact(db, actor, id))
    .map(({ id, reason }) => ({ reason, contact: summarizeContact(db, findContactOrFail(db, id)) }))
