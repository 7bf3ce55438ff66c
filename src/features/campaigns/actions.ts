/** Creates, changes and deletes campaigns. Starting and stopping them is in `lifecycle.ts`. */

import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { changesBetween, recordAct, recordEdit } from '../../audit/record'
import { type FieldFault, fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute, getOnlyValue } from '../../platform/sql'
import { cut, searchable } from '../../platform/text'
import { hintOfPlannedTime } from '../../platform/time'
import { type Language, languageOf } from '../../texts/languages'
import type { UploadedFile } from '../../tickets/media/upload'
import { mayUseConnection } from '../../users/permissions'
import {
  type Campaign,
  type CreateCampaign,
  campaignCreated,
  campaignDeleted,
  campaignUpdated,
  isEditable,
  STATUS,
  type UpdateCampaign,
} from './contract'
import { campaignErrors } from './errors'
import { campaignMovedOn } from './events'
import { instantOf } from './local-time'
import { findCampaign, findUsableCampaign, mayHear, readCampaign } from './queries'
import { campaignProgress, campaigns, type StoredCampaign } from './tables'
import { faultsOf, requireComplete } from './validate'

export const MOST_CAMPAIGNS = 20_000
/** Deliveries per transaction. */
const ROWS_PER_TRANSACTION = 1_000

export function createCampaign(cx: Cx, actor: Actor, input: CreateCampaign): Campaign {
  return cx.transaction((cx) => {
    const count = getOnlyValue<number>(cx.db, 'SELECT count(*) FROM campaigns')
    if (count >= MOST_CAMPAIGNS) fail(campaignErrors.ERR_CAMPAIGN_LIMIT, { most: MOST_CAMPAIGNS })
    const row = fieldsOf(cx, actor, input)
    return add(cx, actor, { ...row, status: isPlanned(row, input) ? STATUS.scheduled : STATUS.draft }, 'create')
  })
}

/** The copy is a draft without a start time. */
export function copyCampaign(cx: Cx, actor: Actor, id: number, language: Language): Campaign {
  return cx.transaction((cx) => {
    const { name, ...found } = findUsableCampaign(cx, actor, id)
    const copied = cut(`${copyOf[languageOf(language)]} ${name}`, 50).trim()
    const { channel, texts, confirmationTexts, confirmation, excludesCold, excludesEngaged, kind, media } = found
    const { contactListId, tagId, connectionId, queueId, template } = found
    const row = {
      channel,
      template,
      texts,
      confirmationTexts,
      confirmation,
      excludesCold,
      excludesEngaged,
      kind,
      media,
    }
    const plain = { name: copied, startsAt: null, status: STATUS.draft } as const
    return add(cx, actor, { ...row, contactListId, tagId, connectionId, queueId, ...plain }, 'copy')
  })
}
const copyOf: Readonly<Record<Language, string>> = {
  'pt-BR': 'Cópia de',
  en: 'Copy of',
  es: 'Copia de',
  tr: 'Kopya:',
}

type Fields = Pick<
  StoredCampaign,
  | 'name'
  | 'texts'
  | 'confirmationTexts'
  | 'confirmation'
  | 'template'
  | 'channel'
  | 'excludesCold'
  | 'excludesEngaged'
  | 'contactListId'
  | 'tagId'
  | 'connectionId'
  | 'queueId'
  | 'startsAt'
>

function add(
  cx: Cx,
  actor: Actor,
  row: Fields & Pick<StoredCampaign, 'status'> & Partial<Pick<StoredCampaign, 'kind' | 'media'>>,
  act: 'create' | 'copy',
): Campaign {
  const { id } = cx.db
    .insert(campaigns)
    .values({
      ...row,
      nameFolded: searchable(row.name),
      createdAt: cx.now(),
      updatedAt: cx.now(),
    })
    .returning({ id: campaigns.id })
    .get()
  cx.db.insert(campaignProgress).values({ campaignId: id }).run()
  recordAct(cx, actor, { kind: 'campaign', act, subject: { id, name: row.name } })
  const record = readCampaign(cx, id)
  cx.emit(campaignCreated({ record }), mayHear(row.connectionId))
  return record
}

