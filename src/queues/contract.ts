/** Queues (departments), as the browser knows them. */
import * as v from 'valibot'
import { Color, Id } from '../platform/formats'

export const QueueSummary = v.object({ id: Id, name: v.string(), color: Color, orderQueue: v.number() })
export type QueueSummary = v.InferOutput<typeof QueueSummary>
