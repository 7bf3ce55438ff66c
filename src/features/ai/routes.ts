import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { ById, OptionalId, readId } from '../../platform/params'
import { streamLines } from '../../platform/streams'
import { MINUTE } from '../../platform/time'
import { addQuestion, deleteAiChat, deleteAiChats, renameAiChat, repeatQuestion } from './actions'
import { askAi } from './ask'
import { AiAnswer, AiChat, AiService, AiTurnPage, AskAi, AskAiChat, RenameAiChat } from './contract'
import { aiErrors } from './errors'
import { findAiChatOf, listAiChats, pageOfAiChat, showAiChat, showAiTurn } from './queries'
import { serviceOf, shownService } from './service'
import { createWriting } from './writing'

const MOST_A_MINUTE = 20

type Deps = Pick<RouteServices, 'ai' | 'auth' | 'clock' | 'encryptionFor' | 'outsideAllow'>
type Asking = { readonly cx: Cx; readonly actor: Actor; readonly request: Request }

export const aiRoutes = (http: AppHttp, { ai, auth, clock, encryptionFor, outsideAllow }: Deps) => {
  const encryption = encryptionFor('settings')
  const allowance = createAllowance(clock, { most: MOST_A_MINUTE, window: MINUTE })
  const writing = createWriting(clock)
  const serviceFor = (cx: Cx) => serviceOf(cx, encryption, { operators: ai(), allowed: outsideAllow })

  /** Every question counts towards the rate limit, on any page. */
  function admit(cx: Cx, actor: Actor) {
    const service = serviceFor(cx) ?? fail(aiErrors.ERR_AI_NOT_CONFIGURED)
    const wait = allowance.take(`${actor.tenantId} ${actor.userId}`)
    if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
    return service
  }

  /** Errors before the question is stored are ordinary responses; later ones are the outcome of its answer. */
  async function answer({ cx, actor, request }: Asking, chatId: number | null, prompt: string | null) {
    if (chatId !== null) findAiChatOf(cx.db, actor, chatId)
    await writing.requireFree(actor, chatId)
    auth.stillHere(actor)
    const service = admit(cx, actor)
    const asked =
      chatId !== null && prompt === null
        ? repeatQuestion(cx, actor, chatId)
        : addQuestion(cx, actor, chatId, prompt ?? '')
    const leaving = new AbortController()
    const left = AbortSignal.any([request.signal, leaving.signal])
    const stillHere = () => auth.stillHere(actor)
    return streamLines(writing.write(asked, { cx, actor, service, left, stillHere }), cx.wait, leaving)
  }

  return new Elysia({ prefix: '/openai' })
    .use(http)
    .get('/', ({ cx }) => shownService(serviceFor(cx)), {
      detail: { summary: 'Read whether a language model is configured' },
      signedIn: true,
      response: { 200: AiService, ...failures },
    })
    .post(
      '/',
      async ({ cx, actor, body, request }) => ({
        answer: await askAi(cx, actor, admit(cx, actor), body, request.signal),
      }),
      {
        detail: { summary: 'Ask the language model for better words' },
        signedIn: true,
        body: input(AskAi),
        response: { 200: AiAnswer, ...failures },
      },
    )
    .get('/chats', ({ cx, actor }) => listAiChats(cx.db, actor).map(showAiChat), {
      detail: { summary: "List one's conversations with the assistant" },
      signedIn: true,
      response: { 200: v.array(AiChat), ...failures },
    })
    .post('/chats', ({ cx, actor, body, request }) => answer({ cx, actor, request }, null, body.prompt), {
      detail: { summary: 'Ask the assistant in a new conversation; streams the answer as JSON lines' },
      signedIn: true,
      body: input(AskAiChat),
    })
    .delete(
      '/chats',
      async ({ cx, actor }) => {
        await deleteAiChats(cx, actor)
        return done
      },
      {
        detail: { summary: "Delete all of one's conversations with the assistant" },
        signedIn: true,
        response: { 200: Done, ...failures },
      },
    )
    .get(
      '/chats/:id',
      ({ cx, actor, params, query }) => {
        const chat = findAiChatOf(cx.db, actor, params.id)
        const { turns, hasMore } = pageOfAiChat(cx.db, chat.id, readId(query.before))
        const isWriting = writing.isWriting(actor, chat.id)
        return { chat: showAiChat(chat), turns: turns.map((turn) => showAiTurn(turn, isWriting)), hasMore }
      },
      {
        detail: { summary: 'Read a conversation with the assistant' },
        signedIn: true,
        params: ById,
        query: t.Object({ before: OptionalId }),
        response: { 200: AiTurnPage, ...failures },
      },
    )
    .post(
      '/chats/:id/turns',
      ({ cx, actor, params, body, request }) => answer({ cx, actor, request }, params.id, body.prompt),
      {
        detail: { summary: 'Ask the assistant in a conversation; streams the answer as JSON lines' },
        signedIn: true,
        params: ById,
        body: input(AskAiChat),
      },
    )
    .post('/chats/:id/again', ({ cx, actor, params, request }) => answer({ cx, actor, request }, params.id, null), {
      detail: { summary: 'Ask the last question of a conversation again; streams the answer as JSON lines' },
      signedIn: true,
      params: ById,
    })
    .put('/chats/:id', ({ cx, actor, params, body }) => renameAiChat(cx, actor, params.id, body), {
      detail: { summary: 'Rename a conversation with the assistant' },
      signedIn: true,
      params: ById,
      body: input(RenameAiChat),
      response: { 200: AiChat, ...failures },
    })
    .delete(
      '/chats/:id',
      ({ cx, actor, params }) => {
        deleteAiChat(cx, actor, params.id)
        return done
      },
      {
        detail: { summary: 'Delete a conversation with the assistant' },
        signedIn: true,
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
}
export type AiRoutes = ReturnType<typeof aiRoutes>
