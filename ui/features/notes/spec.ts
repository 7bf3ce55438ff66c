/** The notes of a contact, live. Independent of the page, so that tests run the same code. */
import { noteCreated, noteDeleted, type TicketNote } from '../../../src/features/notes/contract'
import { on } from '../../shared/live/bus'
import type { LiveListSpec } from '../../shared/live/live-query'

export const liveNotes = (contactId: number): Omit<LiveListSpec<TicketNote>, 'fetchPage'> => ({
  key: ['notes', contactId],
  id: ({ id }) => id,
  belongs: (note) => note.contactId === contactId,
  compare: (a, b) => b.id - a.id,
  merge: (_, incoming) => incoming,
  handlers: [on(noteCreated, ({ note }) => ({ put: note })), on(noteDeleted, ({ noteId }) => ({ drop: noteId }))],
})
