import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  CreateQuickMessage,
  manageGeneral,
  QUICK_FILE_LIMIT,
  type QuickMessage,
  SHORTCODE_LENGTH,
} from '../../../src/features/quick-messages/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FileField } from '../../shared/form/FileField'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useMay } from '../../shared/session/useUser'
import { connectionsQuery } from '../directory/api'
import { ChannelNotes } from '../messages/ChannelNotes'
import { quickMessages } from './api'
import { MessageField } from './MessageField'

const FormSchema = v.object({ ...CreateQuickMessage.entries, file: v.optional(v.nullable(v.file())) })
type Values = v.InferOutput<typeof FormSchema>

type Props = {
  /** Omitted for a new one. */
  edited?: QuickMessage
  tags: readonly { readonly id: number; readonly name: string }[]
  onClose(): void
}

/** Creates or edits a quick message: shortcode, text with variables, tag, file, and who uses it. */
export function QuickMessageForm({ edited, tags, onClose }: Props) {
  const t = useText()
  const mayShare = useMay()(manageGeneral)
  const { create, update } = useCrud(quickMessages)
  const [before] = useState(() => valuesOf(edited))
  const form = useForm(FormSchema, before)
  const [file, message, onlyFile] = useWatch({ control: form.control, name: ['file', 'message', 'sendOnlyMedia'] })
  const connections = useQuery(connectionsQuery).data ?? []
  const hasFile = file === undefined ? edited?.isMedia === true : file !== null

  async function save({ file, ...values }: Values) {
    const saved = edited
      ? await update(edited.id, { ...changesOf(before, values), file })
      : await create({ ...values, file })
    toast.success(t('quickMessages.form.saved', { shortcode: saved.shortcode }))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={edited ? t('quickMessages.form.edit', edited) : t('quickMessages.form.create')}
      size="md"
      action={edited ? t('common.save') : t('quickMessages.form.createIt')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="shortcode"
        label={t('quickMessages.form.shortcode')}
        hint={t('quickMessages.form.shortcodeHint')}
        maxLength={SHORTCODE_LENGTH}
        autoComplete="off"
        autoFocus
      />
      <MessageField form={form} name="message" label={t('common.field.message')} optional={hasFile} />
      <FileField
        form={form}
        name="file"
        label={t('common.field.file')}
        maxBytes={QUICK_FILE_LIMIT}
        stored={edited?.isMedia ? storedOf(edited) : undefined}
        optional
      />
      {hasFile && (
        <ToggleField
          form={form}
          name="sendOnlyMedia"
          label={t('quickMessages.form.onlyMedia')}
          hint={t('quickMessages.form.onlyMediaHint')}
        />
      )}
      <ChannelNotes
        channels={[...new Set(connections.map(({ channel }) => channel))]}
        file={file === undefined ? storedFileOf(edited) : file}
        text={onlyFile && hasFile ? '' : (message ?? '')}
      />
      {tags.length > 0 && (
        <SelectField
          form={form}
          name="tagId"
          label={t('common.field.tag')}
          hint={t('quickMessages.form.tagHint')}
          none={t('quickMessages.form.noTag')}
          options={tags.map(({ id, name }) => ({ value: id, label: name }))}
          optional
        />
      )}
      {mayShare && (
        <ToggleField
          form={form}
          name="geral"
          label={t('quickMessages.form.general')}
          hint={t('quickMessages.form.generalHint')}
        />
      )}
      <ToggleField
        form={form}
        name="status"
        label={t('quickMessages.form.active')}
        hint={t('quickMessages.form.activeHint')}
      />
    </FormDialog>
  )
}

const valuesOf = (edited: QuickMessage | undefined) => ({
  shortcode: edited?.shortcode ?? '',
  message: edited?.message ?? '',
  tagId: edited?.tagId ?? null,
  geral: edited?.geral ?? false,
  status: edited?.status ?? true,
  sendOnlyMedia: edited?.sendOnlyMedia ?? false,
  file: undefined,
})

const storedFileOf = (edited: QuickMessage | undefined) =>
  edited?.mediaType ? { type: edited.mediaType, size: edited.mediaSize ?? 0 } : null

const storedOf = ({ mediaName, mediaType, mediaPath, mediaSize }: QuickMessage) => ({
  name: mediaName ?? '',
  ...(mediaSize !== null && { size: mediaSize }),
  ...(mediaType?.startsWith('image/') && { url: `/api${mediaPath}` }),
})
