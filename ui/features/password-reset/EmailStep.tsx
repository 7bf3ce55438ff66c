import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ByEmail, type CodeSent } from '../../../src/features/password-reset/contract'
import { errorText } from '../../shared/errorText'
import { FormField } from '../../shared/form/FormField'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { ApiError } from '../../shared/session/failure'
import { keepFocus } from '../login/keepFocus'
import { usePublicInstallation } from '../login/usePublicInstallation'
import { requestCode } from './api'

type Props = { email: string; onSent(email: string, code: CodeSent): void }

export function EmailStep({ email, onSent }: Props) {
  const t = useText()
  const form = useForm(ByEmail, { email })
  const [fault, setFault] = useState<string | null>(null)
  const send = form.handleSubmit(async (values) => {
    setFault(null)
    try {
      onSent(values.email, await requestCode(values.email))
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 404)
        return form.setError('email', { type: 'server', message: errorText(t, failure) }, { shouldFocus: true })
      if (!showFieldFailures(form, failure)) setFault(errorText(t, failure))
    }
  })
  const { isSubmitting } = form.formState
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <div className="mb-1">
        <h1 className="text-2xl font-semibold tracking-tight">{t('passwordReset.title')}</h1>
        <p className="text-muted mt-1">{t('passwordReset.subtitle')}</p>
      </div>
      {fault && <ErrorNote>{fault}</ErrorNote>}
      <FormField
        form={form}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        label={t('passwordReset.stepEmail')}
        autoFocus
      />
      <Button tone="primary" type="submit" className="w-full mt-1" busy={isSubmitting} onMouseDown={keepFocus}>
        {isSubmitting ? t('passwordReset.sending') : t('passwordReset.send')}
      </Button>
      <Elsewhere />
    </form>
  )
}

function Elsewhere() {
  const t = useText()
  const canSignUp = usePublicInstallation()?.signUp
  return (
    <p className="text-sm text-muted text-center">
      {t('passwordReset.remembered')}{' '}
      <Link to="/login" className="text-primary-ink font-medium hover:underline">
        {t('passwordReset.signIn')}
      </Link>
      {canSignUp && (
        <>
          {t('passwordReset.orSignUp')}
          <Link to="/signup" className="text-primary-ink font-medium hover:underline">
            {t('passwordReset.signUp')}
          </Link>
        </>
      )}
    </p>
  )
}
