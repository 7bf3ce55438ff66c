import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { type CodeSent, MailCode } from '../../../src/features/password-reset/contract'
import { errorText } from '../../shared/errorText'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { CodeValidity, ResendButton, SentTo, triesLeftOf } from '../login/CodeEnds'
import { CodeField } from '../login/CodeField'
import { keepFocus } from '../login/keepFocus'
import { signUp } from './api'
import type { Begun } from './SignUpForm'

const Values = v.object({ code: MailCode })

type Props = Begun & { onResent(code: CodeSent): void; onChangeEmail(): void }

/** The code from the e-mail: the company is created with it. */
export function SignUpCode({ wanted, code, onResent, onChangeEmail }: Props) {
  const t = useText()
  const router = useRouter()
  const form = useForm(Values, { code: '' })
  const [tries, setTries] = useState(code.tries)
  const [fault, setFault] = useState<string | null>(null)
  const { isSubmitting } = form.formState

  const confirm = form.handleSubmit(async (values) => {
    setFault(null)
    try {
      await signUp({ ...wanted, ...values })
      await router.navigate({ href: '/tickets' })
    } catch (failure) {
      setTries(triesLeftOf(failure) ?? tries)
      if (failure instanceof ApiError && failure.code.startsWith('ERR_RESET_CODE'))
        form.setError('code', { type: 'server', message: errorText(t, failure) }, { shouldFocus: true })
      else setFault(errorText(t, failure))
    }
  })
  const resend = async () => {
    setFault(null)
    try {
      const again = await signUp(wanted)
      if (!again) return void (await router.navigate({ href: '/tickets' })) // the operator has removed the mail server
      onResent(again)
      setTries(again.tries)
      form.setValue('code', '')
      toast.success(t('login.code.sentAgain'))
    } catch (failure) {
      setFault(errorText(t, failure))
    }
  }

  return (
    <form className="w-full max-w-[22.5rem] m-auto grid gap-4 py-8" onSubmit={confirm} noValidate>
      <SentTo email={wanted.email} onChange={onChangeEmail} />
      {fault && <ErrorNote>{fault}</ErrorNote>}
      <CodeField form={form} name="code">
        <CodeValidity code={code} tries={tries} />
        <ResendButton key={code.expiresAt} seconds={code.retryAfter} onPress={resend} />
      </CodeField>
      <Button tone="primary" type="submit" className="w-full mt-1" busy={isSubmitting} onMouseDown={keepFocus}>
        {isSubmitting ? t('signUp.creating') : t('signUp.create')}
      </Button>
    </form>
  )
}
