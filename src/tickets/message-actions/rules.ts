/** Rules of message actions: who may edit, delete or react, and when. Pure. */
import type { MessageAction } from '../../channels/channel'
import { FAILED } from '../../channels/contract'
import { fail } from '../../errors'
import { MINUTE } from '../../platform/time'
import { EDIT_WINDOW } from '../messages/contract'
import type { StoredMessage } from '../messages/tables'

/** Phones ignore later edits. */
export const EDIT_LIFE = 15 * MINUTE

type Subject = Pick<StoredMessage, 'fromMe' | 'kind' | 'ack' | 'isDeleted' | 'externalId' | 'createdAt'>

/** The author of a message may change it, a group admin may delete it, and anybody in the chat may react and vote. */
export const isOpenToAnybody = (action: MessageAction): boolean =>
  action.do === 'react' || action.do === 'vote' || (action.do === 'revoke' && action.isGroup && action.byAdmin)

/**
 * Only recent text of our own that has not failed; text that failed without ever being sent can still be edited here.
 */
export function requireEditable(
  message: Subject,
  { now, isUnseen }: { readonly now: number; readonly isUnseen: boolean },
) {
  const isLost = message.ack === FAILED && !isUnseen
  if (!message.fromMe || message.kind !== 'chat' || message.isDeleted || isLost) fail('ERR_MESSAGE_NOT_EDITABLE')
  if (now - message.createdAt > EDIT_WINDOW) fail('ERR_EDIT_TOO_LATE')
}

export function requireDeletable(message: Subject) {
  if (!message.fromMe || message.externalId === null) fail('ERR_MESSAGE_NOT_DELETABLE')
}

export function requireReactable(message: Subject) {
  const isThere = message.externalId !== null && !(message.fromMe && message.ack === FAILED)
  if (!isThere || message.isDeleted) fail('ERR_MESSAGE_NOT_REACTABLE')
}
