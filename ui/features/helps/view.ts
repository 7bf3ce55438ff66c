import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

/** `open`: the video whose text and picture are shown. */
export const helpFilters = { open: v.pipe(v.number(), v.integer(), v.minValue(1)) }
export const HelpsView = viewSchema(['order'], helpFilters)
export type HelpsView = v.InferOutput<typeof HelpsView>
