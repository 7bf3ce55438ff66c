import { Elysia, t } from 'elysia'
import { fail } from '../../errors'
import { type AppHttp, Done, done, failures, open } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { SignedIn } from '../../users/contract'
import { REFRESH_COOKIE, refreshCookie } from '../../users/routes'
import { AddCompanyNote, AnswerSupport, AskSupport, CompanyNotes, Support } from './contract'
import { answerSupport, askSupport, endSupport, enterSupport, showGrant } from './grants'
import { addNote, listNotes, removeNote } from './notes'
import { findGrant } from './queries'
import type { StoredGrant } from './tables'

/** Keeps the operator's own session while they are in a company. */
const OWN_COOKIE = 'balcao_operator'
const ByNote = t.Object({ ...ById.properties, noteId: ById.properties.id })
const shown = (grant: StoredGrant | undefined) => ({ grant: grant ? showGrant(grant) : null })

export const supportRoutes = (http: AppHttp, services: RouteServices) => {
  const { databases, clock, visitor, auth } = services
  const { control } = databases
  return (
    new Elysia()
      .use(http)
      .get('/companies/:id/support', ({ params: { id } }) => shown(findGrant(control, id, clock())), {
        detail: { summary: 'Read the latest request to enter a company, and its answer' },
        super: true,
        params: ById,
        response: { 200: Support, ...failures },
      })
      .post(
        '/companies/:id/support',
        ({ actor, params: { id }, body: { reason } }) => shown(askSupport(services, actor, id, reason)),
        {
          detail: { summary: 'Ask a company for consent to enter it' },
          super: true,
          params: ById,
          body: input(AskSupport),
          response: { 200: Support, ...failures },
        },
      )
      .delete('/companies/:id/support', ({ params: { id } }) => shown(endSupport(services, id)), {
        detail: { summary: 'Withdraw the request, or end the access' },
        super: true,
        params: ById,
        response: { 200: Support, ...failures },
      })
      .post(
        '/companies/:id/support/enter',
        async ({ actor, params: { id }, request, server, set }) => {
          visitor.requireOwnOrigin(request, server)
          const { refreshToken, ...signedIn } = await enterSupport(services, actor, id)
          const own = visitor.readCookie(request, REFRESH_COOKIE) ?? ''
          set.headers['set-cookie'] = [
            visitor.cookie(request, server, { ...refreshCookie(own), name: OWN_COOKIE }),
            visitor.cookie(request, server, refreshCookie(refreshToken)),
          ]
          return signedIn
        },
        {
          detail: { summary: 'Enter a company that has consented' },
          super: true,
          params: ById,
          response: { 200: SignedIn, ...failures },
        },
      )
      // Ends the session in the company, if it is not over yet; the page then restores the operator's own.
      .post(
        '/support/leave',
        ({ request, server, set }) => {
          visitor.requireOwnOrigin(request, server)
          const own = visitor.readCookie(request, OWN_COOKIE) ?? ''
          const guest = auth.holderOfCookie(visitor.readCookie(request, REFRESH_COOKIE) ?? '')
          if (guest && guest.until === null) fail('ERR_NO_PERMISSION')
          if (guest) auth.revoke({ companyId: guest.companyId, userId: guest.userId }, 'revoked')
          set.headers['set-cookie'] = [
            visitor.cookie(request, server, { name: OWN_COOKIE, value: '', life: 0 }),
            visitor.cookie(request, server, own ? refreshCookie(own) : { name: REFRESH_COOKIE, value: '', life: 0 }),
          ]
          return done
        },
        {
          detail: { summary: 'Leave a company and return to the operator’s session' },
          ...open,
          response: { 200: Done, ...failures },
        },
      )
      .get('/support', ({ cx }) => shown(findGrant(control, cx.tenant.id, clock())), {
        detail: { summary: 'Read whether the operator asks to enter, or may' },
        allowed: 'settings-page:change',
        response: { 200: Support, ...failures },
      })
      .put(
        '/support',
        async ({ cx, actor, body }) => {
          const grant = await answerSupport(services, cx, actor, body)
          auth.stillHere(actor)
          return shown(grant)
        },
        {
          detail: { summary: 'Allow, refuse or revoke the operator’s access' },
          allowed: 'settings-page:change',
          own: true,
          body: input(AnswerSupport),
          response: { 200: Support, ...failures },
        },
      )
      .get('/companies/:id/notes', ({ params: { id } }) => ({ notes: listNotes(control, id) }), {
        detail: { summary: 'List the operator’s notes on a company' },
        super: true,
        params: ById,
        response: { 200: CompanyNotes, ...failures },
      })
      .post(
        '/companies/:id/notes',
        ({ actor, params: { id }, body: { text } }) => {
          addNote(databases.writableControl(), { companyId: id, author: actor.name, text, at: clock() })
          return { notes: listNotes(control, id) }
        },
        {
          detail: { summary: 'Note something on a company' },
          super: true,
          params: ById,
          body: input(AddCompanyNote),
          response: { 200: CompanyNotes, ...failures },
        },
      )
      .delete(
        '/companies/:id/notes/:noteId',
        ({ params: { id, noteId } }) => {
          removeNote(databases.writableControl(), id, noteId)
          return { notes: listNotes(control, id) }
        },
        {
          detail: { summary: 'Delete a note on a company' },
          super: true,
          params: ByNote,
          response: { 200: CompanyNotes, ...failures },
        },
      )
  )
}
export type SupportRoutes = ReturnType<typeof supportRoutes>
