import { useQuery } from '@tanstack/react-query'
import { CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { type ApiSend, SENDS_A_MINUTE } from '../../../src/features/external-api/contract'
import { useText } from '../../shared/i18n/useText'
import { Code } from '../../shared/kit/Code'
import { type Answer, sendQuery } from './api'

/** The response to the last test, and the message's current status. */
export function AnswerBox({ answer }: { answer: Answer | null }) {
  const t = useText()
  return (
    <section>
      <div className="api-side-head">
        <h3>{t('messagesApi.answer.title')}</h3>
        {answer?.send && <Status key={answer.send.id} send={answer.send} />}
      </div>
      {answer ? (
        <Code
          label={t('messagesApi.answer.title')}
          text={answer.text}
          note={[
            t('messagesApi.answer.head', { status: answer.status, ms: answer.ms }),
            answer.left !== null && t('messagesApi.answer.left', { left: answer.left, most: SENDS_A_MINUTE }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ) : (
        <p className="text-sm text-faint">{t('messagesApi.answer.none')}</p>
      )}
    </section>
  )
}

function Status({ send }: { send: ApiSend }) {
  const t = useText()
  const { status } = useQuery(sendQuery(send)).data
  const Icon = status === 'failed' ? CircleAlert : status === 'waiting' || status === 'queued' ? Clock : CheckCheck
  return (
    <span
      className="api-status inline-flex items-center gap-1.5 type-xs text-muted data-[status=failed]:text-error-ink"
      role="status"
      data-status={status}
    >
      <Icon />
      {t(`messagesApi.answer.status.${status}`)}
    </span>
  )
}
