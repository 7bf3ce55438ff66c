import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import type { PhoneView } from '../../../../src/simulator/contract'
import { FormField } from '../../../shared/form/FormField'
import { useForm } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { command } from '../api'
import { isPasskeyDemanded, showRefusal } from '../useCommand'

const Form = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()),
    v.length(8, 'simulator.link.codeShort'),
  ),
})

/** Links a device by typing the code that the connections screen shows. */
export function LinkByCode({ phone, onDone }: { phone: PhoneView; onDone(): void }) {
  const t = useText()
  const form = useForm(Form, { code: '' })
  const enter = useMutation({
    mutationFn: (code: string) => command({ do: 'enterCode', phone: phone.phone, code }),
    onSuccess: () => {
      toast.success(t('simulator.link.codeDone'))
      onDone()
    },
    onError: (failure) => {
      showRefusal(failure)
      if (isPasskeyDemanded(failure)) onDone()
    },
  })
  return (
    <form onSubmit={form.handleSubmit(({ code }) => enter.mutate(code))} noValidate>
      <FormField
        form={form}
        name="code"
        label={t('simulator.link.code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="K7XP-4M2Q"
        maxLength={12}
      />
      <Button size="sm" type="submit" className="mt-2" busy={enter.isPending}>
        {t('simulator.link.codeAction')}
      </Button>
    </form>
  )
}
