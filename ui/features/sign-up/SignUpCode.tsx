import { useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { type CodeSent, MailCode } from '../../../src/features/password-reset/contract'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { keepFocus } from '../login/keepFocus'
import { useCodePart } from '../login/useCodePart'
import { signUp } from './api'
import type { BegunSignUp } from './SignUpForm'

const Values = v.object({ code: MailCode })

type Props = BegunSignUp & { onResent(code: CodeSent): void; onChangeEmail(): void }

/** The code from the e-mail: the company is created with it. */
export function SignUpCode({ wanted, code, onResent, onChangeEmail }: Props) {
  const t = useText()
  const router = useRouter()
  const form = useForm(Values, { code: '' })
  const enter = () => router.navigate({ href: '/tickets' })
  async function askAgain() {
    const again = await signUp(wanted)
    if (!again) await enter() // the operator has removed the mail server
    return again
  }
  const { part, clear, refuse } = useCodePart({
    form,
    name: 'code',
    email: wanted.email,
    code,
    ask: askAgain,
    onResent,
    onChangeEmail,
  })
  const { isSubmitting } = form.formState
  const confirm = form.handleSubmit(async (values) => {
    clear()
    try {
      await signUp({ ...wanted, ...values })
      await enter()
    } catch (failure) {
      refuse(failure)
    }
  })
  return (
    <form className="w-full max-w-[22.5rem] m-auto grid gap-4 py-8" onSubmit={confirm} noValidate>
      {part}
      <Button tone="primary" type="submit" className="w-full mt-1" busy={isSubmitting} onMouseDown={keepFocus}>
        {isSubmitting ? t('signUp.creating') : t('signUp.create')}
      </Button>
    </form>
  )
}
