import { useQuery } from '@tanstack/react-query'
import { contactSearchQuery } from '../queries'
import { NewTicketDialog } from './NewTicketDialog'

/** Writing to somebody from a contact card: a contact already, or about to be one. */
export function CardTicketDialog({ card }: { card: { name: string; number: string } }) {
  const found = useQuery(contactSearchQuery(card.number))
  if (found.isPending) return null
  const contact = found.data?.contacts.find(({ number }) => number === card.number)
  return contact ? <NewTicketDialog first={contact} /> : <NewTicketDialog card={card} />
}
