import { useQuery } from '@tanstack/react-query'
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
import { DateTimeField } from '../../shared/form/DateTimeField'
import { FileField } from '../../shared/form/FileField'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { PickField } from '../../shared/form/PickField'
import { ToggleField } from '../../shared/form/ToggleField'
import { type Form, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { announcements, companiesQuery, plansQuery, readersQuery } from './api'
import { Notice } from './Notice'
import { PriorityField } from './PriorityField'

const FormSchema = v.object({ ...CreateAnnouncement.entries, file: v.optional(v.nullable(v.file())) })
type Values = v.InferOutput<typeof FormSchema>
type FormInput = v.InferInput<typeof FormSchema>

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
      <Audience form={form} />
      {edited && edited.publishedAt !== null && <WhoRead id={edited.id} />}
    </FormDialog>
  )
}

/** Whom it is for, when, and where it leads. */
function Audience({ form }: { form: Form<FormInput, Values> }) {
  const t = useText()
  return (
    <>
      <FormField
        form={form}
        name="link"
        label={t('announcements.form.link')}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        optional
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateTimeField form={form} name="from" label={t('announcements.form.from')} optional />
        <DateTimeField form={form} name="until" label={t('announcements.form.until')} optional />
      </div>
      <PickField
        form={form}
        name="planIds"
        label={t('announcements.form.plans')}
        hint={t('announcements.form.audienceHint')}
        options={useQuery(plansQuery)}
        optional
      />
      <PickField
        form={form}
        name="companyIds"
        label={t('announcements.form.companies')}
        options={useQuery(companiesQuery)}
        optional
      />
    </>
  )
}

/** How many people of each company have read it. */
function WhoRead({ id }: { id: number }) {
  const t = useText()
  const { data } = useQuery(readersQuery(id))
  const read = data?.companies.filter(({ readers }) => readers > 0) ?? []
  return (
    <div className="field">
      <span className="text-xs text-faint">{t('announcements.form.whoRead')}</span>
      {data && read.length === 0 && <p className="text-sm text-muted">{t('announcements.form.nobody')}</p>}
      <ul className="text-sm">
        {read.map(({ id, name, readers, people }) => (
          <li key={id} className="flex justify-between gap-3 py-1">
            <span className="truncate">{name}</span>
            <span className="nums text-muted">{t('announcements.readersOf', { readers, people })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A preview of the entry in the bell. */
function Preview({ form, edited }: { form: Form<FormInput, Values>; edited: Announcement | undefined }) {
  const t = useText()
  const [title, text, priority, file] = useWatch({
    control: form.control,
    name: ['title', 'text', 'priority', 'file'],
  })
  const chosen = useObjectUrl(file ?? null)
  const stored = edited?.mediaPath ? `/api${edited.mediaPath}` : null
  return (
    <div className="field">
      <span className="text-xs text-faint">{t('announcements.form.preview')}</span>
      <div className="p-1 rounded-box bg-base-200 shadow-[inset_0_0_0_1px_var(--line)]">
        <Notice
          notice={{
            title: title.trim() || t('announcements.form.title'),
            text: text.trim() || t('announcements.form.text'),
            priority,
            publishedAt: null,
          }}
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

const valuesOf = (edited: Announcement | undefined): FormInput => ({
  title: edited?.title ?? '',
  text: edited?.text ?? '',
  priority: edited?.priority ?? 2,
  status: edited?.status ?? true,
  planIds: edited?.planIds ?? [],
  companyIds: edited?.companyIds ?? [],
  from: edited?.from ?? null,
  until: edited?.until ?? null,
  link: edited?.link ?? '',
  file: undefined,
})

const storedOf = ({ mediaName, mediaPath, mediaSize }: Announcement) =>
  mediaPath === null
    ? undefined
    : { name: mediaName ?? '', url: `/api${mediaPath}`, ...(mediaSize !== null && { size: mediaSize }) }