export function changeCampaign(cx: Cx, actor: Actor, id: number, input: UpdateCampaign): Campaign {
  return cx.transaction((cx) => {
    const before = findChangeable(cx, actor, id)
    const row = fieldsOf(cx, actor, input, before)
    const isOther = (['contactListId', 'tagId', 'channel'] as const).some((field) => row[field] !== before[field])
    if (before.startedAt !== null && isOther) fail(campaignErrors.ERR_CAMPAIGN_AUDIENCE_FIXED)
    const status = isPlanned(row, input, before)
      ? STATUS.scheduled
      : before.status === STATUS.scheduled
        ? STATUS.draft
        : before.status
    const edit = { kind: 'campaign', subject: { id, name: row.name }, changes: changed(before, row) }
    const isDraft = before.status === STATUS.draft && status === STATUS.draft // the editor saves drafts every few seconds
    if (isDraft) recordEdit(cx, actor, edit)
    else recordAct(cx, actor, { ...edit, act: 'update' })
    const [could, can] = [mayHear(before.connectionId), mayHear(row.connectionId)]
    cx.emit(campaignDeleted({ id }), (listener) => could(listener) && !can(listener))
    return saveCampaign(cx, id, { ...row, nameFolded: searchable(row.name), status })
  })
}

/** Without `draft` in the request, a start time schedules the campaign; a cancelled one needs a new time. */
function isPlanned({ startsAt }: Pick<Fields, 'startsAt'>, input: UpdateCampaign, before?: StoredCampaign): boolean {
  if (startsAt === null || (before?.startedAt ?? null) !== null) return false
  if (input.draft !== undefined) return !input.draft
  if (before?.status === STATUS.stopped) return startsAt !== before.startsAt
  return before?.status === STATUS.scheduled || input.scheduledAt !== undefined
}

const named = [
  'name',
  'contactListId',
  'tagId',
  'connectionId',
  'queueId',
  'startsAt',
  'confirmation',
  'channel',
  'excludesCold',
  'excludesEngaged',
] as const
function changed(before: StoredCampaign, after: Fields) {
  const fields = named.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, from: before[field], to: after[field] }],
  )
  const isReworded =
    before.texts.join('\0') !== after.texts.join('\0') ||
    before.confirmationTexts.join('\0') !== after.confirmationTexts.join('\0') ||
    JSON.stringify(before.template) !== JSON.stringify(after.template)
  return [...fields, ...(isReworded ? [{ field: 'texts', from: null, to: 'set' }] : [])]
}

export const putFile = (
  cx: Cx,
  actor: Actor,
  id: number,
  file: Pick<UploadedFile, 'kind' | 'media'> | null,
): Campaign =>
  cx.transaction((cx) => {
    const { name, media } = findChangeable(cx, actor, id)
    recordAct(cx, actor, {
      kind: 'campaign',
      act: 'update',
      subject: { id, name },
      changes: changesBetween({ mediaName: media?.name }, { mediaName: file?.media?.name }),
    })
    return saveCampaign(cx, id, { kind: file?.kind ?? null, media: file?.media ?? null })
  })

/** Deletes the deliveries first, in batches. If that is interrupted, the campaign remains and can be deleted again. */
export async function deleteCampaign(cx: Cx, actor: Actor, id: number): Promise<void> {
  cx.transaction((cx) => {
    const { status } = findUsableCampaign(cx, actor, id)
    if (status === STATUS.running) fail(campaignErrors.ERR_CAMPAIGN_LOCKED)
    // As a draft, it can no longer start by itself.
    if (status === STATUS.scheduled) saveCampaign(cx, id, { status: STATUS.draft, startsAt: null })
  })
  const some = `DELETE FROM campaign_deliveries WHERE id IN (SELECT id FROM campaign_deliveries WHERE campaign_id = ? LIMIT ${ROWS_PER_TRANSACTION})`
  while (cx.transaction((cx) => isIdle(cx, id) && execute(cx.db, some, id).changes === ROWS_PER_TRANSACTION))
    await new Promise(setImmediate)
  cx.transaction((cx) => {
    const found = findCampaign(cx.db, id)
    if (!found) return
    if (!isIdle(cx, id)) fail(campaignErrors.ERR_CAMPAIGN_LOCKED)
    recordAct(cx, actor, { kind: 'campaign', act: 'delete', subject: { id, name: found.name } })
    cx.db.delete(campaigns).where(eq(campaigns.id, id)).run()
    cx.emit(campaignDeleted({ id }), mayHear(found.connectionId))
  })
}
const isIdle = (cx: Cx, id: number): boolean => {
  const status = findCampaign(cx.db, id)?.status
  return status !== undefined && status !== STATUS.running && status !== STATUS.scheduled
}

