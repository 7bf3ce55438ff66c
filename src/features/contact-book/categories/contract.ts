/** Categories of contacts, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../../../platform/events'
import { Id, text } from '../../../platform/formats'

export const ContactCategory = v.object({ id: Id, descricao: v.string(), active: v.boolean() })
export type ContactCategory = v.InferOutput<typeof ContactCategory>

/** Answer of `GET /contactCategories/{id}`: how many contacts would lose it, as far as 10,000. */
export const ContactCategoryDetail = v.object({ ...ContactCategory.entries, contacts: v.number() })

/** A company has no more. */
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
  /** Others are not offered; who has one keeps it. */
  active: v.optional(v.boolean('form.invalid')),
})
export type CreateCategory = v.InferOutput<typeof CreateCategory>
export const UpdateCategory = v.partial(CreateCategory)
export type UpdateCategory = v.InferOutput<typeof UpdateCategory>

export const categoryCreated = defineEvent('contactCategory.create', v.object({ category: ContactCategory }))
export const categoryUpdated = defineEvent('contactCategory.update', v.object({ category: ContactCategory }))
/** Its contacts have none any more. */
export const categoryDeleted = defineEvent('contactCategory.delete', v.object({ categoryId: Id }))
