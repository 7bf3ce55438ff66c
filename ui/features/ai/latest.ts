/** The conversation opened last: an answer of the assistant's page can be used there. */
import { useNavigate } from '@tanstack/react-router'
import { useAtomValue, useStore } from 'jotai/react'
import { ofSession } from '../../shared/session/ofPerson'
import { messageDraftAtom, noteModeAtom } from '../messages/composer/drafts'

export type Latest = { readonly ticketId: number; readonly uuid: string; readonly name: string }
export const latestAtom = ofSession<Latest | null>(null)

/** Appends a text to its draft, and opens it; undefined before any conversation was opened. */
export function useInConversation() {
  const latest = useAtomValue(latestAtom)
  const store = useStore()
  const navigate = useNavigate()
  if (!latest) return undefined
  const { ticketId, uuid, name } = latest
  return {
    name,
    put(text: string) {
      const draftAtom = messageDraftAtom(ticketId)
      const written = store.get(draftAtom).trimEnd()
      store.set(draftAtom, written === '' ? text : `${written}\n${text}`)
      store.set(noteModeAtom(ticketId), false)
      void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid } })
    },
  }
}
