import * as v from 'valibot'
import { CreateView, type SavedView, type ViewFilter } from '../../../src/features/reports/views/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { createView, updateView } from './api'

const { name, isShared, isMailed } = CreateView.entries
const Values = v.object({ name, isShared, isMailed, replaces: v.boolean() })

type Props = {
  /** Null for a new one. */
  saved: SavedView | null
  /** What the page shows. */
  filter: ViewFilter
  canMail: boolean
  onSaved(): unknown
  onClose(): void
}

/** Names a view, shares it, and has it mailed. */
export function ViewForm({ saved, filter, canMail, onSaved, onClose }: Props) {
  const t = useText()
  const form = useForm(Values, {
    name: saved?.name ?? '',
    isShared: saved?.isShared ?? false,
    isMailed: saved?.mailAt != null,
    replaces: false,
  })
  async function save({ replaces, ...values }: v.InferOutput<typeof Values>) {
    if (saved) await updateView(saved.id, { ...values, ...(replaces ? { filter } : {}) })
    else await createView({ ...values, filter })
    toast.success(t('reports.views.saved', values))
    void onSaved()
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={saved ? t('reports.views.edit', saved) : t('reports.views.new')}
      action={t('common.save')}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" autoFocus />
      {saved && <ToggleField form={form} name="replaces" label={t('reports.views.replaces')} />}
      <ToggleField form={form} name="isShared" label={t('reports.views.share')} />
      <ToggleField
        form={form}
        name="isMailed"
        label={t('reports.views.mail')}
        hint={t(canMail ? 'reports.views.mailHint' : 'reports.views.noMail')}
        disabled={!canMail && !form.watch('isMailed')}
      />
    </FormDialog>
  )
}
