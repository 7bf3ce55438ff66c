/**
 * Audio from a contact whose audio is not accepted: stored like any message, and the contact is informed, also while a
 * bot answers and out of hours.
 */
import type { Incoming } from '../../channels/channel'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import { HOUR } from '../../platform/time'
import { textsOfCompany } from '../../texts/texts'
import type { TicketAutoResponder } from '../auto-responders'
import { writeLog } from '../log/log'
import { sendAutomatic } from '../sending/send-automatic'
import type { Ticket } from '../tables'

/** A contact is informed at most once in this time. */
const NOTICE_INTERVAL_MS = 2 * HOUR

export const refuseAudio: TicketAutoResponder = {
  name: 'refuseAudio',
  stage: 'onTicket',
  step: 'refusal',
  answer(cx, { ticket, contact, incoming }) {
    if (isUnwanted(contact, incoming)) refuse(cx, ticket)
    return 'pass' // the ticket may have just begun
  },
}

/** The bot does not take such a message for an answer. */
export const isUnwanted = ({ acceptAudio, isGroup }: Contact, { kind, fromMe }: Incoming): boolean =>
  !acceptAudio && !isGroup && !fromMe && (kind === 'audio' || kind === 'ptt')

function refuse(cx: Cx, ticket: Ticket) {
  const refusedAt = getValue(
    cx.db,
    `SELECT max(created_at) FROM ticket_log WHERE ticket_id = ? AND kind = 'audioRefused'`,
    ticket.id,
  )
  if (refusedAt !== null && cx.now() - Number(refusedAt) < NOTICE_INTERVAL_MS) return
  writeLog(cx, ticket.id, { kind: 'audioRefused', userId: null })
  sendAutomatic(cx, ticket, textsOfCompany(cx.tenant.language).toContact.audioRefused)
}
