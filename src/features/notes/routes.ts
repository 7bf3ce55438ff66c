import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { ById, OptionalId, readId } from '../../platform/params'
import { findContactKnownTo, findVisibleTicket, seesContact } from '../../tickets/queries'
import { CREATED_A_MINUTE } from '../../users/shares'
import { createNote, deleteNote } from './actions'
import { CreateNote, TicketNote } from './contract'
import { listNotes, showNote } from './queries'

const ListQuery = t.Object({ ticketId: OptionalId, contactId: OptionalId })

export const noteRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/ticket-notes' })
    .use(http)
    .get(
      '/list',
      ({ cx, actor, query }) =>
        listNotes(cx.db, actor, contactOf(cx, actor, query)).map((note) => showNote(cx.db, note)),
      {
        detail: { summary: 'List the notes of a contact' },
        signedIn: true,
        query: ListQuery,
        response: { 200: v.array(TicketNote), ...failures },
      },
    )
    .post('/', ({ cx, actor, body }) => showNote(cx.db, createNote(cx, actor, body)), {
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateNote),
      response: { 200: TicketNote, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteNote(cx, actor, params.id)
        return done
      },
      { signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
export type NoteRoutes = ReturnType<typeof noteRoutes>

/** The contact, given by id or by one of its tickets. Throws unless the actor sees a conversation with it. */
function contactOf({ db }: Cx, actor: Actor, query: typeof ListQuery.static): number {
  const [ticketId, contactId] = [readId(query.ticketId), readId(query.contactId)]
  if (ticketId !== null) return findVisibleTicket(db, actor, ticketId).contactId
  if (contactId === null) return fail('ERR_INVALID_INPUT', [{ field: 'contactId', message: 'form.required' }])
  const { id } = findContactKnownTo(db, actor, contactId)
  return seesContact(db, actor, id) ? id : fail('ERR_NO_CONTACT_FOUND')
}
