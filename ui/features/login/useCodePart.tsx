import { useState } from 'react'
import type { FieldPathByValue, FieldValues, PathValue } from 'react-hook-form'
import type { CodeSent } from '../../../src/features/password-reset/contract'
import { errorText } from '../../shared/errorText'
import { type Form, showFieldFailures } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { CodeValidity, ResendButton, SentTo } from './CodeEnds'
import { CodeField } from './CodeField'

type Of<In extends FieldValues, Out> = {
  form: Form<In, Out>
  /** The field with the code. */
  name: FieldPathByValue<In, string>
  email: string
  code: CodeSent
  /** Requests another code; nothing when none is needed any more. */
  ask(): Promise<CodeSent | null>
  onResent(code: CodeSent): void
  onChangeEmail(): void
}

/**
 * The part of a form that asks for the code from an e-mail: where it went, its digits, how long it is valid, another one.
 * `refuse` shows why the server has refused the form, `clear` belongs before each attempt.
 */
export function useCodePart<In extends FieldValues, Out>(of: Of<In, Out>) {
  const { form, name, email, code, ask, onResent, onChangeEmail } = of
  const t = useText()
  const [tries, setTries] = useState(code.tries)
  const [fault, setFault] = useState<string | null>(null)
  const clear = () => setFault(null)
  const refuse = (failure: unknown) => {
    setTries(triesLeftOf(failure) ?? tries)
    if (failure instanceof ApiError && failure.code.startsWith('ERR_RESET_CODE'))
      form.setError(name, { type: 'server', message: errorText(t, failure) }, { shouldFocus: true })
    else if (!showFieldFailures(form, failure)) setFault(errorText(t, failure))
  }
  const resend = async () => {
    clear()
    try {
      const again = await ask()
      if (!again) return
      onResent(again)
      setTries(again.tries)
      form.setValue(name, '' as PathValue<In, typeof name>) // `name` names a text
      toast.success(t('login.code.sentAgain'))
    } catch (failure) {
      setFault(errorText(t, failure))
    }
  }
  const part = (
    <>
      <SentTo email={email} onChange={onChangeEmail} />
      {fault && <ErrorNote>{fault}</ErrorNote>}
      <CodeField form={form} name={name}>
        <CodeValidity code={code} tries={tries} />
        <ResendButton key={code.expiresAt} seconds={code.retryAfter} onPress={() => void resend()} />
      </CodeField>
    </>
  )
  return { part, clear, refuse }
}

/** Of a refused code; null of any other failure. */
function triesLeftOf(failure: unknown): number | null {
  if (!(failure instanceof ApiError)) return null
  const { details } = failure
  return typeof details === 'object' && details !== null && 'triesLeft' in details ? Number(details.triesLeft) : null
}
