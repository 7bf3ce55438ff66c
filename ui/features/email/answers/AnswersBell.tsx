import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { type EmailAnswerHead, emailAnswered, emailAnswersSeen } from '../../../../src/features/email/answers/contract'
import { emailDeleted } from '../../../../src/features/email/contract'
import { useText } from '../../../shared/i18n/useText'
import { Bell } from '../../../shared/kit/Bell'
import { BellList } from '../../../shared/kit/BellList'
import { toast } from '../../../shared/kit/toast'
import { useEvent } from '../../../shared/live/useEvent'
import { seeAnswers, unreadAnswersQuery } from './api'
import { nameOf } from './words'

const none: readonly EmailAnswerHead[] = []

/** Answers to the user's own e-mails that they have not seen yet; hidden without any. */
export function AnswersBell() {
  const t = useText()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { data: answers = none, refetch } = useQuery(unreadAnswersQuery)
  useEvent(emailAnswered, () => void refetch())
  useEvent(emailDeleted, () => void refetch())
  useEvent(emailAnswersSeen, ({ ids }) =>
    cache.setQueryData(unreadAnswersQuery.queryKey, (before = []) => before.filter(({ id }) => !ids.includes(id))),
  )
  const see = (ids: readonly number[]) => void seeAnswers(ids).catch(toast.failure)
  return (
    <Bell
      words={t('answers.bell.count', { count: answers.length })}
      count={answers.length}
      icon={<MailOpen />}
      isFleeting
    >
      {(close) => (
        <BellList
          icon={<MailOpen />}
          title={t('answers.bell.title')}
          none={t('answers.bell.none')}
          allSeen={t('answers.bell.allSeen')}
          onSeen={see}
          items={answers.map((one) => ({
            id: one.id,
            title: nameOf(t, one),
            text: `${one.subject}: ${one.preview}`,
            at: one.receivedAt,
            open: t('answers.bell.open', { name: nameOf(t, one) }),
            seen: t('answers.bell.seen', { name: nameOf(t, one) }),
            onOpen() {
              close()
              void navigate({ to: '/EmailLis', search: { open: one.threadId } })
            },
          }))}
        />
      )}
    </Bell>
  )
}
