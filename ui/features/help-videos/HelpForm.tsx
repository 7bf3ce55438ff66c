import { useState } from 'react'
import * as v from 'valibot'
import {
  CreateHelp,
  codeOf,
  DESCRIPTION_LENGTH,
  HELP_TITLE_LENGTH,
  type Help,
} from '../../../src/features/help-videos/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { formatDuration } from '../../shared/i18n/format'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { helps } from './api'
import { readLength } from './spec'

const { title, description, video } = CreateHelp.entries
const FormSchema = v.object({
  video,
  title,
  description,
  length: v.pipe(
    v.string(),
    v.check((typed) => readLength(typed) !== undefined, 'helps.form.badLength'),
  ),
})
type Values = v.InferOutput<typeof FormSchema>

type Props = {
  /** Omitted for a new one. */
  edited?: Help
  onClose(): void
}

export function HelpForm({ edited, onClose }: Props) {
  const t = useText()
  const { create, update } = useCrud(helps)
  const [before] = useState(() => valuesOf(edited))
  const form = useForm(FormSchema, before)
  const typed = form.watch('video')
  const code = codeOf(typed)

  async function save({ length, ...values }: Values) {
    const wanted = { ...values, seconds: readLength(length) ?? null }
    if (edited) await update(edited.id, changesOf({ ...before, seconds: edited.seconds }, wanted))
    else await create(wanted)
    toast.success(t('helps.form.saved'))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={t(edited ? 'helps.form.edit' : 'helps.new')}
      size="md"
      action={t(edited ? 'common.save' : 'helps.form.createIt')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="video"
        label={t('helps.form.video')}
        hint={code !== typed.trim() ? t('helps.form.kept', { code }) : t('helps.form.videoHint')}
        autoComplete="off"
        autoFocus
      />
      <FormField
        form={form}
        name="title"
        label={t('helps.form.title')}
        maxLength={HELP_TITLE_LENGTH}
        autoComplete="off"
      />
      <FormField
        form={form}
        name="description"
        label={t('helps.form.description')}
        hint={t('helps.form.descriptionHint')}
        lines={3}
        maxLength={DESCRIPTION_LENGTH}
        optional
      />
      <FormField
        form={form}
        name="length"
        label={t('helps.form.length')}
        hint={t('helps.form.lengthHint')}
        inputMode="text"
        placeholder="6:35"
        autoComplete="off"
        optional
      />
    </FormDialog>
  )
}

const valuesOf = (edited: Help | undefined) => ({
  video: edited?.video ?? '',
  title: edited?.title ?? '',
  description: edited?.description ?? '',
  length: edited?.seconds ? formatDuration(edited.seconds) : '',
})
