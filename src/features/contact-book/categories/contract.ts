import * as v from 'valibot'
import { defineEvent } from '../../../platform/events'
import { Id, text } from '../../../platform/formats'

export const ContactCategory = v.object({ id: Id, descricao: v.string(), active: v.boolean() })
export type ContactCategory = v.InferOutput<typeof ContactCategory>

/** Answer of `GET /contactCategories/{id}`. `contacts` have it; counted up to 10,000. */
export const ContactCategoryDetail = v.object({ ...ContactCategory.entries, contacts: v.number() })

/** Per company. */
export const MOST_CATEGORIES = 500
export const CATEGORY_LENGTH = 50

export const CreateCategory = v.object({
  descricao: v.pipe(
    text(200, 'form.text.long'),
    v.trim(),
    v.nonEmpty('form.required'),
    v.maxLength(CATEGORY_LENGTH, 'form.text.long'),
    v.regex(/^\P{Cc}*$/u, 'form.invalid'),
  ),
  /** Inactive ones are no longer offered, but contacts keep them. */
  active: v.optional(v.boolean('form.invalid')),
})
export type CreateCategory = v.InferOutput<typeof CreateCategory>
export const UpdateCategory = v.partial(CreateCategory)
export type UpdateCategory = v.InferOutput<typeof UpdateCategory>

export const categoryCreated = defineEvent('contactCategory.create', v.object({ category: ContactCategory }))
export const categoryUpdated = defineEvent('contactCategory.update', v.object({ category: ContactCategory }))
/** Its contacts have no category now. */
export const categoryDeleted = defineEvent('contactCategory.delete', v.object({ categoryId: Id }))
