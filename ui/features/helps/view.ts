/** What the address of the help page may say. */
import type * as v from 'valibot'
import { Id } from '../../../src/platform/formats'
import { viewSchema } from '../../shared/table/view'

/** `open`: the video whose text and picture are shown. */
export const HelpsView = viewSchema(['order'], { open: Id })
export type HelpsView = v.InferOutput<typeof HelpsView>
