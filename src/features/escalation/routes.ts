import { Elysia } from 'elysia'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { saveCompanySteps, saveOwnNumber, seeEscalations, showCompany } from './actions'
import { EscalationCompany, EscalationState, OwnNumber, SaveSteps, SeenEscalations, StoredNumber } from './contract'
import { findNumber, listAlerts } from './queries'

export const escalationRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/escalation' })
    .use(http)
    .get('/', ({ cx, actor }) => ({ alerts: listAlerts(cx.db, actor), number: findNumber(cx.db, actor.userId) }), {
      detail: { summary: 'List the conversations that nobody has seen and that came to the person' },
      signedIn: true,
      response: { 200: EscalationState, ...failures },
    })
    .post(
      '/seen',
      ({ cx, actor, body }) => {
        seeEscalations(cx, actor, body)
        return done
      },
      {
        detail: { summary: 'Take conversations that nobody has seen out of the bell' },
        signedIn: true,
        body: input(SeenEscalations),
        response: { 200: Done, ...failures },
      },
    )
    .put('/number', ({ cx, actor, body }) => ({ number: saveOwnNumber(cx, actor, body.number) }), {
      detail: { summary: 'Change the WhatsApp number of the person’s own' },
      signedIn: true,
      own: true,
      body: input(OwnNumber),
      response: { 200: StoredNumber, ...failures },
    })
    .get('/company', ({ cx }) => showCompany(cx), {
      detail: { summary: 'Read the steps of the company, and how many conversations reached whom' },
      allowed: 'settings-page:change',
      response: { 200: EscalationCompany, ...failures },
    })
    .put('/company', ({ cx, actor, body }) => saveCompanySteps(cx, actor, body), {
      detail: { summary: 'Change the steps of the queues without their own' },
      allowed: 'settings-page:change',
      body: input(SaveSteps),
      response: { 200: EscalationCompany, ...failures },
    })
export type EscalationRoutes = ReturnType<typeof escalationRoutes>
