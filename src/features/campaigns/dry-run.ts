/** What a campaign would do, without sending: audience, risk, expected end, and a preview of its texts. */

import type { Actor } from '../../actor'
import { capabilitiesOf } from '../../channels/capabilities'
import { channelOf, findConnectionOrFail } from '../../channels/connections/queries'
import { findTemplateOrFail } from '../../channels/templates/queries'
import { otherForm } from '../../contacts/number'
import { findContactIdByAddress } from '../../contacts/queries'
import { AppError } from '../../errors'
import { openFrom } from '../../outbound/rate/hours'
import { forecast, sendLimitsOf, showForecast } from '../../outbound/rate/limiter'
import { riskFacts, riskOf } from '../../outbound/rate/risk'
import { companySendingHours } from '../../outbound/settings'
import type { Obstacle } from '../../outbound/writing'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getRows } from '../../platform/sql'
import { templateDraft } from '../../tickets/sending/template'
import { fillVariables, type Values } from '../../tickets/sending/variables'
import type { Estimate } from '../message-costs/contract'
import type { MessageCosts } from '../message-costs/service'
import { type ExclusionReason, type Recipient, recipientsAfter } from './audience'
import type { CampaignPreview, DryRun } from './contract'
import { findUsableCampaign } from './queries'
import type { StoredCampaign } from './tables'
import { type Reader, readerOf, usable, valuesFor } from './texts'
import { requireComplete } from './validate'

/** Recipients per batch; yields to the event loop in between. */
const RECIPIENTS_PER_BATCH = 250

/** Applies the exclusions of a real start to each recipient. */
export async function dryRun(cx: Cx, actor: Actor, id: number, messageCosts: MessageCosts): Promise<DryRun> {
  const campaign = findUsableCampaign(cx, actor, id)
  requireComplete(cx, campaign)
  const at = cx.now()
  const counts = await countAudience(cx, campaign)
  const { id: connectionId, name } = findConnectionOrFail(cx.db, campaign.connectionId ?? 0)
  const { byText, ...shown } = counts
  const { warm, cold } = counts
  const texts = campaign.confirmation ? campaign.confirmationTexts : campaign.texts
  const risk = (cold: number) =>
    riskOf(riskFacts(cx, connectionId, { warm, cold, texts: texts.filter((text) => text.trim() !== '') }))
  const standing = sendLimitsOf(cx, connectionId)
  const mayToday = Math.max(0, standing.mayToday - standing.sentToday)
  const startsAt = Math.max(at, campaign.startsAt ?? 0)
  const hours = companySendingHours(cx)
  return {
    at: instant(at),
    opensAt: instantOrNull(openFrom(hours, at)),
    startsAt: instantOrNull(openFrom(hours, startsAt)),
    ...shown,
    engagedLeftOut: campaign.excludesEngaged ? counts.engaged : 0,
    receive: warm + cold,
    risk: risk(cold),
    riskWithoutCold: cold === 0 ? null : risk(0),
    cost: costOf(cx, messageCosts, campaign, { text: byText, template: warm + cold - byText }),
    forecast: showForecast(forecast(cx, connectionId, { warm, cold }, startsAt)),
    connection: {
      id: connectionId,
      name,
      mayToday,
      coldToday: Math.min(mayToday, Math.max(0, standing.coldMayToday - standing.coldToday)),
    },
  }
}

/** What the texts and the templates cost together. */
function costOf(
  cx: Cx,
  messageCosts: MessageCosts,
  { connectionId, template }: StoredCampaign,
  count: { readonly text: number; readonly template: number },
): Estimate | null {
  if (connectionId === null || !capabilitiesOf(channelOf(cx.db, connectionId)).isCharged) return null
  const texts = messageCosts.estimate(cx, connectionId, { category: 'service', count: count.text })
  if (!template) return texts
  const { category } = findTemplateOrFail(cx.db, connectionId, template.name, template.language)
  const templates = messageCosts.estimate(cx, connectionId, { category, count: count.template })
  return {
    count: texts.count + templates.count,
    free: texts.free + templates.free,
    amount: texts.amount + templates.amount,
  }
}

type Counts = Record<'total' | 'engaged' | 'byText' | CountKind, number>
type CountKind =
  | 'warm'
  | 'cold'
  | 'coldLeftOut'
  | 'otherChannel'
  | 'unchecked'
  | 'duplicates'
  | 'blacklisted'
  | 'invalid'
  | Obstacle

