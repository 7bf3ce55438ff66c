import { Link } from '@tanstack/react-router'
import { ArrowLeft, LifeBuoy, Lock } from 'lucide-react'
import { useState } from 'react'
import type { SignUp } from '../../../src/features/sign-up/contract'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { Toaster } from '../../shared/kit/Toaster'
import { usePageTitle } from '../../shared/usePageTitle'
import { Gate } from '../login/Gate'
import { usePublicInstallation } from '../login/usePublicInstallation'
import { SignUpCode } from './SignUpCode'
import { type BegunSignUp, SignUpForm } from './SignUpForm'

/** Visitors create a company here, if the operator allows it. */
export function SignUpPage() {
  const t = useText()
  usePageTitle(t('signUp.pageTitle'))
  const installation = usePublicInstallation()
  return (
    <Gate>
      {installation && (installation.signUp ? <SignUpSteps /> : <TurnedOff {...installation} />)}
      <Toaster />
    </Gate>
  )
}

/** The form, and the code where the installation sends e-mail. */
function SignUpSteps() {
  const [before, setBefore] = useState<SignUp | null>(null)
  const [begun, setBegun] = useState<BegunSignUp | null>(null)
  if (!begun) return <SignUpForm before={before} onCode={setBegun} />
  const changeEmail = () => {
    setBefore(begun.wanted)
    setBegun(null)
  }
  return <SignUpCode {...begun} onResent={(code) => setBegun({ ...begun, code })} onChangeEmail={changeEmail} />
}

function TurnedOff({ supportUrl }: { supportUrl: string | null }) {
  const t = useText()
  return (
    <section className="w-full max-w-[22.5rem] m-auto grid gap-4 py-8">
      <span className="grid size-12 place-items-center rounded-[0.875rem] bg-base-300 text-muted">
        <Lock />
      </span>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('signUp.offTitle')}</h1>
        <p className="text-muted mt-2 leading-[1.375rem]">{t('signUp.offText')}</p>
      </div>
      <div className="grid gap-2 mt-1">
        {supportUrl && (
          <a className={buttonClass('primary')} href={supportUrl} target="_blank" rel="noopener noreferrer">
            <LifeBuoy />
            {t('signUp.contact')}
          </a>
        )}
        <Link className={buttonClass(supportUrl ? 'ghost' : 'primary')} to="/login">
          <ArrowLeft />
          {t('signUp.back')}
        </Link>
      </div>
    </section>
  )
}
