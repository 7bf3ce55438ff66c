import './mail.css'
import { useMutation } from '@tanstack/react-query'
import type { EmailRoutes } from '../../../src/features/email/routes'
import { client, unwrap } from '../client'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'
import { StatusDot } from '../kit/StatusDot'
import { toast } from '../kit/toast'
import { failureWords, loginAdvice } from './words'

const { emails } = client<EmailRoutes>()

/** Tests the company's mail server when asked: connects and signs in, sends nothing. */
export function ServerState() {
  const t = useText()
  const { number } = useFormat()
  const test = useMutation({
    mutationFn: () => unwrap(emails.server.test.post({ tokenSenha: null })),
    onError: toast.failure,
  })
  const { data } = test
  const advice = data && loginAdvice(t, data.failure, data.answer)
  return (
    <span className="grid justify-items-start gap-1.5">
      {data?.ok && <StatusDot tone="ok">{t('mail.server.answers', { ms: number(data.ms) })}</StatusDot>}
      {data?.failure && (
        <span className="state-two" role="alert">
          <StatusDot tone="bad">{advice ?? failureWords(t, data.failure)}</StatusDot>
          {data.answer && <small>{data.answer}</small>}
        </span>
      )}
      <Button size="xs" tone="plain" busy={test.isPending} onClick={() => test.mutate()}>
        {t('mail.server.test')}
      </Button>
    </span>
  )
}
