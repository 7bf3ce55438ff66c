/** Requests of answers; apart from those of the pages, because the bell runs on every page. */
import { queryOptions } from '@tanstack/react-query'
import type { ReplyToAnswer } from '../../../../src/features/email/answers/contract'
import type { AnswerRoutes } from '../../../../src/features/email/answers/routes'
import { client, unwrap } from '../../../shared/client'

const { emails } = client<AnswerRoutes>()

export const unreadAnswersQuery = queryOptions({
  queryKey: ['email-answers', 'unread'],
  queryFn: async ({ signal }) => (await unwrap(emails.answers.get({ query: {}, fetch: { signal } }))).answers,
})

/** Of those, the ones that the user may read. */
export const contactAnswersQuery = (contactId: number) =>
  queryOptions({
    queryKey: ['emails', 'contact', contactId, 'answers'],
    queryFn: async ({ signal }) => {
      const query = { contactId: String(contactId) }
      return (await unwrap(emails.answers.get({ query, fetch: { signal } }))).answers
    },
    staleTime: 0,
  })

export const threadQuery = (id: number) =>
  queryOptions({
    queryKey: ['emails', 'thread', id],
    queryFn: ({ signal }) => unwrap(emails({ id }).thread.get({ fetch: { signal } })),
    staleTime: 0,
  })

export const seeAnswers = (ids: readonly number[]) => unwrap(emails.answers.seen.post({ ids: [...ids] }))
export const replyToAnswer = (id: number, body: ReplyToAnswer) => unwrap(emails.answers({ id }).reply.post(body))
