/** What modules add to tickets on the desk, one line each; in the order in which a row shows it. */

export { notesOnTickets } from './features/notes/ticketPart'
export { tagsOnTickets } from './features/tags/ticketPart'
