import { type ContactList, CreateContactList } from '../../../src/features/contact-lists/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { contactLists } from './api'

type Props = {
  /** Omitted for a new one. */
  list?: ContactList
  onSaved?(list: ContactList): void
  onClose(): void
}

export function ListForm({ list, onSaved, onClose }: Props) {
  const t = useText()
  const { create, update } = useCrud(contactLists)
  const form = useForm(CreateContactList, { name: list?.name ?? '' })

  async function save({ name }: CreateContactList) {
    const saved = list ? await update(list.id, { name }) : await create({ name })
    toast.success(t('contactLists.form.saved', saved))
    onClose()
    onSaved?.(saved)
  }

  return (
    <FormDialog
      form={form}
      title={t(list ? 'contactLists.form.edit' : 'contactLists.new')}
      action={list ? t('common.save') : t('contactLists.form.create')}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" autoFocus />
    </FormDialog>
  )
}
