import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Message } from '../../../../src/tickets/messages/contract'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { cancelMessage } from '../api'

/** Cancels a message that is still waiting; it stays in the conversation as not sent. */
export function useCancel(ticketId: number, { id }: Message): () => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => cancelMessage(id),
    onSuccess: (put) => changeLists<Message>(client, ['messages', ticketId], { put }),
    onError: (failure) => toast.failure(failure),
  })
  return mutate
}
