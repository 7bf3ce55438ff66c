import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { emailAnswered } from '../../../../src/features/email/answers/contract'
import { notificationsAtom, showNotification } from '../../../shared/desktopNotification'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { useEvent } from '../../../shared/live/useEvent'
import { unreadAnswersQuery } from './api'
import { nameOf, plainSubject } from './words'

/** Notifies the person who sent the e-mail on every page. An automatic answer waits in the bell in silence. */
export function useAnswerNotices(): void {
  const t = useText()
  const navigate = useNavigate()
  const isOn = useAtomValue(notificationsAtom)
  const { refetch } = useQuery(unreadAnswersQuery)
  useEvent(emailAnswered, async ({ answer }) => {
    if (answer.kind === 'automatic') return
    // Administrators hear of all answers; only those to one's own e-mails are unread.
    const { data = [] } = await refetch()
    if (!data.some(({ id }) => id === answer.id)) return
    const { preview: text } = answer
    const subject = plainSubject(answer)
    const name = nameOf(t, answer)
    toast.info(
      answer.kind === 'bounce'
        ? t('answers.bell.returned', { subject, text })
        : t('answers.bell.news', { name, subject, text: shortened(text) }),
    )
    if (!isOn) return
    const onOpen = () => void navigate({ to: '/EmailLis', search: { open: answer.threadId } })
    showNotification({ title: name, body: `${subject}: ${text}`, tag: `email answer ${answer.id}`, onOpen })
  })
}

const SHOWN = 80
const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text)
