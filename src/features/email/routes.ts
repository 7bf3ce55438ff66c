import { Elysia, t } from 'elysia'
import { fail } from '../../errors'
import { serveFile } from '../../platform/files'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, PageNumber, readPage, SearchText } from '../../platform/params'
import { receiveSingleFile } from '../../platform/uploads'
import { FinishMailSignIn, MailSignInStarted, StartMailSignIn } from '../../settings/mail-sign-in/contract'
import { signInPage } from '../../settings/mail-sign-in/sign-in'
import { findContactKnownTo } from '../../tickets/queries'
import {
  changeEmail,
  correctRecipient,
  deleteEmail,
  retryEmail,
  scheduleEmail,
  sendEmail,
  sendNow,
  stopEmail,
} from './actions'
import {
  ContactEmails,
  CorrectRecipient,
  Email,
  EmailDetails,
  EmailFile,
  EmailPage,
  EmailServer,
  EmailSignature,
  EmailTest,
  MOST_EMAIL_BYTES,
  RetryEmail,
  ScheduleEmail,
  SendEmail,
  SendNow,
  SetSignature,
  TestServer,
  UpdateEmail,
} from './contract'
import { addFile, findFile, removeFile } from './files'
import { findVisible, listEmails, listOfContact, readDetails } from './queries'
import { type ServerDeps, showServer } from './server'
import { finishSignIn, signOut, startSignIn } from './sign-in'
import { setSignature, signatureOf } from './signatures'
import { testServer } from './test-server'

type Deps = ServerDeps & Pick<RouteServices, 'auth' | 'folderOf' | 'uploadTargetOf' | 'publicUrl' | 'visitor'>

/** E-mails per user and minute, each with up to a hundred recipients. */
const SENT_A_MINUTE = 20
const TESTS_A_MINUTE = 6
const SIGN_INS_A_MINUTE = 10
const FILES_A_MINUTE = 60

const List = { searchParam: SearchText, pageNumber: PageNumber }
const ByFile = t.Object({ fileId: ById.properties.id })
const FileOfEmail = t.Object({ id: ById.properties.id, fileId: ById.properties.id })
const ByRecipient = t.Object({ id: ById.properties.id, recipientId: ById.properties.id })

