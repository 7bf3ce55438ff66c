import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  type Announcement,
  CreateAnnouncement,
  PICTURE_LIMIT,
  TEXT_LENGTH,
  TITLE_LENGTH,
} from '../../../src/features/announcements/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FileField } from '../../shared/form/FileField'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { ToggleField } from '../../shared/form/ToggleField'
import { type Form, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { announcements } from './api'
import { Notice } from './Notice'
import { PriorityField } from './PriorityField'

const FormSchema = v.object({ ...CreateAnnouncement.entries, file: v.optional(v.nullable(v.file())) })
type Values = v.InferOutput<typeof FormSchema>
type Typed = v.InferInput<typeof FormSchema>

type Props = {
  /** Omitted for a new one. */
  edited?: Announcement
  onClose(): void
}

export function AnnouncementForm({ edited, onClose }: Props) {
  const t = useText()
  const { create, update } = useCrud(announcements)
  const [before] = useState(() => valuesOf(edited))
  const form = useForm(FormSchema, before)

  async function save({ file, ...values }: Values) {
    if (edited) await update(edited.id, { ...changesOf(before, values), file })
    else await create({ ...values, file })
    toast.success(t('announcements.form.saved'))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={t(edited ? 'announcements.form.edit' : 'announcements.new')}
      size="md"
      action={t(edited ? 'common.save' : 'announcements.form.createIt')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="title"
        label={t('announcements.form.title')}
        maxLength={TITLE_LENGTH}
        autoComplete="off"
        autoFocus
      />
      <FormField form={form} name="text" label={t('announcements.form.text')} lines={4} maxLength={TEXT_LENGTH} />
      <PriorityField form={form} />
      <FileField
        form={form}
        name="file"
        label={t('announcements.form.picture')}
        hint={t('announcements.form.pictureHint')}
        accept=".png,.jpg,.jpeg"
        maxBytes={PICTURE_LIMIT}
        stored={edited && storedOf(edited)}
        optional
      />
      <ToggleField
        form={form}
        name="status"
        label={t('announcements.form.active')}
        hint={t('announcements.form.activeHint')}
      />
      <Preview form={form} edited={edited} />
    </FormDialog>
  )
}

/** A preview of the entry in the bell. */
function Preview({ form, edited }: { form: Form<Typed, Values>; edited: Announcement | undefined }) {
  const t = useText()
  const [title, text, priority, file] = useWatch({
    control: form.control,
    name: ['title', 'text', 'priority', 'file'],
  })
  const chosen = useObjectUrl(file ?? null)
  const stored = edited?.mediaPath ? `/api${edited.mediaPath}` : null
  if (!title.trim()) return null
  return (
    <div className="field">
      <span className="text-xs text-faint">{t('announcements.form.preview')}</span>
      <div className="notice-sample">
        <Notice
          notice={{ title, text, priority, publishedAt: null }}
          picture={file === undefined ? stored : chosen}
          isUnread
        />
      </div>
    </div>
  )
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

const valuesOf = (edited: Announcement | undefined): Typed => ({
  title: edited?.title ?? '',
  text: edited?.text ?? '',
  priority: edited?.priority ?? 2,
  status: edited?.status ?? true,
  file: undefined,
})

const storedOf = ({ mediaName, mediaPath, mediaSize }: Announcement) =>
  mediaPath === null
    ? undefined
    : { name: mediaName ?? '', url: `/api${mediaPath}`, ...(mediaSize !== null && { size: mediaSize }) }
