import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { LoadedList } from '../../../shared/live/apply'
import { useUser } from '../../../shared/session/useUser'
import type { PickableContact } from '../../contacts/PeoplePicker'
import { attends } from '../../messages/rules/messageActions'
import { byMovement } from '../rules/lists'

const MAX_PEOPLE = 8
/** How each channel knows people without their number. */
const idKinds = { whatsapp: 'lid', whatsapp_cloud: 'bsuid', facebook: 'psid', instagram: 'igsid' } as const

/** Contacts of the latest cached tickets, except those whose ticket a colleague attends. */
export function useRecentPeople(exceptId: number): readonly PickableContact[] {
  const client = useQueryClient()
  const user = useUser()
  const [people] = useState(() => {
    const lists = client.getQueriesData<LoadedList<TicketSummary>>({ queryKey: ['tickets', 'list'] })
    const tickets = lists.flatMap(([, list]) => list?.items ?? []).sort(byMovement)
    const known = new Map<number, PickableContact>()
    for (const ticket of tickets) {
      const { contactId, contact, isGroup, sendingBlocked } = ticket
      if (contactId !== exceptId && sendingBlocked === null && attends(user, ticket) && !known.has(contactId))
        known.set(contactId, {
          ...contact,
          isGroup,
          isNumberHidden: contact.number === null,
          idKind: contact.number === null ? idKinds[ticket.channel] : null,
        })
    }
    return [...known.values()].slice(0, MAX_PEOPLE)
  })
  return people
}
