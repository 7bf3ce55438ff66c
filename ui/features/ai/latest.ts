/** The conversation opened last: an answer of the assistant's page can be used there. */
import { useNavigate } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { ofSession } from '../../shared/session/ofPerson'
import { messageDraftAtom, noteModeAtom } from '../messages/composer/drafts'

type Latest = { readonly ticketId: number; readonly uuid: string; readonly name: string }
const latestAtom = ofSession<Latest | null>(null)

/** An answer for the next conversation that is opened. */
const waitingAtom = ofSession<string | null>(null)

/** Notes the conversation that is open, and gives it what waits for one. */
export const openedAtom = atom(null, (get, set, opened: Latest) => {
  set(latestAtom, opened)
  const waiting = get(waitingAtom)
  if (waiting === null) return
  set(waitingAtom, null)
  set(appendAtom, opened.ticketId, waiting)
})

const appendAtom = atom(null, (get, set, ticketId: number, text: string) => {
  const draftAtom = messageDraftAtom(ticketId)
  const written = get(draftAtom).trimEnd()
  set(draftAtom, written === '' ? text : `${written}\n${text}`)
  set(noteModeAtom(ticketId), false)
})

/** Appends a text to the draft of the conversation opened last, and opens it; without one, of the next. */
export function useInConversation() {
  const latest = useAtomValue(latestAtom)
  const append = useSetAtom(appendAtom)
  const keep = useSetAtom(waitingAtom)
  const navigate = useNavigate()
  return {
    /** Null before any conversation was opened. */
    name: latest?.name ?? null,
    put(text: string) {
      if (latest) append(latest.ticketId, text)
      else keep(text)
      void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: latest?.uuid } })
    },
  }
}
