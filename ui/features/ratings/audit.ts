/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  rating: {
    name: 'ratings.column.name',
    order: 22,
    fields: {
      type: { label: 'common.field.type', values: { csat: 'ratings.type.csat', nps: 'ratings.type.nps' } },
      options: 'ratings.form.options',
      thanks: 'ratings.form.thanks',
      commentMessage: 'audit.ratings.commentMessage',
      asksComment: 'audit.ratings.asksComment',
      categoryId: 'common.field.category',
      isDefault: 'ratings.form.defaultMark',
      defaultQueueIds: 'audit.ratings.defaultQueueIds',
    },
  },
  ratingCategory: {
    name: 'audit.ratings.ratingCategory',
    order: 23,
    fields: {
      description: 'audit.ratings.description',
    },
  },
}
