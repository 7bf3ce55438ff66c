import { useState } from 'react'
import * as v from 'valibot'
import { identityOf, TypedNumber } from '../../../src/contacts/contract'
import type { ContactListItem } from '../../../src/features/contact-lists/contract'
import { Email, Name } from '../../../src/platform/formats'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { formatPhone } from '../../shared/i18n/phone'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { NumberField } from '../contacts/NumberField'
import { listItems } from './api'

type Values = { readonly name: string; readonly number: string; readonly email: string }

/** An unchanged number is not sent. */
const schemaOf = (shown: Values) =>
  v.object({
    name: v.union([v.literal(shown.name), Name]),
    number: shown.number === '' ? TypedNumber : v.union([v.literal(shown.number), TypedNumber]),
    email: v.union([v.literal(''), Email]),
  })

type Props = {
  listId: number
  /** Omitted for a new one. */
  item?: ContactListItem
  onClose(): void
}

export function ItemForm({ listId, item, onClose }: Props) {
  const t = useText()
  const { create, update } = useCrud(listItems)
  const [before] = useState<Values>(() =>
    item
      ? { name: item.name, number: identityOf(item, formatPhone) ?? t('contact.hidden'), email: item.email ?? '' }
      : { name: '', number: '', email: '' },
  )
  const form = useForm<Values, Values>(item ? schemaOf(before) : newItem, before)

  async function save(values: Values) {
    const saved = item
      ? await update(item.id, changesOf(before, values))
      : await create({ contactListId: listId, ...values })
    toast.success(t('contactLists.items.form.saved', saved))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={t(item ? 'contactLists.items.form.edit' : 'contactLists.items.form.add')}
      action={item ? t('common.save') : t('common.act.add')}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" autoFocus />
      <NumberField form={form} name="number" label={t('common.field.number')} />
      <FormField form={form} name="email" label={t('common.field.email')} autoComplete="off" optional />
    </FormDialog>
  )
}

const newItem = v.object({ name: Name, number: TypedNumber, email: v.union([v.literal(''), Email]) })