/** Throws unless the campaign may be edited: see `isEditable`. */
export function findChangeable(cx: Cx, actor: Actor, id: number): StoredCampaign {
  const found = findUsableCampaign(cx, actor, id)
  return isEditable(found.status, found.startsAt, cx.now()) ? found : fail(campaignErrors.ERR_CAMPAIGN_LOCKED)
}

/** Updates the row and announces it. */
export function saveCampaign(cx: Cx, id: number, change: Partial<StoredCampaign>): Campaign {
  const before = findCampaign(cx.db, id)
  cx.db
    .update(campaigns)
    .set({ ...change, updatedAt: cx.now() })
    .where(eq(campaigns.id, id))
    .run()
  const campaign = announceCampaign(cx, id)
  if (campaign.status !== before?.status) cx.happened(campaignMovedOn({ campaign }))
  return campaign
}

export function announceCampaign(cx: Cx, id: number): Campaign {
  const record = readCampaign(cx, id)
  cx.emit(campaignUpdated({ record }), mayHear(record.whatsappId))
  return record
}

/** Merges the request into the stored row. Throws with all invalid fields at once. */
function fieldsOf(cx: Cx, actor: Actor, input: UpdateCampaign, before?: StoredCampaign): Fields {
  const { scheduledAt } = input
  const at = (n: 1 | 2 | 3 | 4 | 5) => said(input[`message${n}`], before?.texts[n - 1])
  const asked = (n: 1 | 2 | 3 | 4 | 5) => said(input[`confirmationMessage${n}`], before?.confirmationTexts[n - 1])
  const startsAt =
    scheduledAt === undefined
      ? (before?.startsAt ?? null)
      : scheduledAt === null
        ? null
        : (instantOf(scheduledAt, cx.tenant.timeZone) ??
          fail('ERR_INVALID_INPUT', [{ field: 'scheduledAt', message: 'form.invalid' }]))
  const row: Fields = {
    name: input.name ?? before?.name ?? '',
    texts: ([1, 2, 3, 4, 5] as const).map(at),
    confirmationTexts: ([1, 2, 3, 4, 5] as const).map(asked),
    confirmation: input.confirmation ?? before?.confirmation ?? false,
    channel: kept(input.channel, before?.channel),
    excludesCold: input.excludesCold ?? before?.excludesCold ?? false,
    excludesEngaged: input.excludesEngaged ?? before?.excludesEngaged ?? true,
    template: input.template === undefined ? (before?.template ?? null) : input.template,
    ...audienceOf(input, before),
    connectionId: kept(input.whatsappId, before?.connectionId),
    queueId: kept(input.queueId, before?.queueId),
    startsAt,
  }
  const faults: FieldFault[] = faultsOf(cx, row, before)
  const isOtherConnection = row.connectionId !== null && row.connectionId !== before?.connectionId
  if (isOtherConnection && !mayUseConnection(actor, row.connectionId ?? 0) && !has(faults, 'whatsappId'))
    faults.push({ field: 'whatsappId', message: 'form.invalid' })
  const planned = isPlanned(row, input, before)
  const isKept = before?.status === STATUS.scheduled && startsAt === before.startsAt
  const hint = planned && !isKept ? hintOfPlannedTime(startsAt ?? 0, cx.now()) : undefined
  if (hint !== undefined) faults.push({ field: 'scheduledAt', message: hint })
  if (faults.length > 0) fail('ERR_INVALID_INPUT', faults)
  if (planned) requireComplete(cx, { ...row, media: before?.media ?? null })
  return row
}
const has = (faults: readonly FieldFault[], field: string) => faults.some((fault) => fault.field === field)

const said = (input: string | null | undefined, before = ''): string => (input === undefined ? before : (input ?? ''))
const kept = <T>(input: T | null | undefined, before: T | null | undefined): T | null =>
  input === undefined ? (before ?? null) : input

/** A list and a tag exclude each other: the one set by this request wins. */
function audienceOf(input: UpdateCampaign, before?: StoredCampaign): Pick<Fields, 'contactListId' | 'tagId'> {
  const contactListId = kept(input.contactListId, before?.contactListId)
  const tagId = kept(input.tagId, before?.tagId)
  if (contactListId === null || tagId === null) return { contactListId, tagId }
  return typeof input.tagId === 'number' && typeof input.contactListId !== 'number'
    ? { contactListId: null, tagId }
    : { contactListId, tagId: null }
}
