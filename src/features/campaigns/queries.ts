import type { Actor } from '../../actor'
import { isUsableBy, usableBy } from '../../channels/connections/queries'
import { fail } from '../../errors'
import { manageCampaigns } from '../../outbound/contract'
import { pauseOf, showWait } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { finder } from '../../platform/finder'
import { instant, instantOrNull } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { type Page, pageOf } from '../../platform/pages'
import { getOnlyValue, getRow, getRows } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { likeEach } from '../../platform/text'
import type { StoredMedia } from '../../tickets/messages/tables'
import { can } from '../../users/permissions'
import { type Campaign, type CampaignCounters, type CampaignStatus, STATUS } from './contract'
import { campaignErrors } from './errors'
import { localOf } from './local-time'
import { campaigns, type Progress, type StoredCampaign } from './tables'

export const { find: findCampaign, findOrFail: findCampaignOrFail } = finder(
  campaigns,
  campaignErrors.ERR_NO_CAMPAIGN_FOUND,
)

/** Throws unless the actor may use the campaign's connection: others' campaigns are neither shown nor changed. */
export function findUsableCampaign({ db }: Cx, actor: Actor, id: number): StoredCampaign {
  const found = findCampaignOrFail(db, id)
  return isUsableBy(actor, found.connectionId) ? found : fail(campaignErrors.ERR_NO_CAMPAIGN_FOUND)
}

/** Audience of events about a campaign over this connection. */
export const mayHear =
  (connectionId: number | null) =>
  (listener: Actor): boolean =>
    can(listener, manageCampaigns) && isUsableBy(listener, connectionId)

export type CampaignFilter = {
  readonly search?: string
  readonly status?: CampaignStatus | null
  /** Bounds of the creation time. */
  readonly from?: number | null
  readonly to?: number | null
}

/** Newest first. */
export function listCampaigns(cx: Cx, actor: Actor, filter: CampaignFilter, page: number): Page<Campaign> {
  const where = conditionOf(actor, filter)
  return pageOf(
    { rows: (from, most) => rowsOf(cx, where, most, from), count: () => countCampaigns(cx.db, where) },
    page,
  )
}

