import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Chat } from '../../../src/features/chats/contract'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { openDirectChat } from './api'

/** Opens the talk with a colleague, which begins with the first click. */
export function useDirectChat(): (userId: number) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (userId) =>
    void openDirectChat(userId).then((put) => {
      changeLists<Chat>(client, ['chats'], { put })
      return navigate({ to: '/chats/{-$chatId}', params: { chatId: put.uuid } })
    }, toast.failure)
}
