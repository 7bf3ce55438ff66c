import { useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { type CodeSent, ResetPassword } from '../../../src/features/password-reset/contract'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { signIn } from '../../shared/session/access'
import { keepFocus } from '../login/keepFocus'
import { NewPasswordField } from '../login/NewPasswordField'
import { useCodePart } from '../login/useCodePart'
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
  const ask = () => requestCode(email)
  const { part, clear, refuse } = useCodePart({ form, name: 'token', email, code, ask, onResent, onChangeEmail })
  const { isSubmitting } = form.formState

  const save = form.handleSubmit(async ({ token, password }) => {
    clear()
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

  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      {part}
      <NewPasswordField form={form} name="password" label={t('passwordReset.password')} hasRules />
      <NewPasswordField form={form} name="repeated" label={t('passwordReset.repeat')} />
      <Button tone="primary" type="submit" className="w-full mt-1" busy={isSubmitting} onMouseDown={keepFocus}>
        {isSubmitting ? t('passwordReset.saving') : t('passwordReset.save')}
      </Button>
      <p className="text-xs text-faint text-center">{t('passwordReset.sessions')}</p>
    </form>
  )
}
