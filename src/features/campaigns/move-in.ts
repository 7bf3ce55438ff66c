/**
 * Campaigns of another product. Nothing continues by itself: what was finished or cancelled stays so, one that was
 * under way is cancelled with what it has sent, and all others are drafts.
 */
import { findConnection } from '../../channels/connections/queries'
import type { Move, Mover } from '../../moving-in/mover'
import { readCampaignText } from '../../moving-in/reading/variables'
import type { SourceRows } from '../../moving-in/source'
import { cut, oneLine, searchable } from '../../platform/text'
import { fileOf, moveWithFiles, type TakenFiles } from '../../tickets/media/moved-file'
import { findContactList } from '../contact-lists/queries'
import { MOST_CAMPAIGNS } from './actions'
import { CAMPAIGN_FILE_LIMIT, CAMPAIGN_TEXT_LENGTH, CAMPAIGN_TEXTS, type CampaignStatus, STATUS } from './contract'
import { hasLeft, moveDeliveries } from './move-in-deliveries'
import { moveSettings } from './move-in-settings'
import { countCampaigns } from './queries'
import { campaignProgress, campaigns } from './tables'
import { ownVariables, unknownVariables } from './texts'

type Row = SourceRows['campaigns']
const KIND = 'campaigns'

export const campaignMover: Mover = {
  name: 'campaigns',
  async move(move) {
    const { source, company } = move
    await moveSettings(move)
    const begun = new Set<string>()
    for (const row of source.rows('campaignDeliveries', company.id)) if (hasLeft(row)) begun.add(row.campaignId)
    await moveWithFiles(move, { kind: KIND, step: 'campaigns', most: CAMPAIGN_FILE_LIMIT }, (row, files) =>
      moveOne(move, row, { files, hasBegun: begun.has(row.id) }),
    )
    await moveDeliveries(move)
  },
}

type Around = { readonly files: TakenFiles; readonly hasBegun: boolean }

function moveOne(move: Move, row: Row, { files, hasBegun }: Around) {
  const { cx, ids, report } = move
  if (ids.has(KIND, row.id)) return report.merged(KIND, 'alreadyHere')
  if (countCampaigns(cx.db, { sql: '1', params: [] }) >= MOST_CAMPAIGNS)
    return report.skipped(KIND, 'leftOut', row.name)
  const name = oneLine(row.name, 50)
  const status = statusOf(row, hasBegun)
  if (status !== row.status) report.noted(KIND, 'draft', row.name)
  const file = fileOf(report, row, files)
  const createdAt = Math.min(row.createdAt ?? cx.now(), cx.now())
  const startedAt = hasBegun || status === STATUS.finished ? (row.scheduledAt ?? createdAt) : null
  const { id } = cx.db
    .insert(campaigns)
    .values({
      name: name.length < 2 ? `Campanha ${row.id}` : name,
      nameFolded: searchable(name),
      status,
      ...audienceOf(move, row),
      texts: five(move, row, row.messages),
      confirmationTexts: five(move, row, row.confirmations),
      confirmation: row.asksConfirmation,
      kind: file?.kind ?? null,
      media: file?.media ?? null,
      // A draft keeps no time at which it might begin.
      startsAt: status === STATUS.draft ? null : (row.scheduledAt ?? startedAt),
      startedAt,
      completedAt: status === STATUS.finished ? (row.completedAt ?? startedAt) : null,
      createdAt,
      updatedAt: createdAt,
    })
    .returning({ id: campaigns.id })
    .get()
  cx.db
    .insert(campaignProgress)
    .values({ campaignId: id, isFilled: status === STATUS.finished })
    .run()
  ids.add(KIND, row.id, id)
  report.imported(KIND)
}

/** A draft has no report of what was sent. */
function statusOf({ status }: Row, hasBegun: boolean): CampaignStatus {
  if (status === STATUS.finished || status === STATUS.stopped) return status
  return hasBegun ? STATUS.stopped : STATUS.draft
}

function audienceOf({ cx: { db }, ids, report }: Move, row: Row) {
  const [list, connection] = [ids.find('contactLists', row.listId), ids.find('connections', row.connectionId)]
  const contactListId = list !== undefined && findContactList(db, list) ? list : null
  const tagId = contactListId === null ? (ids.find('tags', row.tagId ?? null) ?? null) : null
  if (row.listId !== null && contactListId === null) report.noted(KIND, 'noParent', row.name)
  return {
    contactListId,
    tagId,
    connectionId: connection !== undefined && findConnection(db, connection) ? connection : null,
  }
}

/** Variables that nobody fills in stay in single braces, because campaigns with unknown ones cannot be saved. */
function five({ cx, report }: Move, { name }: Row, texts: readonly string[]): string[] {
  const own = ownVariables(cx)
  const all = texts.filter((text) => text.trim() !== '').slice(0, CAMPAIGN_TEXTS)
  const written = all.map((text) => {
    const ours = readCampaignText(text, Object.keys(own)).text
    const known = unknownVariables(ours, own).reduce((text, name) => withoutVariable(text, name), ours)
    if (known.length > CAMPAIGN_TEXT_LENGTH) report.noted(KIND, 'cut', name)
    return cut(known, CAMPAIGN_TEXT_LENGTH)
  })
  return [...written, ...Array<string>(CAMPAIGN_TEXTS - written.length).fill('')]
}

const withoutVariable = (text: string, name: string): string =>
  text.replaceAll(`{{${name}}}`, `{${name}}`).replaceAll(`{{ ${name} }}`, `{${name}}`)
