import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { type CodeSent, ResetPassword } from '../../../src/features/password-reset/contract'
import { errorText } from '../../shared/errorText'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { toast } from '../../shared/kit/toast'
import { signIn } from '../../shared/session/access'
import { ApiError } from '../../shared/session/failure'
import { CodeValidity, ResendButton, SentTo, triesLeftOf } from '../login/CodeEnds'
import { CodeField } from '../login/CodeField'
import { keepFocus } from '../login/keepFocus'
import { NewPasswordField } from '../login/NewPasswordField'
import { requestCode, resetPassword } from './api'

const Values = v.pipe(
  v.object({ ...ResetPassword.entries, repeated: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeated']],
      ({ password, repeated }) => password === repeated,
      'passwordReset.differ',
    ),
    ['repeated'],
  ),
)

type Props = { email: string; code: CodeSent; onResent(code: CodeSent): void; onChangeEmail(): void }

export function CodeStep({ email, code, onResent, onChangeEmail }: Props) {
  const t = useText()
  const router = useRouter()
  const form = useForm(Values, { token: '', password: '', repeated: '' })
  const [tries, setTries] = useState(code.tries)
  const [fault, setFault] = useState<string | null>(null)
  const { isSubmitting } = form.formState

  const refuse = (failure: unknown) => {
    const triesLeft = triesLeftOf(failure)
    if (triesLeft !== null) setTries(triesLeft)
    if (failure instanceof ApiError && failure.code.startsWith('ERR_RESET_CODE'))
      form.setError('token', { type: 'server', message: errorText(t, failure) }, { shouldFocus: true })
    else if (!showFieldFailures(form, failure)) setFault(errorText(t, failure))
  }
  const save = form.handleSubmit(async ({ token, password }) => {
    setFault(null)
    try {
      await resetPassword(email, { token, password })
    } catch (failure) {
      return refuse(failure)
    }
    const isSignedIn = await signIn({ email, password }).then(
      () => true,
      () => false, // outside working hours, for example: the sign-in page says why
    )
    await router.navigate({ href: isSignedIn ? '/tickets' : '/login' })
    toast.success(t('passwordReset.saved'))
  })
  const resend = async () => {
    setFault(null)
    try {
      onResent(await requestCode(email))
      setTries(code.tries)
      form.setValue('token', '')
      toast.success(t('login.code.sentAgain'))
    } catch (failure) {
      setFault(errorText(t, failure))
    }
  }

  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <SentTo email={email} onChange={onChangeEmail} />
      {fault && <ErrorNote>{fault}</ErrorNote>}
      <CodeField form={form} name="token">
        <CodeValidity code={code} tries={tries} />
        <ResendButton key={code.expiresAt} seconds={code.retryAfter} onPress={resend} />
      </CodeField>
      <NewPasswordField form={form} name="password" label={t('passwordReset.password')} hasRules />
      <NewPasswordField form={form} name="repeated" label={t('passwordReset.repeat')} />
      <Button tone="primary" type="submit" className="w-full mt-1" busy={isSubmitting} onMouseDown={keepFocus}>
        {isSubmitting ? t('passwordReset.saving') : t('passwordReset.save')}
      </Button>
      <p className="text-xs text-faint text-center">{t('passwordReset.sessions')}</p>
    </form>
  )
}
