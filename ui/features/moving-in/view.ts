import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

/** `step`: the source is shown again, although there is a dry run of it. */
export const MovingInView = viewSchema(['name'], { step: v.picklist(['source']) })
