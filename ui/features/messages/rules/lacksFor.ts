/** Actions on a message that the ticket's channel does not allow. */
import { isMeta, type Lack, lackOf } from '../../../../src/channels/acts'
import { FAILED } from '../../../../src/channels/contract'
import { canDelete, canReact, type OnConnection, type Subject, type Ticket, wentOver } from './messageActions'

/** What the ticket's channel lacks of the actions on this message that a phone would offer now. */
export function lacksFor(ticket: Ticket, message: Subject & OnConnection, isEditable: boolean): readonly Lack[] {
  if (!wentOver(message, ticket)) return []
  const { channel } = ticket
  const wanted = [
    isEditable && lackOf(channel, 'edit'),
    canDelete(message) && message.ack !== FAILED && lackOf(channel, 'revoke'),
    canReact(message) && lackOf(channel, 'react'),
  ]
  return wanted.filter((lack) => lack !== false && lack !== undefined)
}
/** Meta's channels can quote only what came over themselves. */
export const canQuoteHere = (message: OnConnection, ticket: Ticket): boolean =>
  wentOver(message, ticket) || !isMeta(ticket.channel)
