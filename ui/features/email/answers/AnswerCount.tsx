import './answers.css'
import { Reply } from 'lucide-react'
import type { Email } from '../../../../src/features/email/contract'
import { useText } from '../../../shared/i18n/useText'

/** In the list of sent e-mails: how many answers there are, and whether some are new. */
export function AnswerCount({ email: { answers, unread } }: { email: Pick<Email, 'answers' | 'unread'> }) {
  const t = useText()
  if (answers === 0) return null
  const words = unread > 0 ? t('answers.unread', { count: unread }) : t('answers.count', { count: answers })
  return (
    <span
      className="inline-flex items-center gap-1 ml-1.5 type-xs font-normal text-muted align-middle data-new:font-semibold data-new:text-primary-ink"
      data-new={unread > 0 || undefined}
      title={words}
    >
      <Reply className="size-3.5!" aria-hidden="true" />
      <span className="sr-only">{words}</span>
      <span className="nums" aria-hidden="true">
        {unread > 0 ? unread : answers}
      </span>
    </span>
  )
}
