import { Elysia, t } from 'elysia'
import { fail } from '../../../errors'
import { serveFile } from '../../../platform/files'
import { type AppHttp, Done, done, failures } from '../../../platform/http'
import { input } from '../../../platform/input'
import type { RouteServices } from '../../../platform/module'
import { ById, OptionalId, readId } from '../../../platform/params'
import { findContactKnownTo } from '../../../tickets/queries'
import { Email } from '../contract'
import { findVisible } from '../queries'
import { changeMailbox, replyToAnswer, seeAnswers } from './actions'
import {
  ChangeMailbox,
  EmailAnswers,
  EmailMailbox,
  EmailThread,
  MailboxTest,
  ReplyToAnswer,
  SeenAnswers,
} from './contract'
import { type MailboxDeps, showMailbox } from './mailbox'
import { findAnswerFile, findVisibleAnswer, listHeads, readThread, threadOf } from './queries'
import { testMailbox } from './test-mailbox'

type Deps = MailboxDeps & Pick<RouteServices, 'auth' | 'folderOf'>

const SENT_A_MINUTE = 20
const TESTS_A_MINUTE = 6
const FileOfAnswer = t.Object({ id: ById.properties.id, fileId: ById.properties.id })

export const answerRoutes = (http: AppHttp, deps: Deps) =>
  new Elysia({ prefix: '/emails' })
    .use(http)
    .get(
      '/answers',
      ({ cx, actor, query }) => {
        const contactId = readId(query.contactId)
        if (contactId === null) return { answers: listHeads(cx.db, actor, { unreadOf: actor.userId }) }
        const { id, email } = findContactKnownTo(cx.db, actor, contactId)
        return { answers: listHeads(cx.db, actor, { contactId: id, address: email || null }) }
      },
      {
        detail: { summary: "List answers: those to one's own e-mails that are unread, or those of a contact" },
        signedIn: true,
        query: t.Object({ contactId: OptionalId }),
        response: { 200: EmailAnswers, ...failures },
      },
    )
    .post(
      '/answers/seen',
      ({ cx, actor, body }) => {
        seeAnswers(cx, actor, body)
        return done
      },
      {
        detail: { summary: "Mark answers to one's own e-mails as read" },
        signedIn: true,
        body: input(SeenAnswers),
        response: { 200: Done, ...failures },
      },
    )
    .post('/answers/:id/reply', ({ cx, actor, params, body }) => replyToAnswer(cx, actor, deps, params.id, body), {
      detail: { summary: 'Answer an answer in the same conversation' },
      signedIn: true,
      rateLimit: SENT_A_MINUTE,
      params: ById,
      body: input(ReplyToAnswer),
      response: { 200: Email, ...failures },
    })
    .get(
      '/answers/:id/files/:fileId',
      async ({ cx, actor, params, request }) => {
        const { id } = findVisibleAnswer(cx.db, actor, params.id)
        const { file, name, mimetype } = findAnswerFile(cx.db, id, params.fileId) ?? fail('ERR_NO_MEDIA_FOUND')
        const folder = deps.folderOf(cx.tenant.uuid)
        return (await serveFile(request, { folder, file, mimetype, name })) ?? fail('ERR_NO_MEDIA_FOUND')
      },
      { detail: { summary: 'Download a file of an answer' }, reader: true, params: FileOfAnswer },
    )
    .get('/:id/thread', ({ cx, actor, params }) => readThread(cx.db, visibleThread(cx.db, actor, params.id)), {
      detail: { summary: 'Read the conversation of an e-mail' },
      signedIn: true,
      params: ById,
      response: { 200: EmailThread, ...failures },
    })
    .get('/mailbox', ({ cx }) => showMailbox(cx, deps), {
      detail: { summary: 'Read how answers to e-mails come back' },
      allowed: 'settings-page:change',
      response: { 200: EmailMailbox, ...failures },
    })
    .put('/mailbox', ({ cx, actor, body }) => changeMailbox(cx, actor, deps, body), {
      detail: { summary: 'Change how answers to e-mails come back' },
      allowed: 'settings-page:change',
      own: true,
      body: input(ChangeMailbox),
      response: { 200: EmailMailbox, ...failures },
    })
    .post(
      '/mailbox/test',
      async ({ cx, actor, body, request }) => {
        const result = await testMailbox(cx, deps, body, request.signal)
        deps.auth.stillHere(actor)
        return result
      },
      {
        detail: { summary: 'Open the mailbox with what is typed, without reading any mail' },
        allowed: 'settings-page:change',
        own: true,
        rateLimit: TESTS_A_MINUTE,
        body: input(ChangeMailbox),
        response: { 200: MailboxTest, ...failures },
      },
    )
export type AnswerRoutes = ReturnType<typeof answerRoutes>

/** Of an e-mail that a former administrator wrote in a colleague's conversation, they see the e-mail alone. */
function visibleThread(
  db: Parameters<typeof threadOf>[0],
  actor: Parameters<typeof findVisible>[1],
  id: number,
): number {
  const { id: found } = findVisible(db, actor, id)
  return findVisible(db, actor, threadOf(db, found)).id
}
