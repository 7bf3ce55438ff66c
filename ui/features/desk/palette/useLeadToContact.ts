import { useAtom, useSetAtom } from 'jotai/react'
import { useEffect, useEffectEvent } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { TicketHolder } from '../../../../src/tickets/contract'
import { ApiError } from '../../../shared/client'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { fetchOpenTicket } from '../../contacts/api'
import { chatWithAtom } from '../../contacts/startChat'
import { heldText } from '../../messages/refusal'
import { fetchTicket } from '../api'
import { dialogAtom } from '../dialogs/dialog'
import { useDesk } from '../useDesk'

/** A contact has at most one open ticket; without one a new conversation is offered. */
export function useLeadToContact() {
  const t = useText()
  const desk = useDesk()
  const ask = useSetAtom(dialogAtom)
  return async (contact: ContactSummary, signal: AbortSignal) => {
    const { ticket } = await fetchOpenTicket(contact.id)
    if (ticket === null) return () => void desk.list().then(() => ask({ what: 'new', contact }))
    if (!signal.aborted && (await maySee(ticket))) return () => desk.open(ticket)
    return () => void toast.error(heldText(t, ticket) ?? t('tickets.notFound'))
  }
}

/** A colleague's ticket may be none of one's own. */
const maySee = ({ uuid }: TicketHolder): Promise<boolean> =>
  fetchTicket(uuid, AbortSignal.timeout(LONGEST)).then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof ApiError && failure.status === 404) return false
      throw failure
    },
  )
const LONGEST = 10_000

/** Leads to whom another page wants to write to. */
export function useChatWith(): void {
  const [contact, choose] = useAtom(chatWithAtom)
  const leadTo = useLeadToContact()
  const lead = useEffectEvent((contact: ContactSummary) => {
    choose(null)
    leadTo(contact, AbortSignal.timeout(LONGEST)).then((go) => go(), toast.failure)
  })
  useEffect(() => {
    if (contact) lead(contact)
  }, [contact])
}
