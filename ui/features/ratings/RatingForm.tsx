import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CreateRating, RATING_NAME, type Rating } from '../../../src/features/ratings/contract'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { PickField } from '../../shared/form/PickField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { type Form, useForm } from '../../shared/form/useForm'
import { VariablesField } from '../../shared/form/VariablesField'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { categories, queueNamesQuery, ratings } from './api'
import { KindField, OptionsField, useUsualOptions } from './OptionsField'
import { RatingPreview } from './RatingPreview'
import { valuesOf } from './spec'

export type RatingFormState = Form<CreateRating, CreateRating>

/** Creates or edits a rating, with a preview for the contact. */
export function RatingForm({ rating, onClose }: { rating?: Rating; onClose(): void }) {
  const t = useText()
  const { create, update } = useCrud(ratings)
  const usual = useUsualOptions()
  const [before] = useState(() =>
    rating
      ? valuesOf(rating)
      : {
          name: '',
          message: t('ratings.form.usualMessage'),
          type: 'csat' as const,
          options: usual('csat'),
          thanks: '',
          asksComment: false,
          commentMessage: t('ratings.form.usualComment'),
          active: true,
          categoryRatingId: null,
          isDefault: false,
          defaultQueueIds: [],
        },
  )
  const form = useForm(CreateRating, before)

  async function save(values: CreateRating) {
    const saved = rating ? await update(rating.id, changesOf<CreateRating>(before, values)) : await create(values)
    toast.success(t('ratings.form.saved', { name: saved.name }))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={rating ? t('common.row.edit', rating) : t('ratings.new')}
      size="lg"
      action={rating ? t('common.save') : t('ratings.form.createIt')}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid gap-4">
          <FormField
            form={form}
            name="name"
            label={t('common.field.name')}
            hint={t('ratings.form.nameHint')}
            maxLength={RATING_NAME.most}
            autoComplete="off"
            autoFocus
          />
          <KindField form={form} />
          <VariablesField form={form} name="message" label={t('ratings.form.message')} max={AUTOMATIC_TEXT_LENGTH} />
          <OptionsField form={form} />
          <ToggleField
            form={form}
            name="asksComment"
            label={t('ratings.form.asksComment')}
            hint={t('ratings.form.asksCommentHint')}
          />
          <CommentField form={form} />
          <VariablesField
            form={form}
            name="thanks"
            label={t('ratings.form.thanks')}
            hint={t('ratings.form.thanksHint')}
            max={AUTOMATIC_TEXT_LENGTH}
            optional
          />
          <CategoryField form={form} />
          <DefaultFields form={form} />
          <ToggleField form={form} name="active" label={t('ratings.form.active')} hint={t('ratings.form.activeHint')} />
        </div>
        <RatingPreview form={form} />
      </div>
    </FormDialog>
  )
}

function CommentField({ form }: { form: RatingFormState }) {
  const t = useText()
  if (!useWatch({ control: form.control, name: 'asksComment' })) return null
  return (
    <VariablesField form={form} name="commentMessage" label={t('ratings.form.comment')} max={AUTOMATIC_TEXT_LENGTH} />
  )
}

/** When it is proposed on resolving a ticket. */
function DefaultFields({ form }: { form: RatingFormState }) {
  const t = useText()
  const queues = useQuery(queueNamesQuery)
  return (
    <>
      <ToggleField
        form={form}
        name="isDefault"
        label={t('ratings.form.isDefault')}
        hint={t('ratings.form.isDefaultHint')}
      />
      {queues.data?.length !== 0 && (
        <PickField
          form={form}
          name="defaultQueueIds"
          label={t('ratings.form.defaultQueues')}
          options={queues}
          optional
        />
      )}
    </>
  )
}

/** Inactive ones are offered only where already chosen. */
function CategoryField({ form }: { form: RatingFormState }) {
  const t = useText()
  const { data: all = [] } = useQuery(categories.list())
  const present = useWatch({ control: form.control, name: 'categoryRatingId' })
  return (
    <SelectField
      form={form}
      name="categoryRatingId"
      label={t('common.field.category')}
      none={t('ratings.form.noCategory')}
      options={all
        .filter(({ id, active }) => active || id === present)
        .map(({ id, descricao }) => ({ value: id, label: descricao }))}
    />
  )
}
