import { useQuery } from '@tanstack/react-query'
import { contactSearchQuery } from '../../contacts/api'
import { NewTicketDialog } from './NewTicketDialog'

/** Writes to a person on a contact card, who is or becomes a contact. */
export function CardTicketDialog({ card }: { card: { name: string; number: string } }) {
  const found = useQuery(contactSearchQuery(card.number))
  if (found.isPending) return null
  const contact = found.data?.contacts.find(({ number }) => number === card.number)
  return contact ? <NewTicketDialog first={contact} /> : <NewTicketDialog card={card} />
}
