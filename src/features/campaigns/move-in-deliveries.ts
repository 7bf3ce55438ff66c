/**
 * Whom another product's campaigns have reached. Nobody is asked or written to again: a question without an answer
 * ends here, and is no opt-out; what had not left is left to a person who resumes the campaign.
 */
import { DELIVERED, READ, SENT } from '../../channels/contract'
import { readMeant } from '../../channels/dialing'
import { otherForm } from '../../contacts/number'
import { findContact, findContactIdByAddress } from '../../contacts/queries'
import type { Move } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { isCold } from '../../outbound/rate/limiter'
import { execute, getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { searchable } from '../../platform/text'
import { findItem } from '../contact-lists/queries'
import { STATUS } from './contract'
import { addPoint, addToProgress, type CounterDelta } from './counters'
import { countsAs } from './delivery'
import { findCampaign } from './queries'
import type { StoredCampaign, StoredDelivery } from './tables'
import { usable } from './texts'

type Row = SourceRows['campaignDeliveries']
const KIND = 'campaignDeliveries'

export const moveDeliveries = (move: Move): Promise<void> =>
  move.inSlices('campaign-deliveries', move.source.rows(KIND, move.company.id), (slice) => {
    const sums = new Map<number, Record<string, number>>()
    for (const row of slice) moveOne(move, row, sums)
    for (const [campaignId, delta] of sums) addToProgress(move.cx.db, campaignId, delta satisfies CounterDelta)
  })

/** Something was sent to this recipient. */
export const hasLeft = ({ deliveredAt, confirmationRequestedAt, ack }: Row): boolean =>
  deliveredAt !== null || confirmationRequestedAt !== null || (ack ?? 0) >= SENT

function moveOne(move: Move, row: Row, sums: Map<number, Record<string, number>>) {
  const { cx, ids, report } = move
  if (ids.has(KIND, row.id)) return report.merged(KIND, 'alreadyHere')
  const campaignId = ids.find('campaigns', row.campaignId)
  const campaign = campaignId === undefined ? undefined : findCampaign(cx.db, campaignId)
  if (!campaign) return report.skipped(KIND, 'noParent', row.number ?? undefined)
  // It is planned anew from its list.
  if (campaign.status === STATUS.draft) return report.skipped(KIND, 'draft', row.number ?? undefined)
  const item = findItem(cx.db, ids.find('contactListItems', row.itemId) ?? 0)
  const known = item?.number ?? findContact(cx.db, ids.find('contacts', row.contactId) ?? 0)?.number
  const read = row.number === null && known ? { number: known } : readMeant(cx, row.number ?? '', PROGRAMS)
  if (!('number' in read)) return report.skipped(KIND, 'noNumber', row.number ?? undefined)
  const { number } = read
  if (isThere(cx.db, campaign.id, number)) return report.merged(KIND, 'repeated')
  const contactId = findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null
  const name = item?.name ?? (contactId === null ? '' : (findContact(cx.db, contactId)?.name ?? ''))
  const outcome = outcomeOf(row, campaign, cx.now())
  const values = {
    campaignId: campaign.id,
    number,
    name,
    words: `${searchable(name)} ${number}`,
    contactId,
    position: 0,
    isCold: outcome.state === 'waiting' && isCold(cx.db, contactId, campaign.connectionId ?? 0),
    text: textOf(campaign, row.message ?? ''),
    confirmationText: campaign.confirmation ? 1 : null,
    connectionId: outcome.sentAt === null ? null : campaign.connectionId,
    ...outcome,
    answer: null,
    confirmationId: null,
    messageId: null,
    ticketId: null,
    answeredAt: null,
  }
  const id = insert(cx.db, values)
  ids.add(KIND, row.id, id)
  report.imported(KIND)
  count(move, { id, ...values }, sums)
}
const PROGRAMS = { mayLackPlus: true }

/** There may be hundreds of thousands. */
const insert = (db: Db, values: Omit<StoredDelivery, 'id'>): number =>
  Number(
    execute(
      db,
      `INSERT INTO campaign_deliveries (campaign_id, number, name, words, contact_id, connection_id, position, is_cold, text,
         confirmation_text, state, reason, asked_at, confirmed_at, sent_at, delivered_at, read_at, at)
       VALUES (@campaignId, @number, @name, @words, @contactId, @connectionId, @position, @isCold, @text,
         @confirmationText, @state, @reason, @askedAt, @confirmedAt, @sentAt, @deliveredAt, @readAt, @at)`,
      { ...values, isCold: Number(values.isCold) },
    ).lastInsertRowid,
  )

/** In either form of the number. */
const isThere = (db: Db, campaignId: number, number: string): boolean =>
  getRow(db, 'SELECT 1 FROM campaign_deliveries WHERE campaign_id = ? AND number IN (?, ?)', [
    campaignId,
    number,
    otherForm(number) ?? number,
  ]) !== undefined

type Outcome = Pick<
  StoredDelivery,
  'state' | 'reason' | 'askedAt' | 'confirmedAt' | 'sentAt' | 'deliveredAt' | 'readAt' | 'at'
>

/** `deliveredAt` of theirs is when it was handed to the messenger. Only some of them know its later statuses. */
function outcomeOf(row: Row, { status }: StoredCampaign, now: number): Outcome {
  const ack = row.ack ?? 0
  const askedAt = row.confirmationRequestedAt
  const confirmedAt = row.confirmation === true ? (row.confirmedAt ?? askedAt) : null
  const times = { askedAt, confirmedAt, sentAt: null, deliveredAt: null, readAt: null }
  const sentAt = row.deliveredAt ?? (ack >= SENT ? (row.createdAt ?? now) : null)
  const at = Math.min(sentAt ?? confirmedAt ?? askedAt ?? row.createdAt ?? now, now)
  if (sentAt !== null) {
    const deliveredAt = ack >= DELIVERED ? sentAt : null
    const readAt = ack >= READ ? sentAt : null
    const state = readAt !== null ? 'read' : deliveredAt !== null ? 'delivered' : 'sent'
    return { ...times, sentAt, deliveredAt, readAt, state, reason: null, at }
  }
  if (askedAt !== null && confirmedAt === null) return { ...times, state: 'skipped', reason: 'noConfirmation', at }
  return status === STATUS.stopped
    ? { ...times, state: 'waiting', reason: null, at }
    : { ...times, state: 'skipped', reason: 'moved', at }
}

/** Which of the texts it was: the one whose fixed parts all stand in it. */
function textOf({ texts }: StoredCampaign, message: string): number {
  const all = usable(texts)
  return all.find((text) => isMadeOf(message, texts[text - 1] ?? '')) ?? all[0] ?? 1
}

function isMadeOf(message: string, text: string): boolean {
  let from = 0
  for (const part of text.split(/\{+[^{}]*\}+/)) {
    const at = message.indexOf(part.trim(), from)
    if (at < 0) return false
    from = at + part.trim().length
  }
  return true
}

function count({ cx }: Move, one: StoredDelivery, sums: Map<number, Record<string, number>>) {
  const sum = sums.get(one.campaignId) ?? { total: 0 }
  sum.total = (sum.total ?? 0) + 1
  for (const [name, is] of Object.entries(countsAs(one))) sum[name] = (sum[name] ?? 0) + is
  sums.set(one.campaignId, sum)
  if (one.deliveredAt !== null) addPoint(cx.db, one.campaignId, one.deliveredAt, [1, one.readAt === null ? 0 : 1, 0, 0])
}
