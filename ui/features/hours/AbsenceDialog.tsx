import { useState } from 'react'
import * as v from 'valibot'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { AUTOMATIC_TEXT_LENGTH, AutomaticText } from '../../../src/platform/formats'
import { FormDialog } from '../../shared/form/FormDialog'
import { useForm } from '../../shared/form/useForm'
import { VariablesField } from '../../shared/form/VariablesField'
import { outOfHoursNames } from '../../shared/form/variables'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { connections as crud } from '../directory/api'

const AbsenceForm = v.object({ text: v.pipe(AutomaticText, v.nonEmpty('form.required')) })

type Props = { connections: readonly ConnectionSummary[]; onClose(): void }

/** Writes one absence text, with a suggestion, for those connections. */
export function AbsenceDialog({ connections, onClose }: Props) {
  const t = useText()
  const { update } = useCrud(crud)
  const [suggested] = useState(() =>
    t('hours.absence.suggested', { firstName: '{{firstName}}', nextOpening: '{{nextOpening}}' }),
  )
  const form = useForm(AbsenceForm, { text: suggested })
  return (
    <FormDialog
      form={form}
      title={t('hours.absence.title')}
      size="md"
      isChanged
      action={t('common.save')}
      onSave={async ({ text }) => {
        for (const { id } of connections) await update(id, { outOfHoursMessage: text })
        toast.success(t('hours.absence.saved'))
        onClose()
      }}
      onClose={onClose}
    >
      <div className="dialog-body grid gap-4">
        <VariablesField
          form={form}
          name="text"
          label={t('hours.absence.text')}
          hint={t('hours.absence.hint', { connections: connections.map(({ name }) => name).join(', ') })}
          names={outOfHoursNames}
          max={AUTOMATIC_TEXT_LENGTH}
        />
      </div>
    </FormDialog>
  )
}
