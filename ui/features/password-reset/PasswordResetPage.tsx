import { Check } from 'lucide-react'
import { useState } from 'react'
import type { CodeSent } from '../../../src/features/password-reset/contract'
import { useText } from '../../shared/i18n/useText'
import { Toaster } from '../../shared/kit/Toaster'
import { usePageTitle } from '../../shared/usePageTitle'
import { Gate } from '../login/Gate'
import { CodeStep } from './CodeStep'
import { EmailStep } from './EmailStep'

type SentCode = { readonly email: string; readonly code: CodeSent }

/** Two steps: an e-mail with a code, then the code with a new password. */
export function PasswordResetPage() {
  const t = useText()
  usePageTitle(t('passwordReset.pageTitle'))
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<SentCode | null>(null)
  const changeEmail = () => {
    if (sent) setEmail(sent.email)
    setSent(null)
  }
  return (
    <Gate>
      <div className="w-full max-w-[22.5rem] m-auto grid gap-4 py-8">
        <Steps isSent={sent !== null} />
        {sent ? (
          <CodeStep {...sent} onResent={(code) => setSent({ ...sent, code })} onChangeEmail={changeEmail} />
        ) : (
          <EmailStep email={email} onSent={(to, code) => setSent({ email: to, code })} />
        )}
      </div>
      <Toaster />
    </Gate>
  )
}

function Steps({ isSent }: { isSent: boolean }) {
  const t = useText()
  return (
    <ol className="path" aria-label={t('passwordReset.steps')}>
      <li aria-current={isSent ? undefined : 'step'}>
        {isSent ? (
          <span className="ordinal ordinal-done">
            <Check />
          </span>
        ) : (
          <span className="ordinal">1</span>
        )}
        {t('passwordReset.stepEmail')}
      </li>
      <li aria-current={isSent ? 'step' : undefined}>
        <span className="ordinal">2</span>
        {t('passwordReset.stepCode')}
      </li>
    </ol>
  )
}
