/** Former texts of edited messages, which Ticketz keeps: each is the text that an edit replaced, at that time. */
import type { Move } from '../../moving-in/mover'
import { readBody } from '../../moving-in/reading/signatures'
import type { SourceRows } from '../../moving-in/source'
import { getValue } from '../../platform/sql'
import { cut } from '../../platform/text'
import { MESSAGE_LENGTH, signed } from '../messages/contract'
import { addFormerText } from '../messages/edit-history'
import { findMessage } from '../messages/queries'
import type { StoredMessage } from '../messages/tables'
import { mentionsInBody, withoutMark } from './bodies'
import { findMovedTicket } from './conversation'
import { externalIdOf } from './write-slice'

type FormerText = SourceRows['formerTexts']
const WHAT = 'formerTexts'

export const moveFormerTexts = (move: Move): Promise<void> =>
  move.inSlices('former texts', move.source.rows(WHAT, move.company.id), (slice) => {
    for (const one of slice) takeFormerText(move, one)
  })

function takeFormerText(move: Move, former: FormerText) {
  const { cx, ids, report } = move
  if (ids.find(WHAT, former.id) !== undefined) return report.merged(WHAT, 'alreadyHere')
  const messageId = messageOf(move, former)
  const message = messageId === undefined ? undefined : findMessage(cx.db, messageId)
  if (!message) return report.skipped(WHAT, 'noParent', former.id)
  const at = former.createdAt ?? message.createdAt
  addFormerText(cx.db, message, { externalId: `moved/${former.id}`, body: wordingOf(former, message), at })
  ids.add(WHAT, former.id, message.id)
  report.imported(WHAT)
}

/** As the message's own text is written here. */
function wordingOf({ body }: FormerText, { extra }: StoredMessage): string {
  const text = mentionsInBody(withoutMark(body)).body
  const signature = extra?.signature
  return cut(
    signature && readBody(text).signature !== null ? signed(readBody(text).text, signature) : text,
    MESSAGE_LENGTH,
  )
}

function messageOf({ cx, ids, source, company }: Move, { messageId }: FormerText): number | undefined {
  const row = source.find('messages', company.id, messageId)
  const externalId = row ? externalIdOf(row) : null
  const ticketId = row?.ticketId ? ids.find('tickets', row.ticketId) : undefined
  const ticket = ticketId === undefined ? undefined : findMovedTicket(cx.db, ticketId)
  if (!row || externalId === null || !ticket) return ids.find('messages', messageId)
  return getValue<number>(
    cx.db,
    'SELECT id FROM messages WHERE connection_id = (? + 0) AND external_id = ? AND from_me = ? AND contact_id = (? + 0)',
    [ticket.connectionId, externalId, Number(row.fromMe), ticket.contactId],
  )
}