export const emailRoutes = (http: AppHttp, deps: Deps) =>
  new Elysia()
    .use(http)
    .post('/enviar-email', ({ cx, actor, body }) => sendEmail(cx, actor, deps, body), {
      detail: { summary: 'Send an e-mail' },
      signedIn: true,
      rateLimit: SENT_A_MINUTE,
      body: input(SendEmail),
      response: { 200: Email, ...failures },
    })
    .post('/agendar-envio-email', ({ cx, actor, body }) => scheduleEmail(cx, actor, deps, body), {
      detail: { summary: 'Schedule an e-mail' },
      signedIn: true,
      rateLimit: SENT_A_MINUTE,
      body: input(ScheduleEmail),
      response: { 200: Email, ...failures },
    })
    .get(
      '/listar-emails-enviados',
      ({ cx, actor, query: { searchParam: search = '', pageNumber } }) => {
        const { rows, ...page } = listEmails(cx.db, actor, { isScheduled: false, search }, readPage(pageNumber))
        return { emails: rows, ...page }
      },
      {
        detail: { summary: 'List sent e-mails' },
        signedIn: true,
        query: t.Object(List),
        response: { 200: EmailPage, ...failures },
      },
    )
    .get(
      '/listar-emails-agendados',
      ({ cx, actor, query: { searchParam: search = '', pageNumber } }) => {
        const { rows, ...page } = listEmails(cx.db, actor, { isScheduled: true, search }, readPage(pageNumber))
        return { emails: rows, ...page }
      },
      {
        detail: { summary: 'List scheduled e-mails' },
        signedIn: true,
        query: t.Object(List),
        response: { 200: EmailPage, ...failures },
      },
    )
    .get('/emails/server', ({ cx, actor }) => showServer(cx, deps, actor.profile === 'admin'), {
      detail: { summary: "Read what is known of the company's mail server" },
      signedIn: true,
      response: { 200: EmailServer, ...failures },
    })
    .post(
      '/emails/server/test',
      async ({ cx, actor, body, request }) => {
        const result = await testServer(cx, deps, body.tokenSenha || null, request.signal)
        deps.auth.stillHere(actor)
        return result
      },
      {
        detail: { summary: "Test the company's mail server without sending anything" },
        signedIn: true,
        rateLimit: TESTS_A_MINUTE,
        body: input(TestServer),
        response: { 200: EmailTest, ...failures },
      },
    )
    .post(
      '/emails/server/sign-in',
      ({ cx, actor, body: { provider }, request, server }) =>
        startSignIn(cx, actor, deps, provider, signInPage(deps, deps.visitor.originOf(request, server))),
      {
        detail: { summary: "Start signing in the account that sends the company's mail" },
        allowed: 'settings-page:change',
        own: true,
        rateLimit: SIGN_INS_A_MINUTE,
        body: input(StartMailSignIn),
        response: { 200: MailSignInStarted, ...failures },
      },
    )
    .post(
      '/emails/server/sign-in/finish',
      ({ cx, actor, body, request }) => finishSignIn(cx, actor, deps, body, request.signal),
      {
        detail: { summary: "Finish signing in the account that sends the company's mail" },
        allowed: 'settings-page:change',
        own: true,
        rateLimit: SIGN_INS_A_MINUTE,
        body: input(FinishMailSignIn),
        response: { 200: EmailServer, ...failures },
      },
    )
    .delete('/emails/server/sign-in', ({ cx, actor }) => signOut(cx, actor, deps), {
      detail: { summary: "Sign out the account that sends the company's mail" },
      allowed: 'settings-page:change',
      own: true,
      response: { 200: EmailServer, ...failures },
    })
    .post(
      '/emails/files',
      async ({ cx, actor, request }) => {
        const file = await receiveSingleFile(request, { ...deps.uploadTargetOf(actor), limit: MOST_EMAIL_BYTES })
        return addFile(cx, deps.auth.stillHere(actor), file)
      },
      {
        detail: { summary: 'Upload a file for an e-mail that is being written' },
        signedIn: true,
        rateLimit: FILES_A_MINUTE,
        upload: true,
        response: { 200: EmailFile, ...failures },
      },
    )
    .delete(
      '/emails/files/:fileId',
      ({ cx, actor, params }) => {
        removeFile(cx, actor, params.fileId)
        return done
      },
      {
        detail: { summary: 'Remove an uploaded file that was not sent' },
        signedIn: true,
        params: ByFile,
        response: { 200: Done, ...failures },
      },
    )
    .get(
      '/emails/:id/files/:fileId',
      async ({ cx, actor, params, request }) => {
        const { id } = findVisible(cx.db, actor, params.id)
        const { file, name, mimetype } = findFile(cx.db, id, params.fileId) ?? fail('ERR_NO_MEDIA_FOUND')
        const folder = deps.folderOf(cx.tenant.uuid)
        return (await serveFile(request, { folder, file, mimetype, name })) ?? fail('ERR_NO_MEDIA_FOUND')
      },
      { detail: { summary: 'Download a file of an e-mail' }, reader: true, params: FileOfEmail },
    )
    .get('/emails/signature', ({ cx, actor }) => ({ html: signatureOf(cx.db, actor.userId) }), {
      detail: { summary: "Read one's signature below e-mails" },
      signedIn: true,
      response: { 200: EmailSignature, ...failures },
    })
    .put('/emails/signature', ({ cx, actor, body }) => setSignature(cx, actor, body), {
      detail: { summary: "Set one's signature below e-mails" },
      signedIn: true,
      body: input(SetSignature),
      response: { 200: EmailSignature, ...failures },
    })
    .get(
      '/emails/contacts/:id',
      ({ cx, actor, params }) => listOfContact(cx.db, findContactKnownTo(cx.db, actor, params.id).id),
      {
        detail: { summary: 'List the latest e-mails to a contact' },
        signedIn: true,
        params: ById,
        response: { 200: ContactEmails, ...failures },
      },
    )
    .get('/emails/:id', ({ cx, actor, params }) => readDetails(cx.db, findVisible(cx.db, actor, params.id).id), {
      signedIn: true,
      params: ById,
      response: { 200: EmailDetails, ...failures },
    })
    .put('/emails/:id', ({ cx, actor, params, body }) => changeEmail(cx, actor, params.id, body), {
      signedIn: true,
      params: ById,
      body: input(UpdateEmail),
      response: { 200: EmailDetails, ...failures },
    })
    .delete(
      '/emails/:id',
      ({ cx, actor, params }) => {
        deleteEmail(cx, actor, params.id)
        return done
      },
      { signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
    .post(
      '/emails/:id/send-now',
      ({ cx, actor, params, body }) => sendNow(cx, actor, deps, params.id, body.tokenSenha),
      {
        detail: { summary: 'Send a scheduled e-mail at once' },
        signedIn: true,
        rateLimit: SENT_A_MINUTE,
        params: ById,
        body: input(SendNow),
        response: { 200: EmailDetails, ...failures },
      },
    )
    .post('/emails/:id/retry', ({ cx, actor, params, body }) => retryEmail(cx, actor, deps, params.id, body), {
      detail: { summary: 'Send an e-mail again to those whom it failed to reach' },
      signedIn: true,
      rateLimit: SENT_A_MINUTE,
      params: ById,
      body: input(RetryEmail),
      response: { 200: EmailDetails, ...failures },
    })
    .post('/emails/:id/stop', ({ cx, actor, params }) => stopEmail(cx, actor, params.id), {
      detail: { summary: 'Give up the copies of an e-mail that wait for another try' },
      signedIn: true,
      params: ById,
      response: { 200: EmailDetails, ...failures },
    })
    .put(
      '/emails/:id/recipients/:recipientId',
      ({ cx, actor, params, body }) => correctRecipient(cx, actor, deps, params, body),
      {
        detail: { summary: 'Correct the address of a recipient and send again' },
        signedIn: true,
        rateLimit: SENT_A_MINUTE,
        params: ByRecipient,
        body: input(CorrectRecipient),
        response: { 200: EmailDetails, ...failures },
      },
    )
export type EmailRoutes = ReturnType<typeof emailRoutes>
