/** Where a message, and later actions on it, are sent: a contact's number may be corrected in between. */
import { SENT } from '../../channels/contract'
import { addressOver } from '../../channels/reach'
import { type Address, addressKey } from '../../contacts/address'
import { findContactIdByAddress } from '../../contacts/queries'
import { execute } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { ackBehindEdit } from '../messages/message'
import type { StoredMessage } from '../messages/tables'

type Subject = Pick<StoredMessage, 'id' | 'contactId' | 'connectionId' | 'chat' | 'ack' | 'formerAck'>

/** For messages still to be sent: the contact's current address, stored with the message before sending. */
export function destinationOf(db: Db, message: Subject): Address | undefined {
  if (ackBehindEdit(message) >= SENT) return addressOf(db, message)
  const to = addressOver(db, message.connectionId, message.contactId)
  if (to && addressKey(to) !== message.chat)
    execute(db, 'UPDATE messages SET chat = ? WHERE id = ?', [addressKey(to), message.id])
  return to
}

/** The address of the conversation in which it was sent, even if the contact has another one by now. */
export function addressOf(db: Db, { chat, contactId, connectionId }: Subject): Address | undefined {
  const place = chat === null ? null : addressIn(chat)
  const isElsewhere = place !== null && findContactIdByAddress(db, place) !== contactId
  return isElsewhere ? place : addressOver(db, connectionId, contactId)
}

function addressIn(name: string): Address {
  const [kind, value = ''] = name.split(':')
  return { kind: kind as Address['kind'], value } // written by addressKey
}
