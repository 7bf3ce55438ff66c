/** One atom per ticket, made when first asked for. */
export function perTicket<A>(make: (ticketId: number) => A): (ticketId: number) => A {
  const known = new Map<number, A>()
  return (ticketId) => {
    const found = known.get(ticketId) ?? make(ticketId)
    known.set(ticketId, found)
    return found
  }
}
