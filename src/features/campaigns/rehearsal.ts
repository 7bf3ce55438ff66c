/** What a campaign would do, before anything leaves: counts, risk, end, how it reads, and one to oneself. */

import { findConnectionOrFail } from '../../channels/connections/queries'
import { createContact } from '../../contacts/actions'
import { otherForm } from '../../contacts/number'
import { findContactIdByAddress } from '../../contacts/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { statement } from '../../platform/sqlite'
import { isOptedOut } from '../../reach/opt-outs'
import { forecast, showForecast, standingOf } from '../../reach/pace'
import { riskFacts, riskOf } from '../../reach/risk'
import { sendUnattended } from '../../tickets/messages/sending/send-unattended'
import { type LeftOut, type Person, personsBehind } from './audience'
import type { CampaignPreview, DryRun, TestSend } from './contract'
import { findCampaignOrFail } from './queries'
import { demandComplete } from './soundness'
import type { StoredCampaign } from './tables'
import { ownVariables, textFor, usable } from './texts'

/** Persons looked at before others have their turn. */
const AT_ONCE = 250

/** Judges each person as the start would. */
export async function rehearse(cx: Cx, id: number): Promise<DryRun> {
  const campaign = findCampaignOrFail(cx.db, id)
  demandComplete(cx, campaign)
  const at = cx.now()
  const counts = await countAudience(cx, campaign)
  const { id: connectionId, name } = findConnectionOrFail(cx.db, campaign.connectionId ?? 0)
  const { warm, cold } = counts
  const texts = campaign.confirmation ? campaign.confirmationTexts : campaign.texts
  const risk = (cold: number) =>
    riskOf(riskFacts(cx, connectionId, { warm, cold, texts: texts.filter((text) => text.trim() !== '') }))
  const standing = standingOf(cx, connectionId)
  const startsAt = Math.max(cx.now(), campaign.startsAt ?? 0)
  return {
    at: instant(at),
    ...counts,
    receive: warm + cold,
    risk: risk(cold),
    riskWithoutCold: cold === 0 ? null : risk(0),
    forecast: showForecast(forecast(cx, connectionId, { warm, cold }, startsAt)),
    connection: {
      id: connectionId,
      name,
      mayToday: Math.max(0, standing.mayToday - standing.sentToday),
      coldToday: Math.max(0, standing.coldMayToday - standing.coldToday),
    },
  }
}

type Counts = Record<'total' | Kind, number>
type Kind = 'warm' | 'cold' | 'coldLeftOut' | 'unchecked' | 'duplicates' | 'blacklisted' | 'invalid'

async function countAudience(cx: Cx, campaign: StoredCampaign): Promise<Counts> {
  const none = { warm: 0, cold: 0, coldLeftOut: 0, unchecked: 0, duplicates: 0, blacklisted: 0, invalid: 0 }
  const counts = { total: 0, ...none }
  const seen = new Set<string | number>()
  for (let after: number | null = 0; after !== null; ) {
    const { persons, last }: ReturnType<typeof personsBehind> = personsBehind(cx.db, campaign, after, AT_ONCE)
    for (const person of persons) {
      if (isAgain(seen, person)) {
        if (campaign.contactListId === null) continue // of a tag: a further ticket of theirs
        counts.total++
        counts.duplicates++
        continue
      }
      counts.total++
      counts[countedAs(person)]++
    }
    after = last
    await new Promise(setImmediate)
  }
  return counts
}

const kinds: Readonly<Record<LeftOut, Kind>> = {
  duplicate: 'duplicates',
  blacklisted: 'blacklisted',
  optedOut: 'blacklisted',
  blocked: 'blacklisted',
  noWhatsapp: 'invalid',
  unchecked: 'unchecked',
  cold: 'coldLeftOut',
}
const countedAs = ({ leftOut, isCold }: Person): Kind =>
  leftOut === null ? (isCold ? 'cold' : 'warm') : kinds[leftOut]

function isAgain(seen: Set<string | number>, { number, contactId }: Person): boolean {
  const names = [number, otherForm(number) ?? number, ...(contactId === null ? [] : [contactId])]
  const isKnown = names.some((name) => seen.has(name))
  for (const name of names) seen.add(name)
  return isKnown
}

/** As the one at this place of its list or tag will read it, beginning with 1. */
export function previewFor(cx: Cx, id: number, position: number): CampaignPreview {
  const campaign = findCampaignOrFail(cx.db, id)
  const { count, person } = personAt(cx, campaign, position)
  const own = ownVariables(cx)
  const read = (texts: readonly string[]) =>
    usable(texts).map((text) => textFor(cx, texts[text - 1] ?? '', person, own))
  return {
    position: Math.min(position, Math.max(1, count)),
    count,
    name: person.name,
    messages: read(campaign.texts),
    confirmationMessages: campaign.confirmation ? read(campaign.confirmationTexts) : [],
  }
}

type Shown = { readonly name: string; readonly number: string; readonly email: string }
const NOBODY: Shown = { name: '', number: '', email: '' }
/** Further ones are not looked through. */
const MOST_SHOWN = 200

function personAt(cx: Cx, { contactListId, tagId }: StoredCampaign, position: number) {
  const [sql, of] =
    contactListId === null
      ? [
          `SELECT DISTINCT c.id, c.name, ifnull(c.number, '') AS number, ifnull(c.email, '') AS email FROM ticket_tags tt
             CROSS JOIN tickets t ON t.id = tt.ticket_id CROSS JOIN contacts c ON c.id = t.contact_id
           WHERE tt.tag_id = ? AND c.is_group = 0 LIMIT ${MOST_SHOWN}`,
          tagId,
        ]
      : [
          `SELECT i.id, i.name, i.number, ifnull(i.email, '') AS email FROM contact_list_items i
           WHERE i.list_id = ? AND i.in_blacklist = 0 AND i.is_whatsapp_valid IS NOT 0 ORDER BY i.id LIMIT ${MOST_SHOWN}`,
          contactListId,
        ]
  const rows = statement(cx.db.$client, sql).all(of) as Shown[] // the columns are listed
  return { count: rows.length, person: rows[Math.min(position, rows.length) - 1] ?? NOBODY }
}

/** One message to a number that somebody typed, over the campaign's connection; it counts nowhere. */
export function sendTest(cx: Cx, id: number, { number, text }: TestSend) {
  cx.transaction((cx) => {
    const { texts, kind, media, connectionId } = findCampaignOrFail(cx.db, id)
    const which = text ?? usable(texts)[0]
    const body = which === undefined ? '' : (texts[which - 1] ?? '')
    if (body.trim() === '')
      fail('ERR_INVALID_INPUT', [{ field: text === undefined ? 'message1' : 'text', message: 'form.required' }])
    if (connectionId === null) return fail('ERR_INVALID_INPUT', [{ field: 'whatsappId', message: 'form.required' }])
    findConnectionOrFail(cx.db, connectionId)
    if (isOptedOut(cx.db, { number })) fail('ERR_INVALID_INPUT', [{ field: 'number', message: 'form.number.optedOut' }])
    const contactId = contactFor(cx, { number, name: number })
    const values = { number, email: '', ...ownVariables(cx) }
    sendUnattended(cx, { contactId, connectionId, queueId: null, kind: (media && kind) ?? 'chat', body, media, values })
  })
}

/** The contact with this number, or a new one. */
export function contactFor(cx: Cx, { number, name }: { readonly number: string; readonly name: string }): number {
  const known = findContactIdByAddress(cx.db, { kind: 'phone', value: number })
  return known ?? createContact(cx, { name: name.slice(0, 100) || number, number }, []).id
}