export const countCampaigns = (db: Db, { sql, params }: Condition): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM campaigns c WHERE ${sql}`, params)

export function conditionOf(
  actor: Actor,
  { search = '', status = null, from = null, to = null }: CampaignFilter,
): Condition {
  const parts: Condition[] = [
    usableBy(actor, 'c.connection_id'),
    ...(status === null ? [] : [{ sql: 'c.status = ?', params: [status] }]),
    ...(from === null ? [] : [{ sql: 'c.created_at >= (? + 0)', params: [from] }]),
    ...(to === null ? [] : [{ sql: 'c.created_at < (? + 0)', params: [to] }]),
    ...likeEach('c.name_folded', needleOf(search)),
  ]
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    params: parts.flatMap(({ params }) => params),
  }
}

export const readCampaign = (cx: Cx, id: number): Campaign =>
  rowsOf(cx, { sql: 'c.id = (? + 0)', params: [id] }, 1)[0] ?? fail(campaignErrors.ERR_NO_CAMPAIGN_FOUND)

const PROGRESS = `p.campaign_id AS campaignId, p.source_id AS sourceId, p.is_filled AS isFilled, p.turn,
  p.wait_why AS waitWhy, p.wait_until AS waitUntil, p.total, p.waiting, p.cold_waiting AS coldWaiting, p.asked, p.sent,
  p.failed, p.skipped, p.delivered, p.read, p.answered, p.opted_out AS optedOut, p.confirmed, p.tickets`

export const progressOf = (db: Db, id: number): Progress =>
  getRow<Progress>(db, `SELECT ${PROGRESS} FROM campaign_progress p WHERE p.campaign_id = (? + 0)`, id) ??
  fail(campaignErrors.ERR_NO_CAMPAIGN_FOUND)

type Row = Pick<
  StoredCampaign,
  | 'id'
  | 'name'
  | 'status'
  | 'contactListId'
  | 'tagId'
  | 'connectionId'
  | 'queueId'
  | 'channel'
  | 'startsAt'
  | 'startedAt'
  | 'completedAt'
  | 'reason'
  | 'createdAt'
  | 'updatedAt'
> &
  Progress & {
    readonly excludesCold: number
    readonly excludesEngaged: number
    readonly confirmation: number
    readonly texts: string
    readonly confirmationTexts: string
    readonly media: string | null
    readonly template: string | null
    readonly listName: string | null
    readonly listCount: number
    readonly tagName: string | null
    readonly tagColor: string
    readonly connectionName: string | null
    readonly queueName: string | null
    readonly queueColor: string
  }

const rowsOf = (cx: Cx, { sql, params }: Condition, most: number, from = 0): Campaign[] =>
  getRows<Row>(
    cx.db,
    `SELECT c.id, c.name, c.status, c.contact_list_id AS contactListId, c.tag_id AS tagId, c.connection_id AS connectionId,
         c.queue_id AS queueId, c.channel, c.excludes_cold AS excludesCold, c.excludes_engaged AS excludesEngaged, c.confirmation, c.starts_at AS startsAt,
         c.started_at AS startedAt, c.completed_at AS completedAt, c.reason, c.created_at AS createdAt,
         c.updated_at AS updatedAt, c.texts, c.confirmation_texts AS confirmationTexts, c.media, c.template, ${PROGRESS},
         l.name AS listName, l.contacts_count AS listCount, g.name AS tagName, g.color AS tagColor,
         w.name AS connectionName, q.name AS queueName, q.color AS queueColor
       FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id
         LEFT JOIN contact_lists l ON l.id = c.contact_list_id AND l.deleted_at IS NULL LEFT JOIN tags g ON g.id = c.tag_id
         LEFT JOIN connections w ON w.id = c.connection_id AND w.deleted_at IS NULL LEFT JOIN queues q ON q.id = c.queue_id
       WHERE ${sql} ORDER BY c.created_at DESC, c.id DESC LIMIT ? OFFSET ?`,
    [...params, most, from],
  ).map((row) => described(cx, row))

function described(cx: Cx, row: Row): Campaign {
  const { timeZone } = cx.tenant
  const [texts, questions] = [listed(row.texts), listed(row.confirmationTexts)]
  const media = row.media === null ? null : (JSON.parse(row.media) as StoredMedia) // written by putFile alone
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    message1: texts[0] || null,
    message2: texts[1] || null,
    message3: texts[2] || null,
    message4: texts[3] || null,
    message5: texts[4] || null,
    template: row.template === null ? null : (JSON.parse(row.template) as Campaign['template']), // written by our actions alone
    confirmation: row.confirmation === 1,
    confirmationMessage1: questions[0] || null,
    confirmationMessage2: questions[1] || null,
    confirmationMessage3: questions[2] || null,
    confirmationMessage4: questions[3] || null,
    confirmationMessage5: questions[4] || null,
    contactListId: row.listName === null ? null : row.contactListId,
    contactList:
      row.listName === null || row.contactListId === null
        ? null
        : { id: row.contactListId, name: row.listName, contactsCount: row.listCount },
    tagId: row.tagId,
    tag: row.tagName === null || row.tagId === null ? null : { id: row.tagId, name: row.tagName, color: row.tagColor },
    whatsappId: row.connectionName === null ? null : row.connectionId,
    whatsapp:
      row.connectionName === null || row.connectionId === null
        ? null
        : { id: row.connectionId, name: row.connectionName },
    queueId: row.queueId,
    queue:
      row.queueName === null || row.queueId === null
        ? null
        : { id: row.queueId, name: row.queueName, color: row.queueColor },
    channel: row.channel,
    excludesCold: row.excludesCold === 1,
    excludesEngaged: row.excludesEngaged === 1,
    scheduledAt: row.startsAt === null ? null : localOf(row.startsAt, timeZone),
    startedAt: instantOrNull(row.startedAt),
    completedAt: instantOrNull(row.completedAt),
    reason: row.reason,
    mediaPath: media === null ? null : `/campaigns/${row.id}/media-upload`,
    mediaName: media?.name ?? null,
    mediaType: media?.mimetype ?? null,
    mediaSize: media?.size ?? null,
    figures: countersOf(row),
    wait: row.status === STATUS.running ? waitOf(cx, row) : null,
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
  }
}

const listed = (json: string) => JSON.parse(json) as readonly string[] // written by our actions alone
const waitOf = (cx: Cx, { waitWhy, waitUntil }: Row): Campaign['wait'] =>
  showWait(pauseOf(cx) ?? (waitWhy && { why: waitWhy, until: waitUntil }))

/** `coldWaiting` counts only while a limit for cold contacts holds them back. */
const countersOf = (row: Progress): CampaignCounters => ({
  total: row.total,
  waiting: row.waiting,
  coldWaiting: isColdHeld(row) ? row.coldWaiting : 0,
  asked: row.asked,
  sent: row.sent,
  failed: row.failed,
  skipped: row.skipped,
  delivered: row.delivered,
  read: row.read,
  answered: row.answered,
  optedOut: row.optedOut,
  confirmed: row.confirmed,
  tickets: row.tickets,
})

export const isColdHeld = ({ waitWhy }: Pick<Progress, 'waitWhy'>): boolean =>
  waitWhy === 'coldCap' || waitWhy === 'restricted'

/** Running and scheduled campaigns. */
export const countUnderWay = (db: Db): number =>
  getOnlyValue<number>(
    db,
    `SELECT count(*) FROM campaigns WHERE status IN ('${STATUS.running}', '${STATUS.scheduled}')`,
  )
