import { useAtom } from 'jotai/react'
import { useEffect, useEffectEvent } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import { toast } from '../../../shared/kit/toast'
import { chatWithAtom } from '../../contacts/startChat'
import { useLeadToContact } from './useLeadToContact'

/** Opens a conversation with the contact chosen on another page. */
export function useChatWith(): void {
  const [contact, choose] = useAtom(chatWithAtom)
  const leadTo = useLeadToContact()
  const lead = useEffectEvent((contact: ContactSummary) => {
    choose(null)
    leadTo(contact).then((go) => go(), toast.failure)
  })
  useEffect(() => {
    if (contact) lead(contact)
  }, [contact])
}
