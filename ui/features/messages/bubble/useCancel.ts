import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Message } from '../../../../src/tickets/messages/contract'
import { changeLists } from '../../../shared/live/live-query'
import { cancelMessage } from '../api'
import { showRefusal } from '../showRefusal'

/** Cancels a message that is still waiting; it stays in the conversation as not sent. */
export function useCancel(ticketId: number, { id }: Message): () => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => cancelMessage(id),
    onSuccess: (put) => changeLists<Message>(client, ['messages', ticketId], { put }),
    onError: showRefusal,
  })
  return mutate
}
