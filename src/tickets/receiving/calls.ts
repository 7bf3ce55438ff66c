/** Incoming calls: each is a message of the conversation; refused with an explanation if the company takes no calls. */
import type { Call, Incoming } from '../../channels/channel'
import type { MessageExtra } from '../../channels/contract'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { statement } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { isEnabled } from '../../settings/settings'
import { textsOfCompany } from '../../texts/texts'
import { writeLog } from '../log/log'
import { findKnown } from '../messages/identity'
import type { StoredMessage } from '../messages/tables'
import { findTicket } from '../queries'
import { announceChange } from '../reading/changed'
import { sendAutomatic } from '../sending/send-automatic'
import type { Ticket } from '../tables'
import { receiveMessages } from './receive'

type Outcome = NonNullable<MessageExtra['call']>['outcome']

/** Repeated callers get the explanation only once in this time. */
const NOTICE_INTERVAL_MS = MINUTE
/** No phone rings longer than this. */
const RINGS = MINUTE

/** Returns true if the call must be refused on the messenger. */
export function receiveCall(cx: Cx, connectionId: number, call: Call): boolean {
  return cx.transaction((cx) => {
    const known = findKnown(cx.db, connectionId, lineOf(call, 'ringing'))
    if (known) {
      conclude(cx, known, call.step)
      return known.extra?.call?.outcome === 'refused' && isRefused(cx, call) // repeated: we may have crashed before we could refuse it
    }
    const refuses = isRefused(cx, call)
    const outcome = refuses ? 'refused' : call.step === 'offered' ? 'ringing' : OUTCOMES[call.step]
    receiveMessages(cx, connectionId, [lineOf(call, outcome)])
    const ticket = ticketOf(cx, findKnown(cx.db, connectionId, lineOf(call, outcome)))
    const data = { outcome, video: call.isVideo ? 1 : 0 }
    if (ticket) writeLog(cx, ticket.id, { kind: 'called', userId: null, data })
    if (ticket && refuses && !wasRefusedRecently(cx, ticket))
      sendAutomatic(cx, ticket, textsOfCompany(cx.tenant.language).toContact.callRefused)
    return refuses
  })
}

/** Old calls are over, and group calls are not ours to refuse. */
const isRefused = (cx: Cx, { step, at, isGroup }: Call) =>
  step === 'offered' && cx.now() - at < RINGS && !isGroup && !isEnabled(cx.db, 'acceptCallWhatsapp')

const OUTCOMES = { answered: 'answered', ended: 'missed' } as const

/** A refused call stays refused, and an answered one was not missed. */
function conclude(cx: Cx, { id: messageId, extra }: StoredMessage, step: Call['step']) {
  const call = extra?.call
  if (step === 'offered' || call?.outcome !== 'ringing') return
  execute(cx.db, 'UPDATE messages SET extra = ? WHERE id = ?', [
    JSON.stringify({ call: { ...call, outcome: OUTCOMES[step] } }),
    messageId,
  ])
  announceChange(cx, messageId)
}

function lineOf({ externalId, chat, isGroup, isVideo, at }: Call, outcome: Outcome): Incoming {
  return {
    externalId,
    fromMe: false,
    chat,
    isGroup,
    author: null,
    pushName: null,
    kind: 'call',
    body: '',
    media: null,
    extra: { call: { isVideo, outcome } },
    quotedExternalId: null,
    quotedBody: null,
    sentAt: at,
  }
}

/** None for a blocked contact, who gets no explanation. */
const ticketOf = (cx: Cx, message: StoredMessage | undefined): Ticket | undefined =>
  message?.ticketId ? findTicket(cx.db, message.ticketId) : undefined

function wasRefusedRecently(cx: Cx, { id }: Ticket): boolean {
  const calls = statement(
    cx.db.$client,
    `SELECT count(*) FROM ticket_log WHERE ticket_id = ? AND kind = 'called' AND created_at > ?`,
  ).pluck()
  return Number(calls.get(id, cx.now() - NOTICE_INTERVAL_MS)) > 1 // including this one
}
