import { useSetAtom } from 'jotai/react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import { fetchOpenTicket } from '../../contacts/api'
import { useOpenTicket } from '../../contacts/openTicket'
import { dialogAtom } from '../dialog'
import { useDesk } from '../useDesk'

/** A contact has at most one open ticket; without one a new conversation is offered. */
export function useLeadToContact() {
  const { lead } = useOpenTicket()
  const desk = useDesk()
  const ask = useSetAtom(dialogAtom)
  return async (contact: ContactSummary) => {
    const open = await fetchOpenTicket(contact.id)
    return () => void (lead(contact, open) || desk.list().then(() => ask({ what: 'new', contact })))
  }
}
