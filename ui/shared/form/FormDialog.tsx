import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { errorText } from '../errorText'
import { useText } from '../i18n/useText'
import { ConfirmDialog } from '../kit/ConfirmDialog'
import { Dialog } from '../kit/Dialog'
import { ErrorNote } from '../kit/ErrorNote'
import { FormFoot } from './FormFoot'
import { type Form, showFieldFailures } from './useForm'

type Props<In extends FieldValues, Out> = {
  form: Form<In, Out>
  title: string
  size?: 'sm' | 'md'
  /** The verb on the button that saves. */
  action: string
  /** Saves and closes; what it throws is shown in the dialog or beside the field it belongs to. */
  onSave(values: Out): Promise<void>
  onClose(): void
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog. Asks before unsaved changes are discarded. */
export function FormDialog<In extends FieldValues, Out>({
  form,
  title,
  size = 'sm',
  action,
  onSave,
  onClose,
  children,
}: Props<In, Out>) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>(null)
  const [leaving, setLeaving] = useState(false)
  const { isDirty, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await onSave(values)
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  })
  const leave = () => (isDirty ? setLeaving(true) : onClose())

  return (
    <>
      <Dialog open onClose={isSubmitting ? onClose : leave} title={title} size={size}>
        <form onSubmit={submit} noValidate>
          <div className="dialog-body grid gap-4">
            {failure !== null && <ErrorNote>{errorText(t, failure)}</ErrorNote>}
            {children}
          </div>
          <FormFoot action={action} busy={isSubmitting} onCancel={leave} />
        </form>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={t('common.unsaved.title')}
        cancel={t('common.unsaved.keep')}
        confirm={t('common.unsaved.discard')}
        onConfirm={onClose}
      >
        {t('common.unsaved.text')}
      </ConfirmDialog>
    </>
  )
}
