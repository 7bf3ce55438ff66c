/** Ticket parts of the modules, one line each, in the order in which a row shows them. */

export { notesOnTickets } from './features/notes/ticketPart'
export { referralsOnTickets } from './features/referrals/ticketPart'
export { tagsOnTickets } from './features/tags/ticketPart'
