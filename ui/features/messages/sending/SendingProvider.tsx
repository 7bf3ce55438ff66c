import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { text } from '../../../shared/i18n/language'
import { toast } from '../../../shared/kit/toast'
import type { LoadedList } from '../../../shared/live/apply'
import { useLiveState } from '../../../shared/live/LiveProvider'
import { changeLists } from '../../../shared/live/live-query'
import { unreachable } from '../../../shared/session/failure'
import { newUuid } from '../../../shared/uuid'
import { sendFile, sendText } from '../api'
import { hasAttachedAtom } from '../composer/drafts'
import { refusalText } from '../refusal'
import type { Outgoing, Sending } from '../rules/outgoing'
import { isWorthWaiting, Sender } from './sender'
import { openUnsent } from './unsent'

const SenderContext = createContext<Sender | null>(null)

/** Wraps everything behind sign-in, once per user: their messages are sent whichever page is open. */
export function SendingProvider({ person, children }: { person: string; children: ReactNode }) {
  const client = useQueryClient()
  const [sender] = useState(() => createSender(person, client))
  const isLive = useLiveState() === 'live'
  useEffect(() => {
    void sender.open()
    addEventListener('online', sender.hurry)
    return () => {
      removeEventListener('online', sender.hurry)
      sender.close()
    }
  }, [sender])
  const hasAttached = useAtomValue(hasAttachedAtom)
  useUnsentGuard(useUnsent(sender) > 0 || hasAttached)
  useEffect(() => {
    if (isLive) sender.hurry()
  }, [isLive, sender])
  return <SenderContext value={sender}>{children}</SenderContext>
}

export function useSender(): Sender {
  const sender = use(SenderContext)
  if (!sender) throw new Error('SendingProvider is missing above this component')
  return sender
}

export const useUnsentCount = (): number => useUnsent(useSender())

const useUnsent = (sender: Sender): number => useSyncExternalStore(sender.subscribe, sender.countUnsent)

const createSender = (person: string, client: QueryClient) =>
  new Sender({
    store: openUnsent(person),
    post,
    sent: (put, { ticketId }) => changeLists<Message>(client, ['messages', ticketId], { put }),
    isWorthWaiting,
    reasonOf: (failure) => refusalText(text(), failure),
    newestIn: (ticketId) => client.getQueryData<LoadedList<Message>>(['messages', ticketId])?.items[0]?.id,
    staleReason: () => text()('messages.expired'),
    refusedUnseen: ({ contact: name = '', reason }) =>
      toast.error(text()('messages.notSentTo', { name, reason: reason ?? '' })),
  })

/** `clientId` makes the server store a repeated message once. */
async function post(sending: Sending, signal: AbortSignal): Promise<Message> {
  const { ticketId, clientId, body, isNote, quoted, file, carried, signature } = sending
  const quotedId = quoted?.id ?? null
  const message = file
    ? await sendFile(ticketId, {
        file: file.file,
        body,
        clientId,
        quotedId,
        waveform: file.waveform ?? null,
        asSticker: file.kind === 'sticker',
        mentions: carried?.fields ?? {},
        sign: Boolean(signature),
        signal,
      })
    : await sendText(
        ticketId,
        {
          body,
          clientId,
          ...(isNote ? { isNote } : {}),
          ...(signature ? { sign: true } : {}),
          ...(quotedId === null ? {} : { quotedMsg: { id: quotedId } }),
          ...carried?.fields,
        },
        signal,
      )
  // The connection broke in the middle of the response.
  if (!message) throw unreachable()
  return message
}

export function useSend(ticketId: number, contact = '') {
  const sender = useSender()
  return {
    send: (what: Pick<Sending, 'body' | 'isNote' | 'quoted' | 'file' | 'carried' | 'signature'>) =>
      sender.send({ ...what, ticketId, contact, clientId: newUuid(), createdAt: new Date().toISOString() }),
    discard: (pending: Outgoing) => sender.discard(pending),
    retry: (pending: Outgoing) => sender.retry(pending),
  }
}

/** While mounted, refused messages of this ticket are shown in its conversation instead of a toast. */
export function useShowsRefused(ticketId: number): void {
  const sender = useSender()
  useEffect(() => sender.show(ticketId), [sender, ticketId])
}

/** The ticket's pending messages, oldest first. */
export function useOutgoing(ticketId: number): readonly Outgoing[] {
  const sender = useSender()
  return useSyncExternalStore(sender.subscribe, () => sender.of(ticketId))
}

/** Unsent messages wait until this user is back here, or are lost: the browser asks before it closes the page. */
export function useUnsentGuard(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsent])
}
