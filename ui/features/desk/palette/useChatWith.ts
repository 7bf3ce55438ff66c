import { useAtom } from 'jotai/react'
import { useEffect, useEffectEvent } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import { toast } from '../../../shared/kit/toast'
import { chatWithAtom } from '../../contacts/startChat'
import { useLeadToContact } from './useOffers'

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
