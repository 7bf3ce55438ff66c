import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const TagsView = viewSchema(['name', 'id', 'tickets', 'kanban'], { kanban: v.picklist(['yes', 'no']) })
export type TagsView = v.InferOutput<typeof TagsView>

export const LanesView = viewSchema(['place', 'name', 'tickets'])
export type LanesView = v.InferOutput<typeof LanesView>
