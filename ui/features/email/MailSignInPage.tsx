import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { EmailRoutes } from '../../../src/features/email/routes'
import type { OperatorSettingRoutes } from '../../../src/features/operator-settings/routes'
import { type FinishMailSignIn, isOperatorsState } from '../../../src/settings/mail-sign-in/contract'
import { client, unwrap } from '../../shared/client'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import { signInFaultWords } from '../../shared/mail/words'
import { usePageTitle } from '../../shared/usePageTitle'

const { emails } = client<EmailRoutes>()
const { 'operator-settings': operator } = client<OperatorSettingRoutes>()

/** Finishes a sign-in that began in the settings, and returns there. The address holds what the provider appended. */
export function MailSignInPage() {
  const t = useText()
  usePageTitle(t('mail.account.page'))
  const navigate = useNavigate()
  const [wanted] = useState(() => readAddress(window.location.search))
  const isOperators = isOperatorsState(wanted.state)
  const back = () =>
    void navigate(
      isOperators
        ? { to: '/operator-settings', hash: 'mail', search: {}, replace: true }
        : { to: '/settings', search: { tab: 'integrations' }, replace: true },
    )
  const { mutate, error } = useMutation({
    mutationFn: () => (isOperators ? finishOperators(wanted) : finishCompanys(wanted)),
    onSuccess(address) {
      toast.success(t('mail.account.done', { address }))
      back()
    },
  })
  const fault = signInFaultWords(t, error)
  useEffect(() => {
    // The code is used once, so it must not be in the history; and never twice, so not in every effect.
    if (window.location.search === '') return
    window.history.replaceState(window.history.state, '', window.location.pathname)
    mutate()
  }, [mutate])
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('mail.account.page')}</h1>
      </div>
      <div className="page-body grid content-start justify-items-start gap-4 p-6">
        {error || wanted.state === '' ? (
          <>
            <Note tone="error" icon={<CircleAlert />} role="alert">
              <strong className="block">{t('mail.account.failed')}</strong>
              {error ? (fault?.words ?? errorText(t, error)) : t('mail.account.fault.code')}
              {fault?.answer && <code className="mt-1 block text-xs break-all">{fault.answer}</code>}
            </Note>
            <Button onClick={back}>{t('mail.account.back')}</Button>
          </>
        ) : (
          <p role="status">{t('mail.account.finishing')}</p>
        )}
      </div>
    </main>
  )
}

async function finishCompanys(wanted: FinishMailSignIn): Promise<string> {
  const { account } = await unwrap(emails.server['sign-in'].finish.post(wanted))
  return account?.address ?? ''
}

async function finishOperators(wanted: FinishMailSignIn): Promise<string> {
  const { mail } = await unwrap(operator['mail-sign-in'].finish.post(wanted))
  return mail.account?.address ?? ''
}

/** Read as it stands: the router would turn a code of digits into a number. */
function readAddress(search: string): FinishMailSignIn {
  const given = new URLSearchParams(search)
  const named = (name: string) => given.get(name) ?? undefined
  const [code, error, description] = [named('code'), named('error'), named('error_description')]
  return {
    state: given.get('state') ?? '',
    ...(code !== undefined && { code }),
    ...(error !== undefined && { error }),
    ...(description !== undefined && { description: description.slice(0, 1000) }),
  }
}