async function countAudience(cx: Cx, campaign: StoredCampaign): Promise<Counts> {
  const none = {
    warm: 0,
    cold: 0,
    coldLeftOut: 0,
    unchecked: 0,
    duplicates: 0,
    blacklisted: 0,
    invalid: 0,
    otherChannel: 0,
  }
  const counts = { total: 0, engaged: 0, byText: 0, noAddress: 0, windowClosed: 0, ...none }
  const seen = new Set<string | number>()
  for (let after: number | null = 0; after !== null; ) {
    const { recipients, last }: ReturnType<typeof recipientsAfter> = recipientsAfter(
      cx.db,
      { ...campaign, now: cx.now() },
      after,
      RECIPIENTS_PER_BATCH,
    )
    for (const person of recipients) {
      if (isAgain(seen, person)) {
        if (campaign.contactListId === null) continue // another ticket of the same contact
        counts.total++
        counts.duplicates++
        continue
      }
      counts.total++
      if (person.isEngaged) counts.engaged++
      if (person.leftOut === null && person.getsText) counts.byText++
      const kind = countedAs(person)
      if (kind !== null) counts[kind]++
      if (person.isUnchecked && person.leftOut === null) counts.unchecked++
    }
    after = last
    await new Promise(setImmediate)
  }
  return counts
}

const kinds: Readonly<Record<Exclude<ExclusionReason, 'engaged'>, CountKind>> = {
  duplicate: 'duplicates',
  blacklisted: 'blacklisted',
  optedOut: 'blacklisted',
  blocked: 'blacklisted',
  noWhatsapp: 'invalid',
  cold: 'coldLeftOut',
  otherChannel: 'otherChannel',
  noAddress: 'noAddress',
  windowClosed: 'windowClosed',
}
const countedAs = ({ leftOut, isCold }: Recipient): CountKind | null =>
  leftOut === 'engaged' ? null : leftOut === null ? (isCold ? 'cold' : 'warm') : kinds[leftOut]

function isAgain(seen: Set<string | number>, { number, contactId }: Recipient): boolean {
  const names = [number, otherForm(number) ?? number, ...(contactId === null ? [] : [contactId])]
  const isKnown = names.some((name) => seen.has(name))
  for (const name of names) seen.add(name)
  return isKnown
}

/** The texts for the recipient at this position (from 1), as of the first possible send. */
export function previewFor(cx: Cx, actor: Actor, id: number, position: number): CampaignPreview {
  const campaign = findUsableCampaign(cx, actor, id)
  const { count, person } = recipientAt(cx, campaign, position)
  const at = openFrom(companySendingHours(cx), Math.max(cx.now(), campaign.startsAt ?? 0)) ?? cx.now()
  const values = valuesFor(cx, person, at)
  const read = (texts: readonly string[]) =>
    usable(texts).map((text) => fillVariables(texts[text - 1] ?? '', values).trim())
  return {
    at: instant(at),
    position: Math.min(position, Math.max(1, count)),
    count,
    name: person.name,
    messages: read(campaign.texts),
    confirmationMessages: campaign.confirmation ? read(campaign.confirmationTexts) : [],
    template: templateFor(cx, campaign, values),
  }
}

function templateFor(
  { db }: Cx,
  { connectionId, template, media }: StoredCampaign,
  values: Values,
): CampaignPreview['template'] {
  if (connectionId === null || !template) return null
  try {
    const { body, extra } = templateDraft(db, connectionId, template, { values, media })
    const { template: sent } = extra
    return sent ? { header: sent.header, body, footer: sent.footer, buttons: sent.buttons } : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The preview offers at most this many recipients. */
const MOST_SHOWN = 200

function recipientAt(
  cx: Cx,
  { contactListId, tagId }: StoredCampaign,
  position: number,
): { count: number; person: Reader } {
  const [sql, of] =
    contactListId === null
      ? [
          `SELECT DISTINCT c.id AS contactId, c.name, ifnull(c.number, 'contact ' || c.id) AS number FROM ticket_tags tt
             CROSS JOIN tickets t ON t.id = tt.ticket_id CROSS JOIN contacts c ON c.id = t.contact_id
           WHERE tt.tag_id = ? AND c.is_group = 0 LIMIT ${MOST_SHOWN}`,
          tagId,
        ]
      : [
          `SELECT i.contact_id AS contactId, i.name, i.number FROM contact_list_items i
           WHERE i.list_id = ? AND i.in_blacklist = 0 AND i.is_whatsapp_valid IS NOT 0 ORDER BY i.id LIMIT ${MOST_SHOWN}`,
          contactListId,
        ]
  const rows = getRows<{ contactId: number | null; name: string; number: string }>(cx.db, sql, of)
  const row = rows[Math.min(position, rows.length) - 1]
  if (!row) return { count: 0, person: { name: '', number: '', email: '' } }
  const contactId = row.contactId ?? findContactIdByAddress(cx.db, { kind: 'phone', value: row.number }) ?? null
  return { count: rows.length, person: readerOf(cx, contactListId, row, contactId) }
}
