import { Elysia } from 'elysia'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { seeMentions } from './actions'
import { NoteMentions, SeenMentions } from './contract'
import { listMentions } from './queries'

export const noteMentionRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/note-mentions' })
    .use(http)
    .get('/', ({ cx, actor }) => ({ mentions: listMentions(cx.db, actor) }), {
      signedIn: true,
      response: { 200: NoteMentions, ...failures },
    })
    .post(
      '/seen',
      ({ cx, actor, body }) => {
        seeMentions(cx, actor, body)
        return done
      },
      {
        detail: { summary: 'Mark mentions in notes as seen' },
        signedIn: true,
        body: input(SeenMentions),
        response: { 200: Done, ...failures },
      },
    )
export type NoteMentionRoutes = ReturnType<typeof noteMentionRoutes>
