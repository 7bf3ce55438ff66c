import type { CreateNote, TicketNote } from '../../../src/features/notes/contract'
import type { NoteRoutes } from '../../../src/features/notes/routes'
import type { TicketSummary } from '../../../src/tickets/contract'
import { client, unwrap } from '../../shared/client'
import type { LiveListSpec } from '../../shared/live/live-query'
import { liveNotes } from './spec'

const { 'ticket-notes': notes } = client<NoteRoutes>()

/** Notes of the ticket's contact, over all its tickets. */
export const notesSpec = ({ id, contactId }: Pick<TicketSummary, 'id' | 'contactId'>): LiveListSpec<TicketNote> => ({
  ...liveNotes(contactId),
  fetchPage: async (_, signal) => {
    const query = { ticketId: String(id), contactId: String(contactId) }
    return { items: await unwrap(notes.list.get({ query, fetch: { signal } })), hasMore: false }
  },
})
export const addNote = (body: CreateNote) => unwrap(notes.post(body))
export const deleteNote = (id: number) => unwrap(notes({ id }).delete())
