import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const AnnouncementsView = viewSchema(['published', 'priority', 'readers'], {
  priority: v.picklist(['high', 'medium', 'low']),
})
export type AnnouncementsView = v.InferOutput<typeof AnnouncementsView>
