import { useState } from 'react'
import * as v from 'valibot'
import { Name } from '../../../../src/platform/formats'
import { FormField } from '../../../shared/form/FormField'
import { useForm } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import type { Letter } from '../chat/sendFile'
import { useDirectory } from '../directory'
import { inventCustomer } from '../stage/people'
import { useCommand } from '../useCommand'
import { DialedNumber } from './dialed-number'
import { SendDialog } from './SendDialog'

const Form = v.object({ name: Name, phone: DialedNumber })

/** Sends a contact card, with generated data to start with. */
export function CardDialog({ letter, onSent, onClose }: { letter: Letter; onSent(): void; onClose(): void }) {
  const t = useText()
  const run = useCommand()
  const directory = useDirectory()
  const [invented] = useState(() => inventCustomer(directory))
  const form = useForm(Form, invented)
  return (
    <SendDialog
      title={t('simulator.kind.contact')}
      busy={run.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((card) => {
        const { from, to, quotedId } = letter
        run.mutate({ do: 'sendContact', from, to, ...(quotedId ? { quotedId } : {}), ...card }, { onSuccess: onSent })
      })}
    >
      <FormField form={form} name="name" label={t('simulator.add.name')} autoComplete="off" />
      <FormField
        form={form}
        name="phone"
        label={t('simulator.add.phone')}
        hint={t('simulator.add.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
    </SendDialog>
  )
}
