import { useState } from 'react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import { Name } from '../../../../src/platform/formats'
import { PhoneRole } from '../../../../src/simulator/contract'
import { errorText } from '../../../shared/errorText'
import { FormField } from '../../../shared/form/FormField'
import { FormFoot } from '../../../shared/form/FormFoot'
import { useForm } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Segment } from '../../../shared/kit/Segment'
import { command, RefusedRequest } from '../api'
import { DialedNumber } from './dialed-number'

const Form = v.object({ role: PhoneRole, name: Name, phone: DialedNumber })

/** Adds a simulated phone: a customer, or another number of the company. */
export function AddPhoneDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm(Form, { role: 'customer', name: '', phone: randomNumber() })
  const save = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await command({ do: 'addPhone', ...values })
      onClose()
    } catch (error) {
      if (error instanceof RefusedRequest && error.code === 'phone_exists') {
        form.setError('phone', { type: 'server', message: t('simulator.refusal.phone_exists') }, { shouldFocus: true })
      } else setFailure(error)
    }
  })
  return (
    <Dialog open onClose={onClose} size="sm" title={t('simulator.add.title')}>
      <form onSubmit={save} noValidate>
        <div className="dialog-body grid gap-4">
          {failure !== null && (
            <ErrorNote>
              {failure instanceof RefusedRequest ? t(`simulator.refusal.${failure.code}`) : errorText(t, failure)}
            </ErrorNote>
          )}
          <Controller
            control={form.control}
            name="role"
            render={({ field }) => (
              <Segment
                label={t('simulator.add.role')}
                className="justify-self-start"
                value={field.value}
                onChange={field.onChange}
                items={[
                  { id: 'customer', label: t('simulator.add.customer') },
                  { id: 'company', label: t('simulator.add.company') },
                ]}
              />
            )}
          />
          <FormField form={form} name="name" label={t('simulator.add.name')} autoComplete="off" autoFocus />
          <FormField
            form={form}
            name="phone"
            label={t('simulator.add.phone')}
            hint={t('simulator.add.phoneHint')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
        </div>
        <FormFoot action={t('simulator.add.confirm')} busy={form.formState.isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** A Brazilian mobile number that is not in use here yet. */
const randomNumber = () => `55119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
