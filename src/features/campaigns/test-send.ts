/** Sends one message of a campaign to a typed number. It counts in no counter of the campaign, but obeys the rate limit. */
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { findConnectionOrFail } from '../../channels/connections/queries'
import { DELIVERED, FAILED, type MessageExtra, SENT } from '../../channels/contract'
import { phoneMeant } from '../../channels/dialing'
import { createContact } from '../../contacts/actions'
import { findContactIdByAddress } from '../../contacts/queries'
import { fail } from '../../errors'
import { admit, isCold, showWait } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import { HOUR } from '../../platform/time'
import { findMessage } from '../../tickets/messages/queries'
import { sendUnattended } from '../../tickets/sending/send-unattended'
import { type TemplateDraft, templateDraft } from '../../tickets/sending/template'
import { findExclusion, writingOf } from './audience'
import type { TestOutcome, TestSend, TestSent } from './contract'
import { campaignErrors } from './errors'
import { findUsableCampaign } from './queries'
import { readerOf, usable, valuesToSend } from './texts'

/** Per person. */
const TESTS_AN_HOUR = 10

export function sendTest(cx: Cx, actor: Actor, id: number, { number: typed, text }: TestSend): TestSent {
  return cx.transaction((cx) => {
    const number = phoneMeant(cx, typed)
    const campaign = findUsableCampaign(cx, actor, id)
    const { name, texts, kind, media, connectionId, template } = campaign
    const which = text ?? usable(texts)[0]
    const body = which === undefined ? '' : (texts[which - 1] ?? '')
    if (body.trim() === '' && !template)
      fail('ERR_INVALID_INPUT', [{ field: text === undefined ? 'message1' : 'text', message: 'form.required' }])
    if (connectionId === null) return fail('ERR_INVALID_INPUT', [{ field: 'whatsappId', message: 'form.required' }])
    findConnectionOrFail(cx.db, connectionId)
    const known = findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null
    const exclusion = findExclusion(cx.db, { contactId: known, number })
    if (exclusion !== null)
      fail('ERR_INVALID_INPUT', [
        { field: 'number', message: exclusion === 'optedOut' ? 'form.number.optedOut' : 'form.number.blocked' },
      ])
    if (countTests(cx, actor) >= TESTS_AN_HOUR) fail(campaignErrors.ERR_CAMPAIGN_TESTS, { most: TESTS_AN_HOUR })
    const writing = writingOf(cx.db, campaign, { connectionId, contactId: known }, cx.now())
    if (writing === 'noAddress' || writing === 'windowClosed')
      fail('ERR_INVALID_INPUT', [{ field: 'number', message: `form.number.${writing}` }])
    const wait = admit(cx, connectionId, isCold(cx.db, known, connectionId), { isFirst: writing === 'template' })
    if (wait) return { number, messageId: null, wait: showWait(wait) }
    const contactId = known ?? createContact(cx, { name: number, number }, []).id
    const values = valuesToSend(cx, readerOf(cx, null, { name: '', number }, contactId))
    const extra = { origin: { by: 'campaign', name } } as const
    const draft =
      writing === 'template' && template
        ? withOrigin(templateDraft(cx.db, connectionId, template, { values, media }), extra)
        : ({ kind: (media && kind) ?? 'chat', body, media, values, extra } as const)
    const message = sendUnattended(cx, { contactId, connectionId, queueId: null, ...draft })
    const changes = [{ field: 'number', from: null, to: number }]
    recordAct(cx, actor, { kind: 'campaign', act: 'test', subject: { id, name }, changes })
    return { number, messageId: message.id, wait: null }
  })
}

const withOrigin = (draft: TemplateDraft, extra: MessageExtra) => ({
  ...draft,
  extra: { ...draft.extra, ...extra },
})

const countTests = (cx: Cx, { userId }: Actor): number =>
  Number(
    getValue(
      cx.db,
      `SELECT count(*) FROM (SELECT kind, act, at FROM audit_log WHERE user_id = ? ORDER BY id DESC LIMIT 500)
       WHERE kind = 'campaign' AND act = 'test' AND at > ?`,
      [userId, cx.now() - HOUR],
    ),
  )

/** The outcome of a test; any other message is refused as not found. */
export function readTest(cx: Cx, actor: Actor, id: number, messageId: number): TestOutcome {
  const { connectionId } = findUsableCampaign(cx, actor, id)
  const message = findMessage(cx.db, messageId)
  if (!message?.fromMe || message.userId !== null || message.connectionId !== connectionId)
    return fail('ERR_NO_MESSAGE_FOUND')
  const { ack, failure } = message
  const state = ack === FAILED ? 'failed' : ack >= DELIVERED ? 'delivered' : ack >= SENT ? 'sent' : 'waiting'
  return { state, failure }
}
