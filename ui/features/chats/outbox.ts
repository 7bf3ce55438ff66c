/** Unsent messages: shown at once, sent in order for each chat, and retried under the same `clientId` while offline. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import type { ChatMessage, QuotedChatMessage } from '../../../src/features/chats/contract'
import { errorText } from '../../shared/errorText'
import { text } from '../../shared/i18n/language'
import { changeLists } from '../../shared/live/live-query'
import { ofSession } from '../../shared/session/ofPerson'
import { store } from '../../shared/store'
import { newUuid } from '../../shared/uuid'
import { isWorthWaiting } from '../messages/sending/sender'
import { type NewMessage, sendMessage } from './api'

export type Pending = NewMessage & {
  readonly chatId: number
  readonly createdAt: string
  readonly quoted: QuotedChatMessage | null
  /** The file's URL in this page. */
  readonly url: string | null
  /** Why the server refused it; null while it is pending. */
  readonly refused: string | null
}

/** Cleared with the session, so that nothing is sent in another user's name. */
export const pendingAtom = ofSession<readonly Pending[]>([])

const [FIRST_PAUSE, LONGEST_PAUSE] = [1_000, 15_000]
const busy = new Set<number>()

const replace = (clientId: string, next: Pending | null) =>
  store.set(
    pendingAtom,
    store.get(pendingAtom).flatMap((one) => (one.clientId === clientId ? (next ?? []) : one)),
  )
const isWanted = ({ clientId }: Pending) => store.get(pendingAtom).some((one) => one.clientId === clientId)

async function work(client: QueryClient, chatId: number): Promise<void> {
  if (busy.has(chatId)) return
  busy.add(chatId)
  const next = () => store.get(pendingAtom).find((one) => one.chatId === chatId && one.refused === null)
  for (let one = next(); one; one = next()) await deliver(client, one)
  busy.delete(chatId)
}

async function deliver(client: QueryClient, pending: Pending): Promise<void> {
  for (let attempt = 0; isWanted(pending); attempt++) {
    try {
      const put = await sendMessage(pending.chatId, pending)
      changeLists<ChatMessage>(client, ['chat-messages', pending.chatId], { put })
      forget(pending)
      return
    } catch (failure) {
      if (!isWorthWaiting(failure))
        return replace(pending.clientId, { ...pending, refused: errorText(text(), failure) })
      await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt))
    }
  }
}

function forget({ clientId, url }: Pending) {
  replace(clientId, null)
  if (url !== null) setTimeout(() => URL.revokeObjectURL(url), LONGEST_PAUSE) // shown until the stored file has loaded
}

/** Ends early when the network returns. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })

type DraftMessage = { readonly message: string } & Partial<Pick<Pending, 'file' | 'waveform' | 'ticketId' | 'quoted'>>

export function useOutbox(chatId: number) {
  const client = useQueryClient()
  const all = useAtomValue(pendingAtom)
  const queue = (pending: Pending) => {
    store.set(pendingAtom, [...store.get(pendingAtom), pending])
    void work(client, chatId)
  }
  return {
    pending: all.filter((one) => one.chatId === chatId),
    send: ({ message, file = null, waveform = null, ticketId = null, quoted = null }: DraftMessage) =>
      queue({
        chatId,
        message,
        file,
        waveform,
        ticketId,
        quoted,
        quotedId: quoted?.id ?? null,
        clientId: newUuid(),
        createdAt: new Date().toISOString(),
        url: file && URL.createObjectURL(file),
        refused: null,
      }),
    retry: (pending: Pending) => {
      replace(pending.clientId, null)
      queue({ ...pending, refused: null })
    },
    discard: forget,
  }
}
