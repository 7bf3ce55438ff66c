import { useState } from 'react'
import * as v from 'valibot'
import { CreateTag, changeTags, TAG_DESCRIPTION_LENGTH, type Tag as TagRow } from '../../../src/features/tags/contract'
import { ColorField } from '../../shared/form/ColorField'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Tag } from '../../shared/kit/Tag'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useMay } from '../../shared/session/useUser'
import { tags } from './api'
import { newValues, valuesOf } from './spec'

const Values = v.object({ ...CreateTag.entries, kanban: v.boolean() })
type Values = v.InferOutput<typeof Values>

type Props = {
  /** Omitted for a new one. */
  tag?: TagRow
  others: readonly TagRow[]
  /** A new one is a lane of the board. */
  isLane?: boolean
  onClose(): void
}

export function TagForm({ tag, others, isLane = false, onClose }: Props) {
  const t = useText()
  const { create, update } = useCrud(tags)
  const [before] = useState<Values>(() => (tag ? valuesOf(tag) : { ...newValues(others), kanban: isLane }))
  const form = useForm(Values, before)
  const name = form.watch('name').trim()
  const mayMakeLanes = useMay()(changeTags)

  async function save(values: Values) {
    const saved = tag ? await update(tag.id, changesOf(before, values)) : await create(values)
    toast.success(t('tags.form.saved', { name: saved.name }))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={tag ? t('common.row.edit', tag) : t(isLane ? 'tags.lanes.new' : 'tags.new')}
      action={tag ? t('common.save') : t('tags.form.createIt')}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" autoFocus />
      <FormField
        form={form}
        name="description"
        label={t('tags.form.description')}
        lines={2}
        maxLength={TAG_DESCRIPTION_LENGTH}
        optional
      />
      <ColorField
        form={form}
        name="color"
        label={t('tags.form.color')}
        preview={(color) => <Tag tag={{ name: name || t('tags.form.sample'), color }} />}
      />
      {mayMakeLanes && (
        <ToggleField form={form} name="kanban" label={t('tags.form.kanban')} hint={t('tags.form.kanbanHint')} />
      )}
    </FormDialog>
  )
}
