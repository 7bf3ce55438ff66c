/** The receiver of webhooks beside the phones. */
import * as v from 'valibot'

/** How the receiver of webhooks answers: 200, 500, too late, 410. */
export const HookAnswer = v.picklist(['ok', 'error', 'slow', 'gone'])
export type HookAnswer = v.InferOutput<typeof HookAnswer>
/** A webhook that arrived. */
export const HookView = v.object({
  id: v.number(),
  at: v.string(),
  /** The header `webhook-id`. */
  eventId: v.string(),
  type: v.string(),
  body: v.string(),
  /** What is wrong with it; `noSecret`: nothing to check the signature with. */
  fault: v.nullable(v.picklist(['headers', 'age', 'size', 'signature', 'noSecret'])),
  /** The answer. */
  status: v.number(),
  /** It arrived before. */
  isRepeated: v.boolean(),
})
export type HookView = v.InferOutput<typeof HookView>
/** Answer of `GET hooks`, newest first. */
export const HookList = v.object({ hooks: v.array(HookView) })
export type HookList = v.InferOutput<typeof HookList>
