/** Sends what an attendant wrote: shown at once, one after the other for each ticket, tried again while the line is down. */
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Message } from '../../../src/tickets/messages/contract'
import { ApiError } from '../../shared/client'
import { errorText } from '../../shared/errorText'
import { text } from '../../shared/i18n/language'
import { changeLists } from '../../shared/live/live-query'
import { sendFile, sendText } from './api'
import type { Outgoing } from './rules/outgoing'

type Sending = Omit<Outgoing, 'state' | 'reason'>

const keyOf = (ticketId: number) => ['send', ticketId]
const isUnreachable = (failure: unknown) => failure instanceof ApiError && failure.code === 'ERR_UNREACHABLE'

function post({ ticketId, clientId, body, isNote, quoted, file, carried }: Sending): Promise<Message> {
  const quotedId = quoted?.id ?? null
  if (file) {
    const [waveform, mentions] = [file.waveform ?? null, carried?.wish ?? {}]
    const asSticker = file.kind === 'sticker'
    return sendFile(ticketId, { file: file.file, body, clientId, quotedId, waveform, asSticker, mentions })
  }
  return sendText(ticketId, {
    body,
    clientId,
    ...(isNote ? { isNote } : {}),
    ...(quotedId === null ? {} : { quotedMsg: { id: quotedId } }),
    ...carried?.wish,
  })
}

const forget = (client: QueryClient, ticketId: number, clientId: string) => {
  const cache = client.getMutationCache()
  for (const mutation of cache.findAll({ mutationKey: keyOf(ticketId) })) {
    if ((mutation.state.variables as Sending | undefined)?.clientId === clientId) cache.remove(mutation)
  }
}

export function useSend(ticketId: number) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: keyOf(ticketId),
    // One at a time for a ticket: what was written first arrives first.
    scope: { id: `send-${ticketId}` },
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: post,
    // `clientId` makes the server store a repeated message once.
    retry: (_count, failure) => isUnreachable(failure),
    retryDelay: (count) => Math.min(15_000, 1_000 * 2 ** count),
    onSuccess: (message, sending) => {
      changeLists<Message>(client, ['messages', ticketId], { put: message })
      forget(client, ticketId, sending.clientId)
    },
  })
  const send = (what: Pick<Sending, 'body' | 'isNote' | 'quoted' | 'file' | 'carried'>) =>
    mutation.mutate({ ...what, ticketId, clientId: crypto.randomUUID(), createdAt: new Date().toISOString() })
  const discard = (pending: Outgoing) => forget(client, ticketId, pending.clientId)
  const retry = (pending: Outgoing) => {
    discard(pending)
    mutation.mutate(pending)
  }
  return { send, discard, retry }
}

/** What this ticket's conversation has under way, oldest first. */
export function useOutgoing(ticketId: number): readonly Outgoing[] {
  const sendings = useMutationState({
    filters: { mutationKey: keyOf(ticketId) },
    select: (mutation): Outgoing | null => {
      const { status, variables, error, failureReason } = mutation.state
      if (status === 'success' || status === 'idle') return null
      const state = status === 'error' ? 'refused' : failureReason ? 'waiting' : 'sending'
      return { ...(variables as Sending), state, reason: status === 'error' ? errorText(text(), error) : null }
    },
  })
  return useMemo(() => sendings.filter((pending) => pending !== null), [sendings])
}
