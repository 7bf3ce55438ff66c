/** Edits, deletes and reacts: shown at once, undone if the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Message } from '../../../../src/tickets/messages/contract'
import { changeLists } from '../../../shared/live/live-query'
import { useUser } from '../../../shared/session/useUser'
import { deleteMessage, editMessage, reactToMessage } from '../api'
import { showRefusal } from '../refusal'
import { deleted, edited, ownReaction, reacted, takenBack } from '../rules/messageActions'

type ActionRequest = {
  readonly message: Message
  readonly shown: Message
  ask(): Promise<Message>
  undone?(): void
}

export function useMessageActions(ticketId: number) {
  const client = useQueryClient()
  const user = useUser()
  const change = (patch: number, by: (row: Message) => Message) =>
    changeLists<Message>(client, ['messages', ticketId], { patch, with: by })
  const { mutate } = useMutation({
    scope: { id: `message-actions-${ticketId}` },
    mutationFn: ({ ask }: ActionRequest) => ask(),
    onMutate: ({ shown }) => change(shown.id, () => shown),
    onSuccess: (put) => changeLists<Message>(client, ['messages', ticketId], { put }),
    onError: (failure, { message, shown, undone }) => {
      // A newer version that arrived meanwhile is kept.
      change(message.id, (row) => (row.revision === message.revision ? takenBack(row, message, shown) : row))
      undone?.()
      showRefusal(failure)
    },
  })
  const react = (message: Message, emoji: string | null) =>
    mutate({
      message,
      shown: reacted(message, emoji, user.name),
      ask: () => reactToMessage({ messageId: message.id, ticketId, reaction: emoji ?? '' }),
    })
  return {
    /** The current reaction is removed. */
    toggleReaction: (message: Message, emoji: string) => react(message, emoji === ownReaction(message) ? null : emoji),
    edit: (message: Message, body: string, undone: () => void) =>
      mutate({ message, shown: edited(message, body), ask: () => editMessage(message.id, ticketId, body), undone }),
    remove: (message: Message) => mutate({ message, shown: deleted(message), ask: () => deleteMessage(message.id) }),
  }
}
