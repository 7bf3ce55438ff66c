import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CodeSent } from '../../../src/features/password-reset/contract'
import { SignUp, type SignUpOffer } from '../../../src/features/sign-up/contract'
import { errorText } from '../../shared/errorText'
import { FormField } from '../../shared/form/FormField'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { ApiError } from '../../shared/session/failure'
import { keepFocus } from '../login/keepFocus'
import { NewPasswordField } from '../login/NewPasswordField'
import { fetchOffer, signUp } from './api'
import { PlanPick } from './PlanPick'

/** A sign-up that waits for the code from the e-mail. */
export type BegunSignUp = { readonly wanted: SignUp; readonly code: CodeSent }

type Props = {
  /** Values typed before, when the e-mail is to be changed. */
  before: SignUp | null
  onCode(begun: BegunSignUp): void
}

export function SignUpForm({ before, onCode }: Props) {
  const t = useText()
  const router = useRouter()
  const offer = useOffer()
  const form = useForm(
    SignUp,
    before ?? { companyName: '', name: '', email: '', phone: '', password: '', planId: null },
  )
  const [fault, setFault] = useState<string | null>(null)
  const [isTaken, setTaken] = useState(false)
  const { isSubmitting } = form.formState

  const create = form.handleSubmit(async (values) => {
    setFault(null)
    setTaken(false)
    try {
      const wanted = { ...values, planId: values.planId ?? offer?.plans[0]?.id ?? null }
      const code = await signUp(wanted)
      if (code) onCode({ wanted, code })
      else await router.navigate({ href: '/tickets' })
    } catch (failure) {
      const isDuplicate = failure instanceof ApiError && failure.code === 'ERR_DUPLICATED_EMAIL'
      setTaken(isDuplicate)
      if (isDuplicate) form.setError('email', { type: 'server', message: t('signUp.taken') }, { shouldFocus: true })
      else if (!showFieldFailures(form, failure)) setFault(errorText(t, failure))
    }
  })

  return (
    <form className="w-full max-w-[31rem] m-auto grid gap-4 py-6" onSubmit={create} noValidate>
      <div className="mb-1">
        <h1 className="text-2xl font-semibold tracking-tight">{t('signUp.title')}</h1>
        {offer && <p className="text-muted mt-1">{t('signUp.trial', { count: offer.trialDays })}</p>}
      </div>
      {offer?.isFull && <ErrorNote>{t('signUp.full')}</ErrorNote>}
      {fault && <ErrorNote>{fault}</ErrorNote>}
      <FormField form={form} name="companyName" label={t('signUp.company')} autoComplete="organization" autoFocus />
      <div className="grid grid-cols-[1fr_1fr] gap-3 max-md:grid-cols-1">
        <FormField form={form} name="name" label={t('signUp.name')} autoComplete="name" />
        <FormField form={form} name="phone" type="tel" label={t('signUp.phone')} autoComplete="tel" />
      </div>
      <FormField
        form={form}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        label={t('signUp.email')}
        aside={
          isTaken && (
            <Link to="/login" className="text-primary-ink font-medium hover:underline">
              {t('signUp.signIn')}
            </Link>
          )
        }
      />
      <NewPasswordField form={form} name="password" label={t('signUp.password')} hasRules />
      {offer && offer.plans.length > 0 && <PlanPick form={form} plans={offer.plans} />}
      <Button tone="primary" type="submit" className="w-full mt-1" busy={isSubmitting} onMouseDown={keepFocus}>
        {isSubmitting ? t('signUp.creating') : t('signUp.create')}
      </Button>
      <p className="text-sm text-muted text-center">
        {t('signUp.hasAccount')}{' '}
        <Link to="/login" className="text-primary-ink font-medium hover:underline">
          {t('signUp.enter')}
        </Link>
      </p>
    </form>
  )
}

/** Trial and plans; null until the server responds. */
function useOffer(): SignUpOffer | null {
  const [offer, setOffer] = useState<SignUpOffer | null>(null)
  useEffect(
    () => void fetchOffer().then(setOffer, () => undefined), // a plan is optional
    [],
  )
  return offer
}
